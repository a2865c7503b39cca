package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.fabric.SwitchSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a daemon costs a switch, by the switch's own logs. */
class CapsTest {
  private static final int CAP = 4;
  private static final long SECOND = 1_000_000;

  /** A request may be late on its way, and the next one not. */
  private static final long LATE = SECOND / 5;

  @TempDir private Path folder;

  @Test
  void noSwitchIsAskedMoreThanItsCapOrLoggedInToTwiceWhileAllIsPolledAndChanged() throws Exception {
    List<SwitchSystem> leaves = List.of(SwitchSystem.NXOS, SwitchSystem.EOS, SwitchSystem.NVUE);
    try (Stage stage = new Stage(folder, "enforce", "", leaves)) {
      Files.writeString(stage.config, Files.readString(stage.config) + "switches:\n");
      stage.add("leaf1", "nxos", "[Ethernet1/1, Ethernet1/2, Ethernet1/3, Ethernet1/4]");
      stage.add("leaf2", "eos", "[Ethernet1, Ethernet2, Ethernet3]");
      stage.add("leaf3", "nvue", "[swp1, swp2, swp3]");
      String more = "snmp: { version: 2c, pdusPerSecond: " + CAP + ",";
      Files.writeString(
          stage.config, Files.readString(stage.config).replace("snmp: { version: 2c,", more));
      stage.start();
      List<String> ports = List.of("leaf1:Ethernet1/1", "leaf2:Ethernet1", "leaf3:swp1");
      for (String port : ports) {
        Stage.await(
            () -> stage.get("/api/v1/ports/" + port.replaceFirst(":", "/")).statusCode() == 200,
            port + " is not read");
      }

      for (String mtu : List.of("9000", "9100")) {
        for (String port : ports) {
          Stage.Typed set = stage.type("set", port, "mtu", mtu, "--confirm", "--accept-scope");
          assertThat(set.code()).as(set.text()).isZero();
        }
      }

      for (String leaf : List.of("leaf1", "leaf2", "leaf3")) {
        Stage.await(() -> times(stage, leaf).size() > 6 * CAP, leaf + " is not polled");
        within(leaf, times(stage, leaf));
        assertThat(stage.tell("log " + leaf)).as(leaf).hasSizeGreaterThan(10);
        assertThat(stage.tell("log " + leaf + " logins"))
            .as(leaf)
            .hasSize(2)
            .first()
            .isEqualTo("ok 1");
      }
    }
  }

  private static List<Long> times(Stage stage, String leaf) {
    List<String> lines = stage.tell("log " + leaf + " pdus");
    return new ArrayList<>(lines.subList(1, lines.size()).stream().map(Long::parseLong).toList());
  }

  /**
   * Of any {@code CAP + 1} requests the last comes a second after the first, and some just then.
   */
  private static void within(String leaf, List<Long> times) {
    times.sort(null);
    long busiest = Long.MAX_VALUE;
    for (int n = CAP; n < times.size(); n++) {
      busiest = Math.min(busiest, times.get(n) - times.get(n - CAP));
    }
    assertThat(busiest)
        .as(leaf + ": microseconds of the " + (CAP + 1) + " fastest of " + times.size())
        .isBetween(SECOND - LATE, SECOND + 2 * LATE);
  }
}
