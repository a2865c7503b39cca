package dev.losslessd.app;

import dev.losslessd.demo.DemoConfig;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;

/**
 * Prometheus pages of a real agent on {@code gpu01}, whose NICs hang on the first port of one leaf
 * each; it polls these ports alone.
 *
 * @param drifting before the policy is applied: drift, broken contracts, findings, maintenance
 * @param well after that
 */
public record FleetPages(String drifting, String well) {
  /** Series that come last: the queues of the leaves are read by SSH. */
  private static final String LATE = "roce_priority_marked_packets_total{device=\"leaf";

  /** A watchdog over the port of gpu01, as soon as a priority is lossless there. */
  private static final String WATCHDOG =
      " ; interface Ethernet1/1 ; priority-flow-control watch-dog-interval on ; exit"
          + " ; priority-flow-control watch-dog-interval on";

  /** What the counters of a lossless priority are told by, at both ends. */
  private static final List<String> LOSSLESS =
      List.of("roce_pfc_pause_seconds_total{device=\"gpu01", "roce_pfc_watchdog_restores_total{");

  /** A fabric with so many leaves, 2, 4 or 8, and NICs in each host. */
  public static FleetPages of(int leaves, Path folder) throws IOException {
    FabricOptions options =
        FabricOptions.usual(1)
            .withNics(leaves)
            .withSwitches(Collections.nCopies(leaves, SwitchSystem.NXOS));
    try (DaemonFixture fixture =
        new DaemonFixture(
            folder, "enforce", options, DemoConfig.POLICY + "switches:\n", "mlx5_*")) {
      for (int n = 1; n <= leaves; n++) {
        fixture.tell("foreign leaf" + n + " " + DemoConfig.networkTeam() + WATCHDOG);
        fixture.add("leaf" + n, "lldp");
        Files.writeString(
            fixture.config,
            Files.readString(fixture.config) + "    labels: { rail: r%d }%n".formatted(n));
      }
      Files.writeString(
          fixture.config,
          Files.readString(fixture.config)
              .replace("nics: { ", "nics: { expect: %d, ".formatted(leaves))
              .replace("poll: { nic", "poll: { ports: mine, nic"));
      fixture.start();
      return new FleetPages(drifting(fixture, leaves), well(fixture));
    }
  }

  private static String drifting(DaemonFixture fixture, int leaves) {
    typed(fixture, "maintenance", "leaf1", "--for", "1h", "--reason", "optics");
    for (int n = 1; n <= leaves; n++) {
      String queue = LATE + n + '"';
      DaemonFixture.await(() -> page(fixture).contains(queue), "no queue of leaf" + n);
    }
    DaemonFixture.await(() -> page(fixture).contains("roce_config_drift{"), "no drift");
    return page(fixture);
  }

  private static String well(DaemonFixture fixture) {
    typed(fixture, "maintenance", "leaf1", "--end");
    typed(fixture, "apply", "--while-busy", "--yes", "--confirm");
    DaemonFixture.await(() -> !page(fixture).contains("roce_config_drift{"), "drift stays");
    LOSSLESS.forEach(one -> DaemonFixture.await(() -> page(fixture).contains(one), "no " + one));
    return page(fixture);
  }

  private static void typed(DaemonFixture fixture, String... words) {
    DaemonFixture.Typed typed = fixture.type(words);
    if (typed.code() != 0) {
      throw new IllegalStateException(String.join(" ", words) + ": " + typed.text());
    }
  }

  private static String page(DaemonFixture fixture) {
    return fixture.get("/metrics").body();
  }
}
