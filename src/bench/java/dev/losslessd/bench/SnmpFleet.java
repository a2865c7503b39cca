package dev.losslessd.bench;

import dev.losslessd.app.SnmpFleetLoop;
import dev.losslessd.driver.SnmpSweeper;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.PortId;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpSocket;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * {@code bench snmp --fleet}: a thousand switches of 64 ports at 30 s on one poller. Wanted is that
 * no period is missed. Each agent works on one PDU at a time, 2 ms each; the cap on PDUs per second
 * is the default.
 */
public final class SnmpFleet {
  private static final int PORTS = 64;

  /** Twice what is alive: a thousand switches of 64 ports are about 180 MB. */
  private static final int HEAP_MIB = 384;

  private static final int PERIOD = 30;
  private static final int PERIODS = 3;

  private SnmpFleet() {}

  /** Readers of the ports of a switch of the rig. */
  public static Function<PortId, Sweeper> sweepers(SnmpSocket socket, int n) throws Exception {
    SnmpClient client = SnmpLoop.client(socket, "leaf" + n, SnmpRig.address(n), 50);
    return port -> new SnmpSweeper(port, client, SnmpLoop.COLUMNS, UnaryOperator.identity());
  }

  /** Whether no period was missed. */
  static boolean run(int switches, Path folder) throws IOException {
    Report report = new Report("snmp-fleet");
    Map<String, Object> figures = new TreeMap<>();
    try (Child rig = Child.java(SnmpRig.class, "" + switches, "" + PORTS, "2000", "serial")) {
      rig.line();
      try (Child ours =
          Child.large(
              SnmpFleetLoop.class,
              HEAP_MIB,
              "" + switches,
              "" + PORTS,
              "" + PERIOD,
              "" + PERIODS)) {
        ours.line();
        long rigBefore = rig.meter().cpuNanos();
        long before = ours.meter().cpuNanos();
        String[] told = {};
        for (int n = 1; n <= PERIODS; n++) {
          told = ours.line().split(" ", -1);
          long cpu = ours.meter().cpuNanos();
          double share = (cpu - before) / 1e9 / PERIOD;
          before = cpu;
          report.line(
              "period " + n,
              "%s port sweeps, %s missed, %.1f %% of a core"
                  .formatted(told[0], told[1], 100 * share));
          figures.put("period_" + n + "_core_share", share);
        }
        double resident = ours.meter().residentBytes() / 1048576.0;
        double peak = ours.meter().peakBytes() / 1048576.0;
        report.line("PDUs", "%s, %s sent again, %s given up".formatted(told[2], told[3], told[4]));
        report.line("a sweep took", "%s s in the median, %s s at most".formatted(told[5], told[6]));
        report.line(
            "resident",
            "%.0f MiB, at most %.0f MiB (heap %d MiB)".formatted(resident, peak, HEAP_MIB));
        report.line(
            "rig, CPU", "%.1f s in all".formatted((rig.meter().cpuNanos() - rigBefore) / 1e9));
        boolean held = told[1].equals("0");
        report.line("budget", "no period missed: " + (held ? "held" : "NOT HELD"));
        figures.put("switches", switches);
        figures.put("port_sweeps", Long.parseLong(told[0]));
        figures.put("missed", Long.parseLong(told[1]));
        figures.put("pdus", Long.parseLong(told[2]));
        figures.put("retries", Long.parseLong(told[3]));
        figures.put("timeouts", Long.parseLong(told[4]));
        figures.put("sweep_seconds_median", Double.parseDouble(told[5]));
        figures.put("sweep_seconds_longest", Double.parseDouble(told[6]));
        figures.put("resident_mib", resident);
        figures.put("peak_mib", peak);
        report.write(folder, figures);
        return held;
      }
    }
  }
}
