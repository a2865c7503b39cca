package dev.losslessd.bench;

import dev.losslessd.app.FastLoop;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.fabric.door.Pace;
import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The fast part of {@code bench nic}: the fast set of 8 ports at 100 Hz against the fabric's
 * responder, which is in this process; the poller is in one of its own, all of which counts: the
 * thread that polls, and those that wait for the answers.
 */
final class FastBench {
  private static final List<DeviceId> HOSTS = List.of(new DeviceId("gpu01"), new DeviceId("gpu02"));
  private static final int PORTS = 8;
  private static final int ROUNDS = 5;
  private static final int SECONDS = 4;
  private static final int WARM_SECONDS = 15;
  private static final double BUDGET = 0.01;

  private FastBench() {}

  /** Whether the budget holds. */
  static boolean run(Path results) throws IOException {
    Path folder = Files.createTempDirectory("losslessd-fast");
    FabricOptions options = new FabricOptions(HOSTS, 100, 40, 1, List.of(), 4);
    try (Fabric fabric = Fabric.start(folder.resolve("fabric"), options, new Real());
        Child ours =
            Child.java(
                FastLoop.class,
                "10",
                fabric.hostDir(HOSTS.get(0)).toString(),
                fabric.hostDir(HOSTS.get(1)).toString())) {
      int ports = Integer.parseInt(figures(ours.line(), ours));
      NodeExporter.pause(WARM_SECONDS * 1000L);
      return measure(ours, ports, results);
    } finally {
      NicTree.delete(folder);
    }
  }

  private static boolean measure(Child ours, int ports, Path results) throws IOException {
    double[] thread = new double[ROUNDS];
    double[] process = new double[ROUNDS];
    double[] hertz = new double[ROUNDS];
    String[] told = figures(ours.ask("told"), ours).split(" ", -1);
    for (int round = 0; round < ROUNDS; round++) {
      String[] before = told;
      long begun = System.nanoTime();
      long cpu = ours.meter().cpuNanos();
      NodeExporter.pause(SECONDS * 1000L);
      cpu = ours.meter().cpuNanos() - cpu;
      told = figures(ours.ask("told"), ours).split(" ", -1);
      double nanos = System.nanoTime() - begun;
      thread[round] = 100 * (Long.parseLong(told[2]) - Long.parseLong(before[2])) / nanos;
      process[round] = 100 * cpu / nanos;
      hertz[round] = (Long.parseLong(told[0]) - Long.parseLong(before[0])) * 1e9 / nanos / ports;
    }
    Report report = new Report("nic-fast");
    report.line("fast set", "%d ports, %s counters each".formatted(ports, told[1]));
    report.line("  reads per second", Spread.of(hertz).text("%.1f") + " of each port, 100 asked");
    report.line("  polling thread", Spread.of(thread).text("%.2f") + " % of a core");
    report.line("  whole process", Spread.of(process).text("%.2f") + " % of a core");
    report.line("  slowed ports", told[3]);
    boolean read = ports == PORTS && Spread.of(hertz).median() > 90;
    boolean held = read && Spread.of(process).median() < 100 * BUDGET;
    report.line("budget", "1 % of a core: " + (held ? "held" : "NOT HELD"));
    Map<String, Object> figures = new TreeMap<>();
    figures.put("ports", ports);
    figures.put("counters", Integer.parseInt(told[1]));
    figures.put("reads_per_second", Spread.of(hertz).median());
    figures.put("thread_core_percent", Spread.of(thread).median());
    figures.put("process_core_percent", Spread.of(process).median());
    figures.put("slowed_ports", Integer.parseInt(told[3]));
    report.write(results, figures);
    return held;
  }

  /** What it says first may be its log. */
  private static String figures(String line, Child ours) {
    String found = line;
    while (!found.matches("[0-9 ]+")) {
      found = ours.line();
    }
    return found;
  }

  private static final class Real implements Pace {
    @Override
    public long nanos() {
      return System.nanoTime();
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
      Thread.sleep(time);
    }
  }
}
