package dev.losslessd.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code bench snmp}: one sweep of a switch of 512 ports, eight counters of IF-MIB and pause frames
 * by priority both ways, at 2 ms per PDU, beside Debian's snmp_exporter in the same run. Ours
 * includes the page, as a scrape of snmp_exporter does. Twice: agents that work on one PDU at a
 * time, and agents that are far away.
 */
final class SnmpBench {
  private static final int ROUNDS = 7;
  private static final int SWEEPS = 5;
  private static final int SCRAPES = 2;
  private static final int DELAY_MICROS = 2000;
  private static final double WALL = 3;
  private static final double CPU = 2;

  private final int ports;
  private final Path folder;
  private final Report report = new Report("snmp");
  private final Map<String, Object> figures = new TreeMap<>();

  SnmpBench(int ports, Path folder) {
    this.ports = ports;
    this.folder = folder;
  }

  /** Whether the budgets hold and the values agree. */
  boolean run() throws IOException {
    figures.put("ports", ports);
    figures.put("delay_us_per_pdu", DELAY_MICROS);
    boolean held = run("serial");
    held &= run("latency");
    report.write(folder, figures);
    return held;
  }

  private boolean run(String kind) throws IOException {
    String address = SnmpRig.address(0);
    int web = NodeExporter.freePort();
    try (Child rig = Child.java(SnmpRig.class, "1", "" + ports, "" + DELAY_MICROS, kind)) {
      rig.line();
      try (Child ours = Child.java(SnmpLoop.class, address, "" + ports);
          Child peer = SnmpExporter.start(folder, web);
          Scraper usual = new Scraper(web, SnmpExporter.path("usual", address), "");
          Scraper tuned = new Scraper(web, SnmpExporter.path("tuned", address), "")) {
        ours.line();
        ours.ask("sweep 60");
        usual.scrape();
        tuned.scrape();
        int agree = agree(ours.ask("values"), usual);
        return measure(kind, rig, ours, peer, usual, tuned, agree);
      }
    }
  }

  private boolean measure(
      String kind, Child rig, Child ours, Child peer, Scraper usual, Scraper tuned, int agree) {
    double[] wall = new double[ROUNDS];
    double[] cpu = new double[ROUNDS];
    Peer[] peers = {new Peer("usual", usual), new Peer("tuned", tuned)};
    String[] told = {};
    long rigCpu = rig.meter().cpuNanos();
    for (int round = 0; round < ROUNDS; round++) {
      long begun = ours.meter().cpuNanos();
      told = ours.ask("sweep " + SWEEPS).split(" ", -1);
      wall[round] = Long.parseLong(told[0]) / 1e3;
      cpu[round] = (ours.meter().cpuNanos() - begun) / 1e6 / SWEEPS;
      for (Peer one : peers) {
        one.measure(peer, round);
      }
    }
    report.note("agents", kind);
    report.line("losslessd", "%s numbers, %s PDUs".formatted(told[1], told[2]));
    report.line("  wall", Spread.of(wall).text("%.1f") + " ms");
    report.line("  CPU", Spread.of(cpu).text("%.1f") + " ms");
    figures.put(kind + "_wall_ms", Spread.of(wall).median());
    figures.put(kind + "_cpu_ms", Spread.of(cpu).median());
    figures.put(kind + "_numbers", Long.parseLong(told[1]));
    figures.put(kind + "_pdus", Long.parseLong(told[2]));
    figures.put(kind + "_values_that_agree", agree);
    boolean held = true;
    for (Peer one : peers) {
      held &= one.compare(kind, wall, cpu) || one.module.equals("tuned");
    }
    report.line("  rig, CPU", "%.0f ms in all".formatted((rig.meter().cpuNanos() - rigCpu) / 1e6));
    report.line(
        "  resident",
        "%.0f MiB; snmp_exporter %.0f MiB"
            .formatted(
                ours.meter().residentBytes() / 1048576.0,
                peer.meter().residentBytes() / 1048576.0));
    report.line("values", "%d read by both, all equal".formatted(agree));
    report.line("budget", "1/3 of its wall, 1/2 of its CPU: " + (held ? "held" : "NOT HELD"));
    return held;
  }

  /** snmp_exporter with one of its modules. */
  private final class Peer {
    final String module;
    final Scraper scraper;
    final double[] wall = new double[ROUNDS];
    final double[] cpu = new double[ROUNDS];

    Peer(String module, Scraper scraper) {
      this.module = module;
      this.scraper = scraper;
    }

    void measure(Child peer, int round) {
      long cpuBefore = peer.meter().cpuNanos();
      long begun = System.nanoTime();
      for (int n = 0; n < SCRAPES; n++) {
        scraper.scrape();
      }
      wall[round] = (System.nanoTime() - begun) / 1e6 / SCRAPES;
      cpu[round] = (peer.meter().cpuNanos() - cpuBefore) / 1e6 / SCRAPES;
    }

    boolean compare(String kind, double[] oursWall, double[] oursCpu) {
      Spread wallRatio = ratio(wall, oursWall);
      Spread cpuRatio = ratio(cpu, oursCpu);
      report.line("snmp_exporter", module.equals("usual") ? "25 repetitions" : "100 repetitions");
      report.line("  wall", Spread.of(wall).text("%.1f") + " ms, ours 1/" + wallRatio.text("%.2f"));
      report.line("  CPU", Spread.of(cpu).text("%.1f") + " ms, ours 1/" + cpuRatio.text("%.2f"));
      String prefix = kind + "_snmp_exporter_" + module;
      figures.put(prefix + "_wall_ms", Spread.of(wall).median());
      figures.put(prefix + "_cpu_ms", Spread.of(cpu).median());
      figures.put(prefix + "_wall_ratio", wallRatio.median());
      figures.put(prefix + "_cpu_ratio", cpuRatio.median());
      return wallRatio.median() >= WALL && cpuRatio.median() >= CPU;
    }
  }

  private static Spread ratio(double[] theirs, double[] ours) {
    double[] ratios = theirs.clone();
    for (int n = 0; n < ratios.length; n++) {
      ratios[n] /= ours[n];
    }
    return Spread.of(ratios);
  }

  /** Number of values on which both agree; a difference is an error. */
  private static int agree(String values, Scraper scraper) {
    Map<String, Double> theirs = SnmpExporter.values(scraper.text());
    int agree = 0;
    for (String one : values.split(";")) {
      int at = one.lastIndexOf('=');
      Double got = theirs.get(one.substring(0, at));
      if (got == null || got != (double) Long.parseLong(one.substring(at + 1))) {
        throw new IllegalStateException(
            String.format(Locale.ROOT, "%s: snmp_exporter says %s", one, got));
      }
      agree++;
    }
    return agree;
  }
}
