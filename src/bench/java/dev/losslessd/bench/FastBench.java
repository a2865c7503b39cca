package dev.losslessd.bench;

import dev.losslessd.app.FastFloor;
import dev.losslessd.app.FastLoop;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.fabric.door.Pace;
import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * {@code bench fast}: the fast set of 8 ports at 100 Hz, in a process of its own of which all
 * counts. Twice: against the fabric's responder, which is in this process, so that each answer is a
 * switch of processes; and against the netlink of the real kernel, with eight links in a network
 * namespace in the place of eight RDMA devices. Beside each, at the same time, the floor: the same
 * calls of the kernel and nothing else; and a thread that only wakes as often. At last the rounds
 * of all ports one right after the other, which no hypervisor disturbs ({@code bin/lab fast} counts
 * the instructions): what is above that, at 100 Hz, is the waking, and caches that have forgotten
 * what was there 10 ms ago.
 */
final class FastBench {
  private static final DeviceId HOST = new DeviceId("gpu01");
  private static final int PORTS = 8;
  private static final int ROUNDS = 7;
  private static final int SECONDS = 4;
  private static final int WARM_SECONDS = 30;
  private static final double BUDGET_PERCENT = 1;

  /** In a network namespace of its own, gone with the process: links 2 to 9. */
  private static final List<String> EIGHT_LINKS =
      List.of(
          "unshare",
          "--net",
          "sh",
          "-c",
          "for n in 1 2 3 4; do ip link add type veth || exit 1; done; exec \"$@\"",
          "sh");

  private enum Verdict {
    HELD("held"),
    BROKEN("NOT HELD"),
    /** Nor could any program hold it here. */
    BEYOND("NOT HELD; the bare calls alone take more on this machine, see bin/lab fast");

    final String text;

    Verdict(String text) {
      this.text = text;
    }
  }

  private final Report report = new Report("nic-fast");
  private final Map<String, Object> figures = new TreeMap<>();

  /** Cost of one process, round by round. */
  private static final class Taken {
    final double[] percent = new double[ROUNDS];
    final double[] hertz = new double[ROUNDS];
    String[] told = {};
  }

  /** Whether the budget holds against both. */
  static boolean run(Path results) throws IOException {
    FastBench bench = new FastBench();
    Path folder = Files.createTempDirectory("losslessd-fast");
    FabricOptions options = new FabricOptions(List.of(HOST), 100, 40, 1).withNics(PORTS);
    try (Fabric fabric = Fabric.start(folder.resolve("fabric"), options, new Real())) {
      String host = fabric.hostDir(HOST).toString();
      Verdict responder =
          bench.pair(
              "responder",
              Child.java(FastLoop.class, "10", host),
              Child.java(FastFloor.class, host));
      Verdict kernel = bench.ofKernel(host);
      bench.report.line("budget", "1 % of a core");
      bench.report.line("  responder", responder.text);
      bench.report.line("  kernel", kernel.text);
      bench.report.write(results, bench.figures);
      return responder == Verdict.HELD && kernel == Verdict.HELD;
    } finally {
      NicTree.delete(folder);
    }
  }

  private Verdict ofKernel(String host) throws IOException {
    return pair(
        "kernel",
        Child.after(EIGHT_LINKS, FastLoop.class, "10", host, "kernel"),
        Child.after(EIGHT_LINKS, FastFloor.class, host, "kernel"));
  }

  private Verdict pair(String name, Child ours, Child floor) throws IOException {
    try (ours;
        floor;
        Child waker = Child.java(FastFloor.class, "wake")) {
      int ports = Integer.parseInt(figures(ours.line(), ours));
      var _ = figures(floor.line(), floor);
      var _ = figures(waker.line(), waker);
      NodeExporter.pause(WARM_SECONDS * 1000L);
      List<Taken> all = measure(List.of(ours, floor, waker));
      Verdict verdict = tell(name, ports, all.get(0), all.get(1), all.get(2));
      backToBack(name, Long.parseLong(figures(ours.ask("rounds"), ours)) / 1e3);
      return verdict;
    }
  }

  private static List<Taken> measure(List<Child> children) {
    List<Taken> all = new ArrayList<>();
    for (Child child : children) {
      Taken one = new Taken();
      one.told = told(child);
      all.add(one);
    }
    for (int round = 0; round < ROUNDS; round++) {
      long begun = System.nanoTime();
      long[] cpu = children.stream().mapToLong(one -> one.meter().cpuNanos()).toArray();
      NodeExporter.pause(SECONDS * 1000L);
      double nanos = System.nanoTime() - begun;
      for (int n = 0; n < cpu.length; n++) {
        all.get(n).percent[round] = 100 * (children.get(n).meter().cpuNanos() - cpu[n]) / nanos;
      }
      for (int n = 0; n < cpu.length; n++) {
        String[] now = told(children.get(n));
        long reads = Long.parseLong(now[0]) - Long.parseLong(all.get(n).told[0]);
        all.get(n).hertz[round] = reads * 1e9 / (System.nanoTime() - begun) / PORTS;
        all.get(n).told = now;
      }
    }
    return all;
  }

  private Verdict tell(String name, int ports, Taken ours, Taken floor, Taken waker) {
    Spread waking = Spread.of(waker.percent);
    Spread percent = Spread.of(ours.percent);
    Spread bare = Spread.of(floor.percent);
    Spread hertz = Spread.of(ours.hertz);
    report.line(name, "%d ports, %s counters".formatted(ports, ours.told[1]));
    report.line("  reads per second", hertz.text("%.1f") + " of each port, 100 asked");
    report.line("  whole process", percent.text("%.2f") + " % of a core");
    report.line("  bare calls", bare.text("%.2f") + " % of a core, in the same seconds");
    report.line("  waking alone", waking.text("%.2f") + " % of a core, 100 times a second");
    report.line(
        "  each read",
        String.format(
            Locale.ROOT,
            "%.1f us, %.1f of them bare calls",
            1e4 * percent.median() / hertz.median() / PORTS,
            1e4 * bare.median() / Spread.of(floor.hertz).median() / PORTS));
    report.line("  slowed ports", ours.told[3]);
    figures.put(name + "_ports", ports);
    figures.put(name + "_reads_per_second", hertz.median());
    figures.put(name + "_core_percent", percent.median());
    figures.put(name + "_bare_core_percent", bare.median());
    figures.put(name + "_waking_core_percent", waking.median());
    figures.put(name + "_slowed_ports", Integer.parseInt(ours.told[3]));
    if (ports != PORTS || hertz.median() <= 90) {
      return Verdict.BROKEN;
    }
    if (percent.median() < BUDGET_PERCENT) {
      return Verdict.HELD;
    }
    return bare.median() < BUDGET_PERCENT ? Verdict.BROKEN : Verdict.BEYOND;
  }

  /** What the work itself takes of a processor that remembers it. */
  private void backToBack(String name, double micros) {
    report.line(
        "  back to back",
        "%.1f us for all ports: %.2f %% of a core if that were 100 times a second"
            .formatted(micros, micros / 100));
    figures.put(name + "_back_to_back_micros", micros);
  }

  private static String[] told(Child child) {
    return figures(child.ask("told"), child).split(" ", -1);
  }

  /** Reads the line of figures, past log lines that may come first. */
  private static String figures(String line, Child child) {
    String found = line;
    while (!found.matches("[0-9 ]+")) {
      found = child.line();
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
