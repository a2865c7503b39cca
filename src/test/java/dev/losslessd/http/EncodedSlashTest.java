package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Encoded slashes in names of ports, as generated clients send them; and nowhere else. */
class EncodedSlashTest extends OnWire {
  @Test
  void aSlashInAPortMayBeEncodedInEveryRoute() throws IOException {
    for (String port : List.of("Ethernet1%2F7", "Ethernet1%2f7", "Ethernet1/7")) {
      for (String rest : List.of("", "/pfc", "/pfc?dryRun=true")) {
        String path = "/api/v1/ports/gpu01/" + port + rest;
        boolean write = rest.contains("?");

        Wire.Reply reply =
            write
                ? tcp.send("PUT", path, "{\"lossless\":[3]}", BEARER, JSON, "If-Match: *")
                : tcp.send("GET", path, "");

        assertThat(reply.status()).as(path).isEqualTo(200);
        assertThat(reply.body()).as(path).contains("gpu01:Ethernet1/7");
      }
    }
    Wire.Reply worked =
        tcp.send(
            "PUT",
            "/api/v1/maintenance/gpu01/Ethernet1%2F7",
            "{\"for\":\"1h\",\"reason\":\"optic\"}",
            BEARER,
            JSON);
    assertThat(worked.body()).contains("\"port\":\"gpu01:Ethernet1/7\"");
  }

  @Test
  void anEncodedSlashElsewhereIsRefused() throws IOException {
    for (String path :
        List.of(
            "/api/v1%2Fstatus",
            "/api%2Fv1/ports/gpu01/Ethernet1/7/pfc",
            "/api/v1/ports%2Fgpu01/Ethernet1/7/pfc",
            "/api/v1/ports/gpu01%2FEthernet1/7/pfc",
            "/api/v1/commits/c-000001%2Fx",
            "/api/v1/devices/gpu01%2Fpfc",
            "/%2Fapi/v1/status",
            "/metrics%2F")) {
      Wire.Reply reply = tcp.send("GET", path, "", BEARER);

      assertThat(reply.status()).as(path).isEqualTo(400);
      assertThat(reply.body()).as(path).contains("\"field\":\"path\"");
    }
  }

  @Test
  void whatCouldBeReadInTwoWaysIsRefused() throws IOException {
    for (String port :
        List.of(
            "Ethernet1%252F7",
            "%2e%2e",
            "%2E%2E%2Fgpu02",
            "Ethernet1%2F%2e%2e%2F7",
            "Ethernet1%2F..%2F7",
            "Ethernet1%2F%2F7",
            "..%2F..%2Fstatus",
            "Ethernet1%2F7%2F",
            "Ethernet1;x%2F7",
            "Ethernet1%5C7",
            "Ethernet1%00",
            "%c0%af")) {
      Wire.Reply reply = tcp.send("GET", "/api/v1/ports/gpu01/" + port + "/pfc", "", BEARER);

      assertThat(reply.status()).as(port + " " + reply.body()).isIn(400, 404);
      assertThat(reply.body()).as(port).doesNotContain("\"setting\"");
    }
  }

  @Test
  void aSettingIsNoPartOfAPort() throws IOException {
    Wire.Reply reply = tcp.send("GET", "/api/v1/ports/gpu01/Ethernet1%2F7%2Fpfc", "", BEARER);

    assertThat(reply.status()).isEqualTo(404);
  }

  @Test
  void noSpellingIsAWayAroundTheToken() throws IOException {
    for (String port : List.of("Ethernet1%2F7", "Ethernet1%2f7")) {
      assertThat(
              tcp.send(
                      "PUT",
                      "/api/v1/ports/gpu01/" + port + "/pfc",
                      "{\"lossless\":[3]}",
                      JSON,
                      "If-Match: *")
                  .status())
          .isEqualTo(401);
    }
    assertThat(rig.nic.writes()).isZero();
  }
}
