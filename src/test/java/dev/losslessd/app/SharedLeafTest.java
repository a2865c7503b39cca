package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.house.SystemGroup;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * What three agents ask of one leaf, by the counts of the fabric, beside what one agent asks in the
 * same seconds that polls all of another. Periods are a fifth of the default ones.
 */
@SystemGroup
class SharedLeafTest {
  private static final Duration SPAN = Duration.ofSeconds(60);
  private static final List<String> HOSTS = List.of("gpu01", "gpu02", "gpu03", "gpu04");

  /** Leaves that three agents poll, and each beside one that one agent polls. */
  private static final String SHARED = "leaf1";

  private static final String ALONE = "leaf2";

  /** The same where one of the agents manages the leaf, and polls all of it. */
  private static final String MANAGED = "leaf3";

  private static final String MANAGED_ALONE = "leaf4";

  @TempDir private Path folder;

  @Test
  @Timeout(300)
  void threeAgentsAskALeafAtMostTwiceAsMuchAsOne() throws Exception {
    FabricOptions options =
        new FabricOptions(HOSTS.stream().map(DeviceId::new).toList(), 100, 0, 1)
            .withNics(HOSTS.size())
            .withSwitches(Collections.nCopies(HOSTS.size(), SwitchSystem.NXOS));
    try (DaemonFixture first = new DaemonFixture(folder, "enforce", options, "", "mlx5_*");
        DaemonFixture second = first.beside("gpu02");
        DaemonFixture third = first.beside("gpu03");
        DaemonFixture poller = first.beside("gpu04")) {
      for (DaemonFixture one : List.of(first, second, third)) {
        configure(one, SHARED, MANAGED);
      }
      configure(poller, ALONE, MANAGED_ALONE);
      replace(poller, "poll: { nic", "poll: { ports: all, nic");
      manage(first, MANAGED);
      manage(poller, MANAGED_ALONE);
      List<DaemonFixture> all = List.of(first, second, third, poller);
      for (DaemonFixture one : all) {
        one.start();
      }

      Map<String, Long> before = counts(first);
      double from = polled(poller);
      DaemonFixture.await(
          SPAN.multipliedBy(2),
          () -> polled(poller) >= from + SPAN.toSeconds(),
          "the leaf is not polled");
      Map<String, Long> asked = counts(first);
      before.forEach((what, count) -> asked.merge(what, -count, Long::sum));

      assertThat(ratio(asked, SHARED, ALONE)).as("requests %s", asked).isLessThanOrEqualTo(2);
      assertThat(ratio(asked, MANAGED, MANAGED_ALONE))
          .as("requests %s", asked)
          .isLessThanOrEqualTo(2);
      Files.writeString(
          Path.of("target/shared-leaf.txt"),
          "%s%n%.2f %.2f%n"
              .formatted(asked, ratio(asked, SHARED, ALONE), ratio(asked, MANAGED, MANAGED_ALONE)));
    }
  }

  private static void configure(DaemonFixture agent, String... leaves) throws IOException {
    Files.writeString(agent.config, Files.readString(agent.config) + "switches:\n");
    for (String leaf : leaves) {
      agent.add(leaf, "lldp");
    }
    replace(agent, "manage: true", "manage: false");
    replace(agent, "poll: { snmp: 1s, ssh: 10s }", "poll: { snmp: 2s, ssh: 12s }");
  }

  private static void manage(DaemonFixture agent, String leaf) throws IOException {
    String config = Files.readString(agent.config);
    int at = config.indexOf("name: " + leaf);
    Files.writeString(
        agent.config,
        config.substring(0, at)
            + config.substring(at).replaceFirst("manage: false", "manage: true"));
  }

  private static void replace(DaemonFixture agent, String what, String by) throws IOException {
    Files.writeString(agent.config, Files.readString(agent.config).replace(what, by));
  }

  /** SNMP requests and lines of command at one leaf, in parts of those at another. */
  private static double ratio(Map<String, Long> asked, String leaf, String other) {
    return requests(asked, leaf) / requests(asked, other);
  }

  private static double requests(Map<String, Long> asked, String leaf) {
    return asked.getOrDefault(leaf + " pdus", 0L) + asked.getOrDefault(leaf + " commands", 0L);
  }

  private static Map<String, Long> counts(DaemonFixture fixture) {
    Map<String, Long> counts = new TreeMap<>();
    for (String leaf : List.of(SHARED, ALONE, MANAGED, MANAGED_ALONE)) {
      fixture.tell("requests " + leaf).stream()
          .skip(1)
          .map(line -> line.split(" ", -1))
          .forEach(words -> counts.put(leaf + " " + words[0], Long.parseLong(words[1])));
    }
    return counts;
  }

  /** When the poller of all last read a port, in seconds of the epoch. */
  private static double polled(DaemonFixture poller) {
    Matcher line =
        Pattern.compile("roce_target_last_success_timestamp_seconds\\{device=\"leaf2\".*} (.*)")
            .matcher(poller.get("/metrics").body());
    return line.find() ? Double.parseDouble(line.group(1)) : 0;
  }
}
