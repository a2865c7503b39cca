package dev.losslessd.demo;

import dev.losslessd.app.Command;
import dev.losslessd.cli.ExitCode;
import dev.losslessd.cli.SimulatorVerbs.DemoOptions;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricControl;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A fabric process, a config and an ordinary daemon, in a folder of their own that goes away with
 * them. The daemon knows nothing of the demo.
 */
final class Demo implements AutoCloseable {
  private static final Patience PATIENCE = new Patience(Duration.ofMillis(25));
  private static final String HOST = "gpu01";
  private static final int LOAD = 60;
  private static final String[] APPLY = {
    "apply", "--yes", "--accept-scope", "--confirm", "--reason", "RoCE for the new host"
  };

  private final Path folder;
  private final int port;
  private final Process fabric;
  private volatile Process agent;
  private final Thread hook = new Thread(this::close);

  private Demo(Path folder, int port, Process fabric, Process agent) {
    this.folder = folder;
    this.port = port;
    this.fabric = fabric;
    this.agent = agent;
    Runtime.getRuntime().addShutdownHook(hook);
  }

  static Demo start(DemoOptions options, PrintStream out) throws IOException {
    Path folder = Files.createTempDirectory("losslessd-demo-");
    int port = options.port() == 0 ? freePort() : options.port();
    requireFree(options.host(), port);
    Process fabric =
        SelfProcess.simulator(
            folder.resolve("fabric.log"),
            "fabric",
            "--dir",
            folder.resolve("fabric").toString(),
            "--seed",
            Long.toString(options.seed()),
            "--os",
            String.join(",", options.os()),
            "--nic",
            options.nic());
    Path control = folder.resolve("fabric").resolve(Fabric.CONTROL_SOCKET);
    await("fabric", fabric, folder.resolve("fabric.log"), () -> Files.exists(control));
    Path config = folder.resolve("losslessd.yaml");
    DemoSite site = DemoSite.of(options.os());
    for (int n = 0; n < site.leaves().size(); n++) {
      String lines = site.leaf(n + 1).networkTeam();
      List<String> answer = FabricControl.send(control, "foreign leaf" + (n + 1) + " " + lines);
      if (!answer.getFirst().startsWith("ok")) {
        throw new IOException("leaf" + (n + 1) + " of the demo: " + String.join("; ", answer));
      }
    }
    Files.writeString(config, DemoConfig.of(HOST, folder, options.host(), port, site));
    Process agent =
        SelfProcess.daemon(folder.resolve("losslessd.log"), "run", "--config", config.toString());
    Demo demo = new Demo(folder, port, fabric, agent);
    await("losslessd", agent, folder.resolve("losslessd.log"), demo::ready);
    if (options.unmarked()) {
      demo.configureAllButTheMark(config, site);
    }
    demo.introduce(options, out);
    return demo;
  }

  /**
   * Sets everything of the policy but the mark, wherever it belongs. The next daemon's policy has
   * the mark too, and a job of gpu01 that asks for no class is running.
   */
  private void configureAllButTheMark(Path config, DemoSite site) throws IOException {
    int rails = DemoLeaf.nics(site.leaves().size());
    for (int rail = 1; rail <= rails; rail++) {
      tell("foreign gpu02:ens%df0np0 pfc 3".formatted(rail));
      tell("foreign gpu02:ens%df0np0 app 26:3".formatted(rail));
    }
    if (!PATIENCE.sees(() -> quiet("contract") == ExitCode.FINDING)
        || !PATIENCE.sees(() -> quiet(APPLY) == ExitCode.OK)
        || !PATIENCE.sees(() -> quiet("contract") == ExitCode.OK)) {
      throw new IOException("the demo could not set up its hosts, see losslessd.log");
    }
    stop(agent);
    Files.writeString(
        config,
        Files.readString(config).replace("pfc: on, bandwidth", "pfc: on, mark: on, bandwidth"));
    Path log = folder.resolve("losslessd.log");
    agent = SelfProcess.daemon(log, "run", "--config", config.toString());
    await("losslessd", agent, log, this::ready);
    for (int rail = 1; rail <= rails; rail++) {
      tell("job %s:ens%df0np0 verbs".formatted(HOST, rail));
    }
    tell("load " + LOAD);
  }

  private int quiet(String... words) {
    return Command.quiet(socket(), words);
  }

