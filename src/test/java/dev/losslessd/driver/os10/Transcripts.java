package dev.losslessd.driver.os10;

import dev.losslessd.driver.Transcript;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SwitchSystem;

/** Output of OS10, in its format and with made-up values. */
final class Transcripts {
  static final DeviceId LEAF = new DeviceId("leaf1");

  static final String VERSION = Transcript.read(SwitchSystem.OS10, "show-version.txt");

  static final String QOS =
      Transcript.read(SwitchSystem.OS10, "show-running-configuration-qos.txt");

  static final String PORTS =
      Transcript.read(SwitchSystem.OS10, "show-running-configuration-ports.txt");

  static final String CONFIG = QOS + PORTS;

  static final String INTERFACE = Transcript.read(SwitchSystem.OS10, "show-interface.txt");

  static final String LLDP_XML = Transcript.read(SwitchSystem.OS10, "show-lldp-neighbors.xml");

  static final String LLDP_TEXT = Transcript.read(SwitchSystem.OS10, "show-lldp-neighbors.txt");

  private Transcripts() {}
}
