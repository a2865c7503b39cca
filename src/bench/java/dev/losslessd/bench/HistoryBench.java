package dev.losslessd.bench;

import dev.losslessd.app.BenchFabric;
import dev.losslessd.app.PastState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * {@code bench history}: the real daemon, started by its launcher, on a state folder with a long
 * past: how long it takes to the first page, what it takes of memory and how fast it answers while
 * 16 clients list commits; first with the journal as it is, then after its compaction.
 */
final class HistoryBench {
  private static final int LINES = 1_000_000;
  private static final int PORTS = 8;
  private static final int CLIENTS = 16;
  private static final int ROUNDS = 20;
  private static final double MIB = 1 << 20;
  private static final double LARGEST = 100;
  private static final double SLOWEST = 3;
  private static final long PATIENCE_MILLIS = 240_000;

  private final int commits;
  private final Path folder;
  private final Report report = new Report("history");
  private final Map<String, Object> figures = new TreeMap<>();

  HistoryBench(int commits, Path folder) {
    this.commits = commits;
    this.folder = folder;
  }

  /** Whether the budget holds. */
  boolean run() throws IOException {
    Path place = Files.createTempDirectory(folder, "history");
    try (BenchFabric fabric = BenchFabric.start(place, PORTS)) {
      int port = NodeExporter.freePort();
      Path config = fabric.config(place, port);
      Path state = config.resolveSibling("state");
      PastState.write(state, commits, LINES, Instant.now());
      boolean held = once(config, port, state, "before compaction", true);
      held &= once(config, port, state, "after compaction", false);
      report.line("budget", "<= 100 MiB, first page in <= 3 s: " + (held ? "held" : "NOT HELD"));
      report.write(folder, figures);
      return held;
    } finally {
      NicTree.delete(place);
    }
  }

  private boolean once(Path config, int port, Path state, String when, boolean untilCompacted)
      throws IOException {
    report.line(when, "%.1f MiB of journal".formatted(size(state) / MIB));
    long start = System.nanoTime();
    try (Child daemon = Child.launcher("run", "--config", config.toString())) {
      awaitPage(port);
      double first = (System.nanoTime() - start) / 1e9;
      report.line("  first page", "%.2f s".formatted(first));
      AtomicBoolean done = new AtomicBoolean();
      List<Thread> clients = clients(port, done);
      times(port);
      if (untilCompacted) {
        awaitCompaction(state);
      }
      done.set(true);
      clients.forEach(HistoryBench::join);
      double resident = daemon.meter().residentBytes() / MIB;
      double peak = daemon.meter().peakBytes() / MIB;
      report.line("  resident", "%.1f MiB, at most %.1f".formatted(resident, peak));
      figures.put("first_page_seconds " + when, first);
      figures.put("peak_mib " + when, peak);
      return first <= SLOWEST && peak <= LARGEST;
    }
  }

  /** What clients wait for, with 16 of them that list commits meanwhile. */
  private void times(int port) {
    String rollback = "/api/v1/revisions/" + (commits - 5) + ":diff";
    for (String path :
        List.of("/api/v1/status", "/api/v1/commits", "/api/v1/commits?limit=1000", rollback)) {
      double[] millis = new double[ROUNDS];
      try (Scraper scraper = new Scraper(port, path, "")) {
        for (int round = 0; round < ROUNDS; round++) {
          long from = System.nanoTime();
          scraper.scrape();
          millis[round] = (System.nanoTime() - from) / 1e6;
        }
      }
      report.line("  " + path, Spread.of(millis).text("%.1f") + " ms");
    }
  }

  private static List<Thread> clients(int port, AtomicBoolean done) {
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      all.add(
          Thread.startVirtualThread(() -> {
            while (!done.get()) {
              try (Scraper scraper = new Scraper(port, "/api/v1/commits", "")) {
                scraper.scrape();
              } catch (RuntimeException e) {
                NodeExporter.pause(100); // told to come back later
              }
            }
          }));
    }
    return all;
  }

  private static void awaitPage(int port) {
    long from = System.nanoTime();
    while (!answers(port)) {
      if ((System.nanoTime() - from) / 1_000_000 > PATIENCE_MILLIS) {
        throw new IllegalStateException("no page within " + PATIENCE_MILLIS + " ms");
      }
      NodeExporter.pause(5);
    }
  }

  private static boolean answers(int port) {
    try (Scraper scraper = new Scraper(port, "/metrics", "")) {
      return scraper.scrape() > 0;
    } catch (RuntimeException e) {
      return false; // nobody listens yet
    }
  }

  private static void awaitCompaction(Path state) throws IOException {
    long before = size(state);
    for (int tries = 0; size(state) > before / 2 && tries < 600; tries++) {
      NodeExporter.pause(200);
    }
    NodeExporter.pause(2000); // its checkpoint
  }

  private static long size(Path state) throws IOException {
    return Files.size(state.resolve("journal"));
  }

  private static void join(Thread thread) {
    try {
      thread.join(30_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The words of the verb. */
  static HistoryBench of(List<String> words, Path folder) {
    int commits = words.size() > 1 ? Integer.parseInt(words.get(1)) : 100_000;
    if (commits < 10) {
      throw new IllegalArgumentException(
          String.format(Locale.ROOT, "%d commits, expected 10 or more", commits));
    }
    return new HistoryBench(commits, folder);
  }
}
