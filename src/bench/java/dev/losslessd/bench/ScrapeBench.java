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
  private static final String GZIP = "Accept-Encoding: gzip\r\n";
  private static final int ROUNDS = 7;
  private static final int OURS = 60;
  private static final int THEIRS = 15;
  private static final double P99_MILLIS = 25;

  private final int ports;
  private final Path folder;
  private final Report report = new Report("scrape");
  private final OperatingSystemMXBean self =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final double[] millis = new double[ROUNDS * OURS];
  private final double[] cpu = new double[ROUNDS];
  private final double[] peerMillis = new double[ROUNDS * THEIRS];
  private final double[] peerCpu = new double[ROUNDS];
  private final double[] load = new double[ROUNDS];
  private final double[] allocated = new double[ROUNDS];

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
      try (Scraper plain = new Scraper(port, "/metrics?profile=node_exporter", "");
          Scraper scraper = new Scraper(port, "/metrics?profile=node_exporter", GZIP);
          Scraper peerPlain = new Scraper(peerPort, "/metrics", "");
          Scraper peerScraper = new Scraper(peerPort, "/metrics", GZIP)) {
        int series = settled(plain);
        int peerSeries = series(peerPlain);
        for (int round = -1; round < ROUNDS; round++) {
          measure(ours, peer, scraper, peerScraper, round);
        }
        return conclude(series, peerSeries, plainBytes(port), scraper.scrape(), ours.meter());
      }
    }
  }

  /** By a connection of its own: one that was silent during the rounds is closed by now. */
  private static int plainBytes(int port) {
    try (Scraper plain = new Scraper(port, "/metrics?profile=node_exporter", "")) {
      return plain.scrape();
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
  private static int settled(Scraper scraper) {
    int before = -1;
    int now = series(scraper);
    while (now != before || now < 1000) {
      NodeExporter.pause(500);
      before = now;
      now = series(scraper);
    }
    return now;
  }

  private static int series(Scraper scraper) {
    scraper.scrape();
    return (int)
        scraper.text().lines().filter(line -> !line.isEmpty() && line.charAt(0) != '#').count();
  }

  /** A round below zero warms up both sides. */
  private void measure(Child ours, Child peer, Scraper scraper, Scraper peerScraper, int round) {
    double ownStart = self.getProcessCpuTime();
    double bytes = allocated(ours);
    double start = ours.meter().cpuNanos();
    double[] each = scrapes(scraper, OURS);
    double used = (ours.meter().cpuNanos() - start) / 1e3 / OURS;
    double allocations = (allocated(ours) - bytes) / OURS;
    start = peer.meter().cpuNanos();
    double[] peerEach = scrapes(peerScraper, THEIRS);
    double peerUsed = (peer.meter().cpuNanos() - start) / 1e3 / THEIRS;
    if (round >= 0) {
      System.arraycopy(each, 0, millis, round * OURS, OURS);
      System.arraycopy(peerEach, 0, peerMillis, round * THEIRS, THEIRS);
      cpu[round] = used;
      peerCpu[round] = peerUsed;
      allocated[round] = allocations;
      load[round] = (self.getProcessCpuTime() - ownStart) / 1e6;
    }
  }

  private static double[] scrapes(Scraper scraper, int count) {
    double[] each = new double[count];
    for (int n = 0; n < count; n++) {
      long start = System.nanoTime();
      scraper.scrape();
      each[n] = (System.nanoTime() - start) / 1e6;
    }
    return each;
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
    Spread all = Spread.of(millis);
    Spread peerAll = Spread.of(peerMillis);
    Spread each = Spread.of(per(cpu, series));
    Spread peerEach = Spread.of(per(peerCpu, peerSeries));
    double[] ratios = new double[ROUNDS];
    Arrays.setAll(ratios, n -> peerCpu[n] / peerSeries / (cpu[n] / series));
    Spread ratio = Spread.of(ratios);
    boolean held = all.quantile(0.99) <= P99_MILLIS && ratio.median() > 1 && series >= 19_000;
    report.line("losslessd", "%d ports, %d series, %d bytes".formatted(ports, series, bytes));
    report.line("  as gzip", zipped + " bytes");
    report.line("  p50, p99", "%.1f ms, %.1f ms".formatted(all.median(), all.quantile(0.99)));
    report.line("  CPU per scrape", Spread.of(cpu).text("%.0f") + " us, with the sweeps meanwhile");
    report.line("  CPU per series", each.text("%.3f") + " us");
    report.line("  allocated", Spread.of(allocated).text("%.0f") + " bytes per scrape");
    report.line("  resident", "%.1f MiB".formatted(meter.residentBytes() / 1048576.0));
    report.line("node_exporter", peerSeries + " series");
    report.line(
        "  p50, p99", "%.1f ms, %.1f ms".formatted(peerAll.median(), peerAll.quantile(0.99)));
    report.line("  CPU per scrape", Spread.of(peerCpu).text("%.0f") + " us, with its reading");
    report.line("  CPU per series", peerEach.text("%.3f") + " us");
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
    figures.put("cpu_us_per_series", each.median());
    figures.put("allocated_bytes_per_scrape", Spread.of(allocated).median());
    figures.put("node_exporter_series", peerSeries);
    figures.put("node_exporter_p99_ms", peerAll.quantile(0.99));
    figures.put("node_exporter_cpu_us_per_series", peerEach.median());
    figures.put("ratio", ratio.median());
    figures.put("load_rig_cpu_ms", Spread.of(load).median());
    report.write(folder, figures);
    return held;
  }

  private static double[] per(double[] micros, int series) {
    return Arrays.stream(micros).map(one -> one / series).toArray();
  }
}
