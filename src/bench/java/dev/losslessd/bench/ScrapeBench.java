package dev.losslessd.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code bench scrape}: a page of 20,000 series of the real daemon over HTTP, gzip as Prometheus
 * asks for it, beside node_exporter on the same tree in the same run. Both tell the same InfiniBand
 * counters under the same names, ours more of them.
 */
final class ScrapeBench {
  private static final String PATH = "/metrics?profile=node_exporter";
  private static final String GZIP = "Accept-Encoding: gzip\r\n";
  private static final String PROTOBUF =
      GZIP
          + "Accept: application/vnd.google.protobuf;"
          + "proto=io.prometheus.client.MetricFamily;encoding=delimited\r\n";
  private static final int ROUNDS = 7;
  private static final int OURS = 60;
  private static final int THEIRS = 15;
  private static final double P99_MILLIS = 25;

  private final int ports;
  private final Path folder;
  private final Report report = new Report("scrape");
  private final OperatingSystemMXBean self =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Taken text = new Taken(PATH, GZIP, OURS, true);
  private final Taken protobuf = new Taken(PATH, PROTOBUF, OURS, true);
  private final Taken others = new Taken("/metrics", GZIP, THEIRS, false);
  private final double[] load = new double[ROUNDS];

  /** What scrapes of one kind took: milliseconds of each, the others by round and per scrape. */
  private static final class Taken {
    final String path;
    final String accept;
    final int scrapes;

    /** Whether the child tells what it allocates. */
    final boolean tells;

    final double[] millis;
    final double[] cpuMicros = new double[ROUNDS];
    final double[] allocated = new double[ROUNDS];

    Taken(String path, String accept, int scrapes, boolean tells) {
      this.path = path;
      this.accept = accept;
      this.scrapes = scrapes;
      this.tells = tells;
      this.millis = new double[ROUNDS * scrapes];
    }

    double[] cpuPer(int series) {
      return Arrays.stream(cpuMicros).map(one -> one / series).toArray();
    }
  }

  ScrapeBench(int ports, Path folder) {
    this.ports = ports;
    this.folder = folder;
  }

