package dev.losslessd.bench;

import dev.losslessd.app.BenchFabric;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * {@code bench gate}: {@code losslessd check --gate}, {@code env} and {@code env check} as whole
 * processes, from their start to their exit code, on a fabric's host with eight NICs: the daemon
 * answers, is down, accepts and says nothing, or a file of a NIC hangs.
 */
final class GateBench {
  private static final int PORTS = 8;
  private static final double BUDGET_SECONDS = 1;

  /** What {@code env} and {@code env check} wait for a file that hangs, with their own start. */
  private static final double LOOK_SECONDS = 4;

  private static final int GIVE_UP_MILLIS = 60_000;

  /** A folder shows no limits of a job. */
  private static final String[] CLOSED = {"--ignore", "memlock,modules"};

  /** Nor the mode of namespaces, nor a contract without the daemon: unknown is what hangs. */
  private static final String[] LOCAL = {"--ignore", "memlock,modules,contract,rdma-namespace"};

  private static final String HCA = "sys/class/infiniband/mlx5_3";
  private static final String VERBS = "sys/class/infiniband_verbs/";

  private final int rounds;
  private final Path folder;
  private final Report report = new Report("gate");
  private final Map<String, Object> figures = new LinkedHashMap<>();
  private boolean held = true;

  GateBench(int rounds, Path folder) {
    this.rounds = rounds;
    this.folder = folder;
  }

  /** Whether each answered within its time, by the exit code that belongs to it. */
  boolean run() throws IOException, InterruptedException {
    Path place = Files.createTempDirectory(folder, "gate");
    try (BenchFabric fabric = BenchFabric.start(place, PORTS)) {
      report.line("gate", PORTS + " ports, " + rounds + " rounds each, as whole processes");
      verbs(fabric.root());
      int port = NodeExporter.freePort();
      Path config = fabric.config(place, port);
      Path socket = config.resolveSibling("s");
      // without the daemon contract is unknown
      gate("daemon is down", 3, config, socket, CLOSED);
      gate("and contract is not asked", 0, config, socket, LOCAL);
      env("env, daemon is down", 0, BUDGET_SECONDS, config, socket);
      try (ServerSocketChannel deaf = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
        Path silent = place.resolve("silent");
        deaf.bind(UnixDomainSocketAddress.of(silent), 16 * rounds + PORTS);
        gate("daemon is silent", 3, config, silent, CLOSED);
        stuck(fabric.root(), config, silent);
      }
      stuckEnv(fabric.root(), config, socket);
      answering(config, socket, port);
    } finally {
      NicTree.delete(place);
    }
    report.line(
        "budget",
        "gates and answers without a hanging file within %.0f s, others within %.0f s, none ok that is not known: %s"
            .formatted(BUDGET_SECONDS, LOOK_SECONDS, held ? "held" : "NOT HELD"));
    report.write(folder, figures);
    return held;
  }

  /** The devices of user space, which the fabric's hosts do not have. */
  private static void verbs(Path root) throws IOException {
    Files.createDirectories(root.resolve("dev/infiniband"));
    Files.writeString(root.resolve("dev/infiniband/rdma_cm"), "");
    for (int n = 0; n < PORTS; n++) {
      Path own = Files.createDirectories(root.resolve(VERBS + "uverbs" + n));
      Files.writeString(own.resolve("ibdev"), "mlx5_" + n + "\n");
      Files.writeString(root.resolve("dev/infiniband/uverbs" + n), "");
      // two devices of one function are told apart by their files alone
      Path function = root.resolve("sys/class/infiniband/mlx5_" + n + "/device/infiniband_verbs");
      Files.createDirectories(function.resolve("uverbs" + n));
      Files.createDirectories(function.resolve("uverbs" + (n + PORTS)));
    }
  }

