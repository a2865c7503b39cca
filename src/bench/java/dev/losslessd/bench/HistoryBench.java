package dev.losslessd.bench;

import dev.losslessd.app.BenchFabric;
import dev.losslessd.app.PastState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * {@code bench history}: the real daemon, started by its launcher in the heap that is shipped, on a
 * state folder with a long past: how long it takes to the first page, what it takes of memory, and
 * how fast it answers and rolls back while 16 clients list commits. First without a checkpoint, as
 * where it was lost: that start reads every line and is not held to the budget. Then as every later
 * start is; then while commits are forgotten, and after that.
 */
final class HistoryBench {
  private static final int PORTS = 8;
  private static final int CLIENTS = 16;
  private static final String CHECKPOINT = "journal.checkpoint";
  private static final int ROUNDS = 10;
  private static final double MIB = 1 << 20;
  private static final double LARGEST_MIB = 105;
  private static final double SLOWEST_SECONDS = 1.2;
  private static final long PATIENCE_SECONDS = 240;

  /** Nothing is dropped, and the usual: the newest 10,000 commits stay. */
  private static final String ALL = "history: { commits: 1000000, age: 3650d }\n";

  private final int commits;
  private final Path folder;
  private final Report report = new Report("history");
  private final Map<String, Object> figures = new TreeMap<>();

  HistoryBench(int commits, Path folder) {
    if (commits < 10 || commits > 1_000_000) {
      throw new IllegalArgumentException(commits + " commits, expected 10 to 1000000");
    }
    this.commits = commits;
    this.folder = folder;
  }

  /** Whether the budget holds. */
  boolean run() throws IOException {
    Path place = Files.createTempDirectory(folder, "history");
    try (BenchFabric fabric = BenchFabric.start(place, PORTS)) {
      int port = NodeExporter.freePort();
      Path config = fabric.config(place, port, "enforce");
      Path state = config.resolveSibling("state");
      long start = System.nanoTime();
      PastState.write(state, commits, Instant.now().minusSeconds(60));
      String past = commits + " commits, ";
      report.note("written", past + Math.round(since(start)) + " s");
      Run run = new Run(config, port, state);
      Files.writeString(config, ALL, StandardOpenOption.APPEND);
      boolean _ = run.once("without a checkpoint", () -> commits < 10_000 || exists(state));
      boolean held = run.once("with a checkpoint", () -> true);
      Files.writeString(config, Files.readString(config).replace(ALL, ""));
      long before = Files.size(state.resolve(CHECKPOINT));
      held &=
          run.once(
              "compaction",
              () -> commits < 25_000 || Files.size(state.resolve(CHECKPOINT)) < before / 2);
      held &= run.once("after compaction", () -> true);
      report.line(
          "budget",
          "<= %.0f MiB, first page in <= %.1f s: %s"
              .formatted(LARGEST_MIB, SLOWEST_SECONDS, held ? "held" : "NOT HELD"));
      report.write(folder, figures);
      return held;
    } finally {
      NicTree.delete(place);
    }
  }

  private interface Condition {
    boolean holds() throws IOException;
  }

  private final class Run {
    private final Path config;
    private final int port;
    private final Path state;
    private final DaemonClient agent;

    Run(Path config, int port, Path state) {
      this.config = config;
      this.port = port;
      this.state = state;
      this.agent = new DaemonClient(port, state);
    }

