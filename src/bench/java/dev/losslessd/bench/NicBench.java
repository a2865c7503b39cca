package dev.losslessd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code bench nic}: one round of all counters of a server's ports, beside node_exporter's
 * InfiniBand collector on the same files in the same run. Ours is counted with and without the
 * page; node_exporter's always has it, for a scrape is all that it does.
 */
final class NicBench {
  private static final int ROUNDS = 7;
  private static final int SWEEPS = 2000;
  private static final int SCRAPES = 150;
  private static final Pattern SERIES =
      Pattern.compile("node_infiniband_(\\w+)_total\\{device=\"([^\"]+)\",port=\"1\"} (\\S+)");

  /** Names in node_exporter of the counters that both read, with factors on the raw value. */
  private static final Map<String, Map.Entry<String, Long>> SAME =
      Map.of(
          "port_rcv_data", Map.entry("port_data_received_bytes", 4L),
          "port_xmit_data", Map.entry("port_data_transmitted_bytes", 4L),
          "port_rcv_packets", Map.entry("port_packets_received", 1L),
          "port_xmit_packets", Map.entry("port_packets_transmitted", 1L));

  private final int ports;
  private final Path folder;
  private final Report report = new Report("nic");
  private final double[] sweepMicros = new double[ROUNDS];
  private final double[] pageMicros = new double[ROUNDS];
  private final double[] peerMicros = new double[ROUNDS];
  private int counters;
  private int peerCounters;
  private long allocated;

  NicBench(int ports, Path folder) {
    this.ports = ports;
    this.folder = folder;
  }

  /** Whether the budget holds and the values agree. */
  boolean run() throws IOException {
    Path root = Files.createTempDirectory(folder, "tree");
    try {
      NicTree.write(root, ports);
      return run(root);
    } finally {
      NicTree.delete(root);
    }
  }

  private boolean run(Path root) throws IOException {
    int port = NodeExporter.freePort();
    try (Child ours = Child.java(SweepLoop.class, root.toString());
        Child peer =
            NodeExporter.start(root.resolve("sys"), port, folder.resolve("node_exporter.log"));
        Scraper scraper = new Scraper(port, "")) {
      report.note("we see", ours.line());
      ours.ask("sweep " + SWEEPS);
      ours.ask("page " + SWEEPS);
      for (int n = 0; n < SCRAPES; n++) {
        scraper.scrape();
      }
      for (int round = 0; round < ROUNDS; round++) {
        measure(ours, peer, scraper, round);
      }
      int agree = agree(ours.ask("values"), scraper);
      return conclude(agree);
    }
  }

  private void measure(Child ours, Child peer, Scraper scraper, int round) {
    long start = ours.meter().cpuNanos();
    String[] told = ours.ask("sweep " + SWEEPS).split(" ", -1);
    counters = Integer.parseInt(told[0]);
    allocated = Long.parseLong(told[1]) / SWEEPS;
    sweepMicros[round] = (ours.meter().cpuNanos() - start) / 1e3 / SWEEPS;
    start = ours.meter().cpuNanos();
    ours.ask("page " + SWEEPS);
    pageMicros[round] = (ours.meter().cpuNanos() - start) / 1e3 / SWEEPS;
    start = peer.meter().cpuNanos();
    for (int n = 0; n < SCRAPES; n++) {
      scraper.scrape();
    }
    peerMicros[round] = (peer.meter().cpuNanos() - start) / 1e3 / SCRAPES;
    peerCounters = (int) SERIES.matcher(scraper.text()).results().count();
  }

  /** Number of values on which both agree; a difference is an error. */
  private static int agree(String values, Scraper scraper) {
    scraper.scrape();
    Map<String, Double> theirs = new HashMap<>();
    Matcher match = SERIES.matcher(scraper.text());
    while (match.find()) {
      theirs.put(match.group(2) + "/" + match.group(1), Double.valueOf(match.group(3)));
    }
    int agree = 0;
    for (String one : values.strip().split(" ")) {
      String[] parts = one.split("[/=]", 4);
      Map.Entry<String, Long> same = SAME.get(parts[2]);
      if (same != null) {
        double expected = (double) Long.parseLong(parts[3]) * same.getValue();
        Double got = theirs.get(parts[0] + "/" + same.getKey());
        if (got == null || got != expected) {
          throw new IllegalStateException(one + ": node_exporter says " + got);
        }
        agree++;
      }
    }
    return agree;
  }

  private boolean conclude(int agree) throws IOException {
    Spread ours = Spread.of(perCounter(sweepMicros, counters));
    Spread paged = Spread.of(perCounter(pageMicros, counters));
    Spread theirs = Spread.of(perCounter(peerMicros, peerCounters));
    double ratio = theirs.median() / ours.median();
    double pagedRatio = theirs.median() / paged.median();
    Map<String, Object> figures = new TreeMap<>();
    figures.put("ports", ports);
    figures.put("counters", counters);
    figures.put("sweep_cpu_us", Spread.of(sweepMicros).median());
    figures.put("sweep_cpu_us_per_counter", ours.median());
    figures.put("sweep_and_page_cpu_us_per_counter", paged.median());
    figures.put("sweep_allocated_bytes", allocated);
    figures.put("node_exporter_counters", peerCounters);
    figures.put("node_exporter_cpu_us_per_counter", theirs.median());
    figures.put("ratio_sweep", ratio);
    figures.put("ratio_sweep_and_page", pagedRatio);
    figures.put("values_that_agree", agree);
    report.line("files are on", folder + " (real sysfs costs about twice as much per read)");
    report.line("losslessd", "%d ports, %d counters".formatted(ports, counters));
    report.line("  sweep, CPU", Spread.of(sweepMicros).text("%.1f") + " us");
    report.line("  CPU per counter", ours.text("%.3f") + " us");
    report.line("  and the page", paged.text("%.3f") + " us per counter");
    report.line("  allocated", "%d bytes per sweep of all ports".formatted(allocated));
    report.line("node_exporter", "%d counters".formatted(peerCounters));
    report.line("  scrape, CPU", Spread.of(peerMicros).text("%.1f") + " us");
    report.line("  CPU per counter", theirs.text("%.3f") + " us");
    report.line("values", "%d read by both, all equal".formatted(agree));
    report.line(
        "ratio", String.format(Locale.ROOT, "1/%.1f; with the page 1/%.1f", ratio, pagedRatio));
    boolean held = pagedRatio >= 5 && agree > 0;
    report.line("budget", "1/5 of its CPU per counter: " + (held ? "held" : "NOT HELD"));
    report.write(folder, figures);
    return held;
  }

  private static double[] perCounter(double[] micros, int counters) {
    double[] each = micros.clone();
    for (int n = 0; n < each.length; n++) {
      each[n] /= counters;
    }
    return each;
  }
}