  Path socket() {
    return folder.resolve("losslessd.sock");
  }

  Path fabricFolder() {
    return folder.resolve("fabric");
  }

  /** Sends one line to the fabric and returns its answer. */
  List<String> tell(String line) {
    try {
      return FabricControl.send(fabricFolder().resolve(Fabric.CONTROL_SOCKET), line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The daemon's Prometheus page, with the HTTP headers before it. */
  String page() {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket
          .getOutputStream()
          .write(
              "GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int untilStopped() {
    try {
      int code = agent.waitFor();
      return code == 0 ? ExitCode.OK : ExitCode.DEVICE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.OK;
    }
  }

  @Override
  public void close() {
    stop(agent);
    stop(fabric);
    deleteFolder();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // the hook itself is running
    }
  }

  private void introduce(DemoOptions options, PrintStream out) {
    DemoSite site = DemoSite.of(options.os());
    String base = "http://" + options.host() + ":" + port;
    out.println(
        "Two hosts with "
            + options.nic()
            + " NICs and the leaves "
            + String.join(", ", site.leaves())
            + " are played by process "
            + fabric.pid()
            + ".");
    if (site.hasServers()) {
      out.println(
          "On the leaves hang servers with ESXi too, as the guides leave them: "
              + String.join(", ", site.serverNames())
              + ".");
    }
    List<Integer> watched = site.numbers(true);
    if (!watched.isEmpty()) {
      out.println(
          leaves(watched)
              + ": watched alone, and never written. Their own people have set them up, for all"
              + " ports.");
    }
    if (!site.numbers(false).isEmpty()) {
      out.println(
          (watched.isEmpty() ? "The leaves carry" : leaves(site.numbers(false)) + ": these carry")
              + " RoCE for all ports but those of "
              + HOST
              + ", which is new.");
    }
    if (options.unmarked()) {
      out.println(
          "All of that is set on "
              + HOST
              + " too, both ends fit, and a job is running there that asks for no class.");
    }
    out.println("An ordinary losslessd is the agent of " + HOST + ", process " + agent.pid() + ".");
    out.println();
    out.println("  metrics  " + base + "/metrics");
    out.println("  REST     " + base + "/api/v1/status");
    out.println("  log      " + folder.resolve("losslessd.log"));
    out.println();
    if (!options.once()) {
      out.println("In another terminal:");
      out.println("  export LOSSLESSD_SOCKET=" + socket());
      out.println("  bin/losslessd contract      # do both ends of each link fit?");
      String scope = site.hasServers() ? " --accept-scope" : "";
      out.println("  bin/losslessd plan" + scope + "          # what would mend it, on both ends");
      out.println("  bin/losslessd apply" + scope + "         # applied, read back, waits");
      out.println("  bin/losslessd confirm       # or it is undone in ten minutes");
      out.println("  bin/losslessd fabric ctl --dir " + fabricFolder() + " load 60   # traffic");
      out.println();
      out.println("Ctrl-C stops all of it.");
    }
  }

  private static String leaves(List<Integer> numbers) {
    return numbers.stream().map(n -> "leaf" + n).collect(Collectors.joining(", "));
  }

  private boolean ready() {
    return Files.exists(socket()) && reach("/readyz");
  }

  private boolean reach(String path) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      String request = "GET " + path + " HTTP/1.0\r\nHost: localhost\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      byte[] answer = socket.getInputStream().readNBytes(12);
      return new String(answer, StandardCharsets.US_ASCII).endsWith(" 200");
    } catch (IOException e) {
      return false;
    }
  }

  private static void await(String name, Process process, Path log, BooleanSupplier there)
      throws IOException {
    PATIENCE.sees(() -> there.getAsBoolean() || !process.isAlive());
    if (!there.getAsBoolean()) {
      String text = Files.readString(log).strip();
      process.destroy();
      throw new IOException("the demo's " + name + " did not start: " + text);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void requireFree(String host, int port) throws IOException {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getByName(host))) {
      socket.setReuseAddress(true);
    } catch (SocketException e) {
      throw new IOException(
          "port " + port + " of " + host + " is in use; choose another with --port, 0 is any", e);
    }
  }

  private static void stop(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(15, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void deleteFolder() {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // left for the system's own cleaning of its temporary folder
    }
  }
}