  /** Whether the budget holds. */
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
    int peerPort = NodeExporter.freePort();
    Path log = folder.resolve("node_exporter.log");
    try (Child ours =
            Child.java(DaemonRig.class, "run", "--config", config(root, port).toString());
        Child peer = NodeExporter.start(root.resolve("sys"), peerPort, log)) {
      NodeExporter.awaitPort(port);
      int series = settled(port);
      int peerSeries = series(peerPort, "/metrics");
      for (int round = -1; round < ROUNDS; round++) {
        double ownStart = self.getProcessCpuTime();
        measure(ours, port, text, round);
        measure(ours, port, protobuf, round);
        measure(peer, peerPort, others, round);
        if (round >= 0) {
          load[round] = (self.getProcessCpuTime() - ownStart) / 1e6;
        }
      }
      return conclude(series, peerSeries, bytes(port, ""), bytes(port, GZIP), ours.meter());
    }
  }

  private static int bytes(int port, String accept) {
    try (Scraper scraper = new Scraper(port, PATH, accept)) {
      return scraper.scrape();
    }
  }

  private static Path config(Path root, int port) throws IOException {
    return Files.writeString(
        root.resolve("losslessd.yaml"),
        """
        mode: observe
        host: { name: bench, root: "%s" }
        state: %s/state
        http: { listen: "127.0.0.1:%d", socket: %s/s }
        poll: { nic: 10s, settings: 1h }
        """
            .formatted(root, root, port, root));
  }

  /** The page grows until every port was swept. */
  private static int settled(int port) {
    int before = -1;
    int now = series(port, PATH);
    while (now != before || now < 1000) {
      NodeExporter.pause(500);
      before = now;
      now = series(port, PATH);
    }
    return now;
  }

  private static int series(int port, String path) {
    try (Scraper scraper = new Scraper(port, path, "")) {
      scraper.scrape();
      return (int)
          scraper.text().lines().filter(line -> !line.isEmpty() && line.charAt(0) != '#').count();
    }
  }

  /**
   * Scrapes by a connection of its own: one that was silent while others were measured may be
   * closed. A round below zero warms up.
   */
  private static void measure(Child child, int port, Taken taken, int round) {
    double bytes = taken.tells ? allocated(child) : 0;
    double start = child.meter().cpuNanos();
    double[] millis = new double[taken.scrapes];
    try (Scraper scraper = new Scraper(port, taken.path, taken.accept)) {
      for (int n = 0; n < millis.length; n++) {
        long begun = System.nanoTime();
        scraper.scrape();
        millis[n] = (System.nanoTime() - begun) / 1e6;
      }
    }
    if (round >= 0) {
      System.arraycopy(millis, 0, taken.millis, round * millis.length, millis.length);
      taken.cpuMicros[round] = (child.meter().cpuNanos() - start) / 1e3 / millis.length;
      taken.allocated[round] = taken.tells ? (allocated(child) - bytes) / millis.length : 0;
    }
  }

  private static double allocated(Child rig) {
    String line = rig.ask("allocated");
    while (!line.startsWith("rig ")) {
      line = rig.line(); // what the daemon logs comes the same way
    }
    return Double.parseDouble(line.substring(4));
  }

  private boolean conclude(int series, int peerSeries, int bytes, int zipped, Meter meter)
      throws IOException {
    Spread all = Spread.of(text.millis);
    double[] ratios = new double[ROUNDS];
    double[] mine = text.cpuPer(series);
    double[] peer = others.cpuPer(peerSeries);
    Arrays.setAll(ratios, n -> peer[n] / mine[n]);
    Spread ratio = Spread.of(ratios);
    boolean held = all.quantile(0.99) <= P99_MILLIS && ratio.median() > 1 && series >= 19_000;
    report.line("losslessd", "%d ports, %d series, %d bytes".formatted(ports, series, bytes));
    report.line("  as gzip", zipped + " bytes");
    tell(text, series, "with the sweeps meanwhile");
    report.line("  resident", "%.1f MiB".formatted(meter.residentBytes() / 1048576.0));
    report.line("in protobuf", "");
    tell(protobuf, series, "with the sweeps meanwhile");
    report.line("node_exporter", peerSeries + " series");
    tell(others, peerSeries, "with its reading");
    report.line("load rig", Spread.of(load).text("%.0f") + " ms CPU per round");
    report.line("ratio", "1/" + ratio.text("%.1f") + " of its CPU per series");
    report.line(
        "budget",
        String.format(
            Locale.ROOT,
            "p99 <= %.0f ms, less CPU per series: %s",
            P99_MILLIS,
            held ? "held" : "NOT HELD"));
    Map<String, Object> figures = new TreeMap<>();
    figures.put("ports", ports);
    figures.put("series", series);
    figures.put("bytes", bytes);
    figures.put("gzip_bytes", zipped);
    figures.put("p50_ms", all.median());
    figures.put("p99_ms", all.quantile(0.99));
    figures.put("cpu_us_per_series", Spread.of(mine).median());
    figures.put("allocated_bytes_per_scrape", Spread.of(text.allocated).median());
    figures.put("protobuf_cpu_us_per_series", Spread.of(protobuf.cpuPer(series)).median());
    figures.put("protobuf_allocated_bytes_per_scrape", Spread.of(protobuf.allocated).median());
    figures.put("node_exporter_series", peerSeries);
    figures.put("node_exporter_p99_ms", Spread.of(others.millis).quantile(0.99));
    figures.put("node_exporter_cpu_us_per_series", Spread.of(peer).median());
    figures.put("ratio", ratio.median());
    figures.put("load_rig_cpu_ms", Spread.of(load).median());
    report.write(folder, figures);
    return held;
  }

  private void tell(Taken taken, int series, String what) {
    Spread all = Spread.of(taken.millis);
    report.line("  p50, p99", "%.1f ms, %.1f ms".formatted(all.median(), all.quantile(0.99)));
    report.line("  CPU per scrape", Spread.of(taken.cpuMicros).text("%.0f") + " us, " + what);
    report.line("  CPU per series", Spread.of(taken.cpuPer(series)).text("%.3f") + " us");
    if (taken.tells) {
      report.line("  allocated", Spread.of(taken.allocated).text("%.0f") + " bytes per scrape");
    }
  }
}