  /** The worst of all: neither the daemon nor a NIC answers. */
  private void stuck(Path root, Path config, Path silent) throws IOException, InterruptedException {
    try (Hung _ = new Hung(root.resolve(HCA + "/ports/1/state"))) {
      gate("and a port's state hangs", 3, config, silent, LOCAL);
    }
    try (Hung _ = new Hung(root.resolve(HCA + "/ports/1/gids/0"))) {
      gate("and a GID hangs", 3, config, silent, LOCAL);
    }
    try (Hung _ = new Hung(root.resolve(VERBS + "uverbs3/ibdev"))) {
      gate("and a name of uverbs hangs", 3, config, silent, LOCAL);
    }
    try (HeldOpen _ = new HeldOpen(root.resolve("dev/infiniband/uverbs3"))) {
      gate("and an open of uverbs hangs", 3, config, silent, LOCAL);
    }
    try (HeldOpen _ = new HeldOpen(root.resolve("dev/infiniband/rdma_cm"))) {
      gate("and an open of rdma_cm hangs", 3, config, silent, LOCAL);
    }
  }

  private void stuckEnv(Path root, Path config, Path socket)
      throws IOException, InterruptedException {
    try (Hung _ = new Hung(root.resolve(HCA + "/ports/1/state"))) {
      env("env, a port's state hangs", 1, LOOK_SECONDS, config, socket);
    }
    try (HeldOpen _ = new HeldOpen(root.resolve("dev/infiniband/uverbs3"))) {
      env("env, an open of uverbs hangs", 1, LOOK_SECONDS, config, socket);
    }
  }

  private void answering(Path config, Path socket, int port) throws IOException {
    try (Child daemon = Child.launcher("run", "--config", config.toString())) {
      while (!hasChecks(port)) {
        NodeExporter.pause(50);
      }
      gate("daemon answers", 0, config, socket, "--require", "port-active,gid");
      env("env, daemon answers", 0, BUDGET_SECONDS, config, socket);
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

  private void gate(String what, int code, Path config, Path socket, String... more) {
    List<String> words = new ArrayList<>(List.of("check", "--gate"));
    words.addAll(List.of(more));
    time(what, code, BUDGET_SECONDS, config, socket, words);
  }

  /**
   * @param code of {@code env}; {@code env check} finds nothing in any case
   */
  private void env(String what, int code, double budget, Path config, Path socket)
      throws IOException {
    Path file = Files.writeString(folder.resolve("job.env"), "NCCL_DEBUG=INFO\n");
    time(what, code, budget, config, socket, List.of("env"));
    time(what + ": check", 0, budget, config, socket, List.of("env", "check", file.toString()));
    Files.delete(file);
  }

  /**
   * @param code that belongs to the answer
   * @param budget seconds
   */
  private void time(
      String what, int code, double budget, Path config, Path socket, List<String> command) {
    List<String> words = new ArrayList<>(command);
    words.addAll(List.of("--config", config.toString(), "--socket", socket.toString()));
    double[] seconds = new double[rounds];
    Set<Integer> codes = new TreeSet<>();
    for (int n = 0; n < rounds; n++) {
      long start = System.nanoTime();
      try (Child gate = Child.launcher(words.toArray(String[]::new))) {
        boolean ended = gate.endsWithin(GIVE_UP_MILLIS);
        seconds[n] = (System.nanoTime() - start) / 1e9;
        codes.add(ended ? gate.exitCode() : -1);
      }
    }
    Spread spread = Spread.of(seconds);
    boolean same = codes.equals(Set.of(code));
    held &= same && spread.most() <= budget;
    report.line(
        "  " + what,
        String.format(
            Locale.ROOT,
            "least %.2f s, median %.2f s, most %.2f s; exit code %d%s",
            spread.least(),
            spread.median(),
            spread.most(),
            code,
            same ? "" : ", BUT " + codes));
    String key = what.replace(' ', '_');
    figures.put(key + "_least_seconds", spread.least());
    figures.put(key + "_median_seconds", spread.median());
    figures.put(key + "_most_seconds", spread.most());
    figures.put(key + "_exit_code", code);
  }

  /** A pipe that nobody writes to, in the place of a file. */
  private static final class Hung implements AutoCloseable {
    private final Path file;
    private final byte[] was;

    Hung(Path file) throws IOException, InterruptedException {
      this.file = file;
      this.was = Files.readAllBytes(file);
      Files.delete(file);
      if (new ProcessBuilder("mkfifo", file.toString()).start().waitFor() != 0) {
        throw new IOException("no pipe " + file);
      }
    }

    @Override
    public void close() throws IOException {
      Files.delete(file);
      Files.write(file, was);
    }
  }
}