    boolean once(String when, Condition end) throws IOException {
      report.line(when, "%.1f MiB of journal".formatted(size(state) / MIB));
      report.note("load", Files.readString(Path.of("/proc/loadavg")).strip());
      long start = System.nanoTime();
      try (Child daemon = Child.launcher("run", "--config", config.toString())) {
        await("a page", () -> answers(port));
        double first = since(start);
        double cpu = daemon.meter().cpuNanos() / 1e9;
        report.line("  first page", "%.2f s, %.2f s of CPU".formatted(first, cpu));
        AtomicBoolean done = new AtomicBoolean();
        LongAdder lists = new LongAdder();
        List<Thread> clients = clients(port, done, lists);
        long began = System.nanoTime();
        times(when);
        rollback(when);
        await(when, end);
        done.set(true);
        clients.forEach(HistoryBench::join);
        double resident = daemon.meter().residentBytes() / MIB;
        double peak = daemon.meter().peakBytes() / MIB;
        report.line("  lists of commits", "%.0f in a second".formatted(lists.sum() / since(began)));
        report.line("  resident", "%.1f MiB, at most %.1f".formatted(resident, peak));
        figures.put(when + ": first_page_seconds", first);
        figures.put(when + ": cpu_seconds to it", cpu);
        figures.put(when + ": peak_mib", peak);
        daemon.log().stream()
            .filter(line -> line.contains(" WARN ") || line.contains(" ERROR "))
            .forEach(line -> report.note("said", line));
        return first <= SLOWEST_SECONDS && peak <= LARGEST_MIB;
      }
    }

    /** Times that a person waits, with 16 clients that list commits meanwhile. */
    private void times(String when) {
      String difference = "/api/v1/revisions/" + (PastState.revisions(commits) - 5) + ":diff";
      for (String path :
          List.of(
              "/api/v1/status",
              "/api/v1/commits",
              "/api/v1/commits?limit=1000",
              "/api/v1/commits/c-%06d".formatted(commits - 7),
              difference)) {
        double[] millis = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
          long from = System.nanoTime();
          await(path, () -> get(port, path));
          millis[round] = since(from) * 1000;
        }
        Spread spread = Spread.of(millis);
        report.line("  " + path, spread.text("%.1f") + " ms");
        figures.put(when + ": " + path + " ms", spread.median());
      }
    }

    /** To its plan that is durable, and then back; the newest is kept as it was found. */
    private void rollback(String when) {
      long from = System.nanoTime();
      String path = "/api/v1/revisions/" + (PastState.revisions(commits) - 5) + ":rollback";
      String commit =
          post(path, "{\"acceptScope\":true,\"whileBusy\":true}")
              .headers()
              .firstValue("Location")
              .get();
      double took = since(from);
      await("the commit", () -> !agent.is(commit, "applying"));
      double applied = since(from);
      report.line(
          "  rollback", "%.2f s to its begin, %.2f s to its window".formatted(took, applied));
      figures.put(when + ": rollback_seconds", took);
      post(commit + ":cancel", "{}");
      await("the undo", () -> agent.is(commit, "rolled-back"));
    }

    private HttpResponse<String> post(String path, String body) {
      HttpResponse<String> answer = agent.post(path, body);
      if (answer.statusCode() / 100 != 2) {
        throw new IllegalStateException(path + ": " + answer.statusCode() + " " + answer.body());
      }
      return answer;
    }
  }

  private static List<Thread> clients(int port, AtomicBoolean done, LongAdder lists) {
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      all.add(
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                while (!done.get()) {
                  if (get(port, "/api/v1/commits")) {
                    lists.increment();
                  } else {
                    NodeExporter.pause(1000); // as it is told
                  }
                }
              }));
    }
    return all;
  }

  private static boolean answers(int port) {
    return get(port, "/metrics");
  }

  /** Requests a path; returns false where the client has to come again later. */
  private static boolean get(int port, String path) {
    try (Scraper scraper = new Scraper(port, path, "")) {
      return scraper.scrape() > 0;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static void await(String what, Condition end) {
    long from = System.nanoTime();
    try {
      while (!end.holds()) {
        if (since(from) > PATIENCE_SECONDS) {
          throw new IllegalStateException(what + ": not within " + PATIENCE_SECONDS + " s");
        }
        NodeExporter.pause(5);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double since(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }

  private static boolean exists(Path state) {
    return Files.exists(state.resolve(CHECKPOINT));
  }

  private static long size(Path state) throws IOException {
    long all = 0;
    try (Stream<Path> files = Files.list(state)) {
      for (Path one : files.toList()) {
        all += String.valueOf(one.getFileName()).startsWith("journal") ? Files.size(one) : 0;
      }
    }
    return all;
  }

  private static void join(Thread thread) {
    try {
      thread.join(30_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
