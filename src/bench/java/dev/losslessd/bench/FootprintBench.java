package dev.losslessd.bench;

import dev.losslessd.app.BenchFabric;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code bench footprint}: the real daemon, started by its launcher, over a fabric's host with
 * eight NICs whose counters it reads each second, scraped every 15 seconds as Prometheus servers
 * mostly do; what it takes of memory and CPU, and how long it takes to the first page. Beside
 * node_exporter, scraped as often on files of as many ports. Then, for a minute, what both take of
 * CPU when they are scraped each second, which no budget is about.
 */
final class FootprintBench {
  private static final int PORTS = 8;
  private static final int STARTS = 5;
  private static final int EVERY_SECONDS = 15;
  private static final int WARM_SECONDS = 20;
  private static final int QUICK_SECONDS = 60;
  private static final double MIB = 1 << 20;
  private static final String GZIP = "Accept-Encoding: gzip\r\n";

  private final int seconds;
  private final Path folder;
  private final Report report = new Report("footprint");

  FootprintBench(int seconds, Path folder) {
    this.seconds = seconds;
    this.folder = folder;
  }

  /** Whether the budget holds. */
  boolean run() throws IOException {
    Path place = Files.createTempDirectory(folder, "footprint");
    try (BenchFabric fabric = BenchFabric.start(place, PORTS)) {
      NicTree.write(place.resolve("peer"), PORTS);
      double[] starts = new double[STARTS];
      for (int n = 0; n < STARTS; n++) {
        starts[n] = firstPage(place, fabric);
      }
      return steady(place, fabric, Spread.of(starts));
    } finally {
      NicTree.delete(place);
    }
  }

  /** Seconds from the launcher's start to a page with counters on it. */
  private static double firstPage(Path place, BenchFabric fabric) throws IOException {
    int port = NodeExporter.freePort();
    Path config = fabric.config(place, port);
    long start = System.nanoTime();
    try (Child _ = Child.launcher("run", "--config", config.toString())) {
      while (!hasCounters(port)) {
        NodeExporter.pause(2);
      }
      return (System.nanoTime() - start) / 1e9;
    }
  }

  private static boolean hasCounters(int port) {
    try (Scraper scraper = new Scraper(port, "/metrics", "")) {
      scraper.scrape();
      return scraper.text().contains("roce_cnp_sent_total{");
    } catch (RuntimeException e) {
      return false; // nobody listens yet
    }
  }

  private boolean steady(Path place, BenchFabric fabric, Spread starts) throws IOException {
    int port = NodeExporter.freePort();
    int peerPort = NodeExporter.freePort();
    Path config = fabric.config(place, port);
    try (Child daemon = Child.launcher("run", "--config", config.toString());
        Child peer =
            NodeExporter.start(
                place.resolve("peer/sys"), peerPort, folder.resolve("node_exporter.log"))) {
      while (!hasCounters(port)) {
        NodeExporter.pause(10);
      }
      try (Scraper scraper = new Scraper(port, "/metrics", GZIP);
          Scraper peerScraper = new Scraper(peerPort, "/metrics", GZIP)) {
        Scraped both = new Scraped(daemon, scraper, peer, peerScraper);
        var _ = both.rounds(WARM_SECONDS, EVERY_SECONDS);
        Cpu cpu = both.rounds(seconds, EVERY_SECONDS);
        double resident = daemon.meter().residentBytes() / MIB;
        Cpu quick = both.rounds(QUICK_SECONDS, 1);
        return conclude(starts, resident, cpu, quick, daemon.meter(), peer.meter());
      }
    }
  }

  /** Percent of a core. */
  private record Cpu(double ours, double peer) {}

  private final class Scraped {
    private final Child daemon;
    private final Scraper scraper;
    private final Child peer;
    private final Scraper peerScraper;

    Scraped(Child daemon, Scraper scraper, Child peer, Scraper peerScraper) {
      this.daemon = daemon;
      this.scraper = scraper;
      this.peer = peer;
      this.peerScraper = peerScraper;
      // a connection that asks nothing for ten seconds is closed
      scraper.scrape();
      peerScraper.scrape();
    }

    /** Scrapes both for so many seconds. */
    Cpu rounds(int seconds, int every) {
      double ours = daemon.meter().cpuNanos();
      double theirs = peer.meter().cpuNanos();
      long start = System.nanoTime();
      for (int second = 1; second <= seconds; second++) {
        if (second % every == 0) {
          scraper.scrape();
          peerScraper.scrape();
        }
        if (second % Math.max(seconds / 6, 1) == 0) {
          double resident = daemon.meter().residentBytes() / MIB;
          report.note("after " + second + " s", "%.1f MiB resident".formatted(resident));
        }
        NodeExporter.pause(Math.max(0, second * 1000L - (System.nanoTime() - start) / 1_000_000));
      }
      double wall = System.nanoTime() - start;
      return new Cpu(
          100 * (daemon.meter().cpuNanos() - ours) / wall,
          100 * (peer.meter().cpuNanos() - theirs) / wall);
    }
  }

  private boolean conclude(
      Spread starts, double resident, Cpu cpu, Cpu quick, Meter ours, Meter peer)
      throws IOException {
    boolean held = resident <= 100 && cpu.ours() <= 1 && starts.median() <= 1;
    report.line(
        "losslessd", PORTS + " ports, scraped every " + EVERY_SECONDS + " s for " + seconds + " s");
    report.line("  resident", "%.1f MiB, at most %.1f".formatted(resident, ours.peakBytes() / MIB));
    report.line("  CPU", "%.2f %% of a core".formatted(cpu.ours()));
    report.line("  CPU, scraped each second", "%.2f %% of a core".formatted(quick.ours()));
    report.line("  first page", starts.text("%.2f") + " s after the launcher's start");
    report.line("node_exporter", PORTS + " ports, InfiniBand alone");
    report.line(
        "  resident",
        "%.1f MiB, at most %.1f".formatted(peer.residentBytes() / MIB, peer.peakBytes() / MIB));
    report.line("  CPU", "%.2f %% of a core".formatted(cpu.peer()));
    report.line("  CPU, scraped each second", "%.2f %% of a core".formatted(quick.peer()));
    report.line(
        "budget",
        String.format(
            Locale.ROOT,
            "<= 100 MiB, <= 1 %%, first page in <= 1 s: %s",
            held ? "held" : "NOT HELD"));
    Map<String, Object> figures = new TreeMap<>();
    figures.put("seconds", seconds);
    figures.put("resident_mib", resident);
    figures.put("peak_mib", ours.peakBytes() / MIB);
    figures.put("cpu_percent", cpu.ours());
    figures.put("cpu_percent_scraped_each_second", quick.ours());
    figures.put("first_page_seconds", starts.median());
    figures.put("node_exporter_resident_mib", peer.residentBytes() / MIB);
    figures.put("node_exporter_cpu_percent", cpu.peer());
    figures.put("node_exporter_cpu_percent_scraped_each_second", quick.peer());
    report.write(folder, figures);
    return held;
  }
}
