package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Ports that carry nothing: at the host, and at the switch, by accident and by intent. */
@SystemGroup
class PortNotActiveTest {
  private static final String NIC = "gpu01:ens1f0np0";
  private static final String PORT = "leaf1:Ethernet1/1";

  @TempDir private Path folder;

  @Test
  void aPortThatGoesDownIsAFindingAtEitherEndAndHasNoRateAnywhere() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe")) {
      Files.writeString(fixture.config, Files.readString(fixture.config) + "switches:\n");
      fixture.add("leaf1", "lldp");
      fixture.start();
      awaitActive(fixture, PORT, "switch", 1);
      awaitActive(fixture, NIC, "nic", 1);
      assertThat(fixture.get("/metrics").body()).contains(speed(NIC), speed(PORT));
      assertThat(nic(fixture).path("rateMbps").asInt()).isEqualTo(100_000);

      fixture.tell("dark " + NIC + " on");
      awaitActive(fixture, NIC, "nic", 0);
      awaitFinding(fixture, NIC, "warning");
      assertThat(nic(fixture).path("rateMbps").isNull()).isTrue();
      assertThat(fixture.get("/metrics").body()).doesNotContain(speed(NIC));

      fixture.tell("dark " + NIC + " off");
      awaitActive(fixture, NIC, "nic", 1);
      awaitActive(fixture, PORT, "switch", 1);
      DaemonFixture.await(() -> finding(fixture, NIC).isMissingNode(), "the finding stays");

      fixture.tell("foreign leaf1 interface Ethernet1/1 ; shutdown");
      awaitActive(fixture, PORT, "switch", 0);
      assertThat(fixture.get("/metrics").body()).doesNotContain(speed(PORT));
      awaitFinding(fixture, PORT, "info");
      CleanPage.require(fixture);
    }
  }

  private static void awaitActive(DaemonFixture fixture, String port, String end, int active) {
    String[] words = port.split(":");
    String line =
        "roce_port_active{device=\"%s\",port=\"%s\",end=\"%s\"".formatted(words[0], words[1], end);
    DaemonFixture.await(
        () ->
            fixture
                .get("/metrics")
                .body()
                .lines()
                .anyMatch(one -> one.startsWith(line) && one.endsWith("} " + active)),
        line + " is not " + active);
  }

  private static void awaitFinding(DaemonFixture fixture, String port, String severity) {
    DaemonFixture.await(
        () -> finding(fixture, port).path("severity").asString("").equals(severity),
        port + " is no finding");
  }

  private static JsonNode finding(DaemonFixture fixture, String port) {
    for (JsonNode one : items(fixture, "/api/v1/findings")) {
      if (one.path("rule").asString().equals("port-not-active")
          && one.path("subject").asString().equals(port)) {
        return one;
      }
    }
    return JsonMapper.shared().missingNode();
  }

  private static JsonNode nic(DaemonFixture fixture) {
    for (JsonNode one : items(fixture, "/api/v1/nics")) {
      if (one.path("port").asString().equals(NIC)) {
        return one;
      }
    }
    throw new AssertionError("no " + NIC);
  }

  private static JsonNode items(DaemonFixture fixture, String path) {
    return JsonMapper.shared().readTree(fixture.get(path).body()).path("items");
  }

  private static String speed(String port) {
    String[] words = port.split(":");
    return "roce_port_speed_bytes_per_second{device=\"" + words[0] + "\",port=\"" + words[1] + "\"";
  }
}
