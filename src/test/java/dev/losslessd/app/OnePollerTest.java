package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent on a leaf that another one manages reads the port of its own NIC alone. */
@SystemGroup
class OnePollerTest {
  @TempDir private Path folder;

  @Test
  void onlyTheOwnPortOfALeafIsReadAndItsSeriesNameTheReader() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe", "switches:\n")) {
      fixture.add("leaf1", "lldp");
      String config = Files.readString(fixture.config);
      Files.writeString(fixture.config, config.replace("manage: true", "manage: false"));
      fixture.launch();

      DaemonFixture.await(
          () -> page(fixture).contains(up("Ethernet1/1")), "the own port is not read");
      DaemonFixture.await(
          () -> fixture.get("/readyz").statusCode() == 200, "a known cable is not enough");
      assertThat(page(fixture))
          .contains("end=\"switch\"")
          .doesNotContain("port=\"Ethernet1/2\",poller", "end=\"nic\",poller")
          .doesNotContainPattern("port=\"Ethernet1/2\",end=\"switch\",direction")
          .containsPattern(
              "_total\\{device=\"leaf1\",port=\"Ethernet1/1\",.*poller=\"gpu01\"} \\d");
      assertThat(fixture.get("/api/v1/ports/leaf1/Ethernet1/2").statusCode())
          .as("settings are read of all ports")
          .isEqualTo(200);
    }
  }

  private static String page(DaemonFixture fixture) {
    return fixture.get("/metrics").body();
  }

  private static String up(String port) {
    return "roce_target_up{device=\"leaf1\",port=\"%s\",poller=\"gpu01\"} 1\n".formatted(port);
  }
}
