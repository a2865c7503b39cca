package dev.losslessd.bench;

import dev.losslessd.app.BusySite;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * {@code bench hour}: the real daemon, started by its launcher, beside a host and two leaves that
 * are read as often as the config allows: ten times the usual, NICs at the kernel's own limit of
 * once a second with their fast set at 100 Hz, SSH each 10 s. It is scraped each second and asked
 * for its commits; the whole policy is applied and taken back again and again. What it holds of
 * memory, descriptors and threads after a sixth of the time must be what it holds at the end.
 */
final class HourBench {
  private static final int PARTS = 6;
  private static final long PATIENCE_SECONDS = 120;
  private static final int REST_SECONDS = 5;
  private static final double MIB = 1 << 20;

  /** Growth that is no leak: a collection that comes later, a connection more. */
  private static final double MORE_MEMORY = 1.1;

  private static final int MORE_DESCRIPTORS = 8;

  private final int seconds;
  private final Path folder;
  private final Report report = new Report("hour");
  private final Map<String, Object> figures = new TreeMap<>();
  private final List<String> said = new ArrayList<>();

  HourBench(int seconds, Path folder) {
    if (seconds < 60 || seconds > 86_400) {
      throw new IllegalArgumentException(seconds + " s, expected 60 to 86400");
    }
    this.seconds = seconds;
    this.folder = folder;
  }

  /** Whether nothing has grown. */
  boolean run() throws IOException {
    Path place = Files.createTempDirectory(folder, "hour");
    try (Child _ =
        Child.launcher(
            "fabric",
            "--dir",
            place.resolve("fabric").toString(),
            "--seed",
            "1",
            "--os",
            String.join(",", BusySite.SYSTEMS))) {
      await("the fabric", () -> BusySite.plays(place));
      int port = NodeExporter.freePort();
      Path config = BusySite.config(place, port);
      try (Child daemon = Child.launcher("run", "--config", config.toString())) {
        await("a page", () -> answers(port));
        boolean held = busy(daemon, new Agent(new DaemonClient(port, place.resolve("state"))));
        said.stream().distinct().limit(20).forEach(line -> report.note("said", line));
        report.write(folder, figures);
        return held;
      }
    } finally {
      NicTree.delete(place);
    }
  }

  /** Memory, descriptors and threads that a process holds. */
  private record Holding(double mib, long descriptors, long threads) {
    static Holding of(Meter meter) {
      return new Holding(meter.residentBytes() / MIB, meter.descriptors(), meter.threads());
    }

    String text() {
      return "%.1f MiB, %d descriptors, %d threads".formatted(mib, descriptors, threads);
    }

    boolean holds(Holding before) {
      return mib <= before.mib * MORE_MEMORY
          && descriptors <= before.descriptors + MORE_DESCRIPTORS;
    }
  }

  private boolean busy(Child daemon, Agent agent) {
    Holding first = null;
    Holding last = Holding.of(daemon.meter());
    int part = 0;
    long start = System.nanoTime();
    while (since(start) < seconds) {
      agent.change();
      said.addAll(daemon.log().stream().filter(line -> line.contains(" ERROR ")).toList());
      while (part < PARTS && since(start) >= (part + 1.0) * seconds / PARTS) {
        part++;
        last = Holding.of(daemon.meter());
        first = first == null ? last : first;
        report.line("after " + part * seconds / PARTS + " s", last.text());
      }
    }
    last = Holding.of(daemon.meter());
    boolean held = first != null && last.holds(first);
    report.line("at the end", last.text());
    report.line("at most", "%.1f MiB".formatted(daemon.meter().peakBytes() / MIB));
    report.line("changes", agent.applied + " applied, " + agent.undone + " undone");
    report.line("pages", agent.pages + " of metrics, " + agent.lists + " of commits");
    report.line(
        "budget",
        "at most %.0f %% more memory and %d more descriptors than after a sixth: %s"
            .formatted(100 * MORE_MEMORY - 100, MORE_DESCRIPTORS, held ? "held" : "NOT HELD"));
    figures.put("seconds", seconds);
    figures.put("after_a_sixth", first == null ? "" : first.text());
    figures.put("at_the_end", last.text());
    figures.put("applied", agent.applied);
    figures.put("undone", agent.undone);
    return held;
  }

  /** Who changes, and who looks. */
  private final class Agent {
    private final DaemonClient daemon;
    private int applied;
    private int undone;
    private int pages;
    private int lists;
    private double looked;
    private final long start = System.nanoTime();

    Agent(DaemonClient daemon) {
      this.daemon = daemon;
    }

    /** Applies the policy and takes it back, one step nearer to it each time that it is called. */
    void change() {
      look();
      HttpResponse<String> answer =
          daemon.post(
              "/api/v1/commits",
              "{\"acceptScope\":true,\"whileBusy\":true,\"confirmWithin\":\"60s\"}");
      if (answer.statusCode() != 202) {
        report.note("refused", answer.statusCode() + " " + cut(answer.body()));
        NodeExporter.pause(1000);
        return;
      }
      applied++;
      String commit = answer.headers().firstValue("Location").orElseThrow();
      await(commit, () -> !is(commit, "applying"));
      if (is(commit, "awaiting-confirm")) {
        var _ = daemon.post(commit + ":cancel", "{}");
      }
      await(commit, () -> is(commit, "rolled-back"));
      undone++;
      rest();
    }

    private static String cut(String text) {
      return text.substring(0, Math.min(text.length(), 200));
    }

    private void rest() {
      for (int i = 0; i < REST_SECONDS * 10; i++) {
        look();
        NodeExporter.pause(100);
      }
    }

    private boolean is(String commit, String state) {
      look();
      return daemon.is(commit, state);
    }

    /** Once a second, whatever else is done. */
    private void look() {
      if (since(start) >= looked + 1) {
        looked = since(start);
        pages += daemon.get("/metrics").isEmpty() ? 0 : 1;
        lists += daemon.get("/api/v1/commits").isEmpty() ? 0 : 1;
      }
    }
  }

  private static boolean answers(int port) {
    try (Scraper scraper = new Scraper(port, "")) {
      return scraper.scrape() > 0;
    } catch (RuntimeException e) {
      return false;
    }
  }

  private static void await(String what, BooleanSupplier end) {
    long from = System.nanoTime();
    while (!end.getAsBoolean()) {
      if (since(from) > PATIENCE_SECONDS) {
        throw new IllegalStateException(what + ": not within " + PATIENCE_SECONDS + " s");
      }
      NodeExporter.pause(50);
    }
  }

  private static double since(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
