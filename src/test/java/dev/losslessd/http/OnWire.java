package dev.losslessd.http;

import org.junit.jupiter.api.BeforeEach;

/** Tests that send bytes of their own to the TCP port of the server. */
abstract class OnWire extends OnRig {
  static final String BEARER = "Authorization: Bearer " + Rig.TOKEN;
  static final String JSON = "Content-Type: application/json";

  Wire tcp = Wire.tcp(0);

  @BeforeEach
  void connect() {
    tcp = Wire.tcp(rig.server.port());
  }
}
