package dev.losslessd.bench;

import dev.losslessd.app.BenchFabric;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * {@code bench gate}: {@code losslessd check --gate} as a whole process, from its start to its exit
 * code, on a fabric's host with eight NICs: the daemon answers, is down, accepts and says nothing,
 * or a file of a NIC hangs.
 */
final class GateBench {
  private static final int PORTS = 8;
  private static final double BUDGET_SECONDS = 1;
  private static final int GIVE_UP_MILLIS = 60_000;
  private static final String[] CLOSED = {"--ignore", "rdma-devices,memlock,modules"};

  private final int rounds;
  private final Path folder;
  private final Report report = new Report("gate");
  private final Map<String, Object> figures = new LinkedHashMap<>();
  private boolean held = true;

  GateBench(int rounds, Path folder) {
    this.rounds = rounds;
    this.folder = folder;
  }

  /** Whether each gate answered within its second, by the exit code that belongs to it. */
  boolean run() throws IOException, InterruptedException {
    Path place = Files.createTempDirectory(folder, "gate");
    try (BenchFabric fabric = BenchFabric.start(place, PORTS)) {
      report.line("gate", PORTS + " ports, " + rounds + " rounds each, as whole processes");
      int port = NodeExporter.freePort();
      Path config = fabric.config(place, port);
      Path socket = config.resolveSibling("s");
      // a folder shows neither devices nor limits of a job; without the daemon contract is unknown
      time("daemon is down", 3, config, socket, CLOSED);
      try (ServerSocketChannel deaf = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        Path silent = place.resolve("silent");
        deaf.bind(UnixDomainSocketAddress.of(silent), rounds + PORTS);
        time("daemon is silent", 3, config, silent, CLOSED);
        stuck(fabric, config, silent);
      }
      answering(config, socket, port);
    } finally {
      NicTree.delete(place);
    }
    report.line(
        "budget",
        "each within %.0f s, none ok that is not known: %s"
            .formatted(BUDGET_SECONDS, held ? "held" : "NOT HELD"));
    report.write(folder, figures);
    return held;
  }

  /** The worst of all: neither the daemon nor a NIC answers. */
  private void stuck(BenchFabric fabric, Path config, Path silent)
      throws IOException, InterruptedException {
    Path state = fabric.root().resolve("sys/class/infiniband/mlx5_3/ports/1/state");
    String was = Files.readString(state);
    Files.delete(state);
    int made = new ProcessBuilder("mkfifo", state.toString()).start().waitFor();
    try {
      time("and a file hangs", made == 0 ? 3 : -1, config, silent, CLOSED);
    } finally {
      Files.delete(state);
      Files.writeString(state, was);
    }
  }

  private void answering(Path config, Path socket, int port) throws IOException {
    try (Child daemon = Child.launcher("run", "--config", config.toString())) {
      while (!hasChecks(port)) {
        NodeExporter.pause(50);
      }
      time("daemon answers", 0, config, socket, "--require", "port-active,gid");
      report.note("of the daemon meanwhile", daemon.meter().threads() + " threads");
    }
  }

  private static boolean hasChecks(int port) {
    try (Scraper scraper = new Scraper(port, "/metrics", "")) {
      scraper.scrape();
      return scraper.text().contains("roce_ready{");
    } catch (RuntimeException e) {
      return false; // nobody listens yet
    }
  }

  /**
   * @param code that belongs to the answer
   */
  private void time(String what, int code, Path config, Path socket, String... more) {
    double[] seconds = new double[rounds];
    boolean same = true;
    for (int n = 0; n < rounds; n++) {
      String[] words = new String[6 + more.length];
      System.arraycopy(
          new String[] {
            "check", "--gate", "--config", config.toString(), "--socket", socket.toString()
          },
          0,
          words,
          0,
          6);
      System.arraycopy(more, 0, words, 6, more.length);
      long start = System.nanoTime();
      try (Child gate = Child.launcher(words)) {
        boolean ended = gate.endsWithin(GIVE_UP_MILLIS);
        seconds[n] = (System.nanoTime() - start) / 1e9;
        int got = ended ? gate.exitCode() : -2;
        same &= got == code;
      }
    }
    Spread spread = Spread.of(seconds);
    held &= same && spread.most() <= BUDGET_SECONDS;
    report.line(
        "  " + what,
        String.format(
            Locale.ROOT,
            "least %.2f s, median %.2f s, most %.2f s; exit code %d%s",
            spread.least(),
            spread.median(),
            spread.most(),
            code,
            same ? "" : ", AND OTHERS"));
    String key = what.replace(' ', '_');
    figures.put(key + "_least_seconds", spread.least());
    figures.put(key + "_median_seconds", spread.median());
    figures.put(key + "_most_seconds", spread.most());
    figures.put(key + "_exit_code", code);
  }
}
