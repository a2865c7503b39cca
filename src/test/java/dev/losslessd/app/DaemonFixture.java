package dev.losslessd.app;

import dev.losslessd.demo.SystemPace;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricControl;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.fabric.host.NicMake;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.store.WholeFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A fabric in this process, and the real daemon as a process of its own that can be killed. */
public final class DaemonFixture implements AutoCloseable {
  /** Longer where the machine has much else to do: {@code -Dpatience=120}. */
  static final Duration PATIENCE = Duration.ofSeconds(Integer.getInteger("patience", 60));

  final Path folder;
  final Fabric fabric;
  final Path config;
  private @Nullable Process daemon;
  private int port;
  private @Nullable List<String> classes;

  /** Whether the fabric goes away with it. */
  private boolean owner;

  DaemonFixture(Path folder, String mode) throws IOException {
    this(folder, mode, "");
  }

  /** Two leaves with NX-OS, and a config with more sections. */
  DaemonFixture(Path folder, String mode, String more) throws IOException {
    this(folder, mode, more, List.of(SwitchSystem.NXOS, SwitchSystem.NXOS));
  }

  /**
   * @param leaves what each leaf runs, leaf1 first
   */
  DaemonFixture(Path folder, String mode, String more, List<SwitchSystem> leaves)
      throws IOException {
    this(folder, mode, FabricOptions.usual(1).withLoad(0).withSwitches(leaves), more, "mlx5_*");
  }

  /** Hosts alone, whose NICs are of another vendor. */
  DaemonFixture(Path folder, String mode, NicMake make) throws IOException {
    this(folder, mode, make, "");
  }

  /**
   * Hosts alone, whose NICs are of another vendor.
   *
   * @param more sections for the config
   */
  DaemonFixture(Path folder, String mode, NicMake make, String more) throws IOException {
    this(
        folder,
        mode,
        FabricOptions.usual(1).withLoad(0).withNics(make),
        more,
        make == NicMake.BNXT ? "bnxt_re*" : make + "*");
  }

  /**
   * @param include names of RDMA devices of its host
   */
  DaemonFixture(Path folder, String mode, FabricOptions options, String more, String include)
      throws IOException {
    this(
        folder,
        Fabric.start(folder.resolve("fabric"), options, new SystemPace()),
        "gpu01",
        mode,
        include,
        more);
    this.owner = true;
  }

  /** The agent of a host of a fabric that stays when it goes. */
  DaemonFixture(Path folder, Fabric fabric, String agent, String mode, String include, String more)
      throws IOException {
    this.folder = folder;
    this.fabric = fabric;
    this.config = folder.resolve("losslessd.yaml");
    Path host = fabric.hostDir(new DeviceId(agent));
    Files.writeString(
        config,
        """
        mode: %s
        host: { name: %s, root: "%s/root", kernel: "unix:%s" }
        state: %s/state
        http: { listen: "127.0.0.1:0", socket: %s/s }
        poll: { nic: 1s, settings: 1s }
        nics: { include: ["%s"] }
        """
                .formatted(mode, agent, host, host, folder, folder, include)
            + more);
  }

  /** The agent of another host of the same fabric, with a state of its own. */
  DaemonFixture beside(String host) throws IOException {
    Path own = Files.createDirectory(folder.resolve(host));
    return new DaemonFixture(own, fabric, host, "enforce", "mlx5_*", "");
  }

  /** A section that makes this agent the manager of a leaf. */
  void manage(String name) throws IOException {
    manage(name, "nxos", "[Ethernet1/1]");
  }

  /** A section that makes this agent the manager of a leaf with this system. */
  void manage(String name, String os, String ports) throws IOException {
    Files.writeString(config, Files.readString(config) + "switches:\n");
    add(name, os, ports);
  }

  /**
   * An item of {@code switches}, which has begun.
   *
   * @param ports of the config: {@code lldp} or a list
   */
  void add(String name, String ports) throws IOException {
    add(name, "nxos", ports);
  }

  /** An item of {@code switches} for a leaf with this system. */
  void add(String name, String os, String ports) throws IOException {
    Path own = fabric.dir().resolve(name);
    Path secret = folder.resolve("secret");
    WholeFile.write(secret, folder.resolve("secret.new"), "losslessd-demo\n");
    Files.writeString(
        config,
        Files.readString(config)
            + """
              - name: %s
                address: 127.0.0.1
                os: %s
                manage: true
                ssh: { user: admin, port: %s, password: "file:%s", knownHosts: %s/known_hosts }
                snmp: { version: 2c, port: %s, community: "file:%s" }
                poll: { snmp: 1s, ssh: 10s }
                ports: %s
            """
                .formatted(
                    name,
                    os,
                    Files.readString(own.resolve("ssh.port")).strip(),
                    secret,
                    own,
                    Files.readString(own.resolve("snmp.port")).strip(),
                    secret,
                    ports));
  }

  /** Variables of the daemon's environment beside those of the test. */
  final Map<String, String> variables = new TreeMap<>();

  /** From now on the daemon gets these options of the JVM for its class path. */
  void from(List<String> options) {
    classes = options;
  }

  /** Starts the daemon and waits until it is ready. */
  void start() throws IOException {
    start("");
  }

  /** Starts the daemon with a umask, three digits or empty for the test's, until it is ready. */
  void start(String umask) throws IOException {
    launch(umask);
    await(() -> get("/readyz").statusCode() == 200, "the daemon is not ready");
  }

  /** Starts the daemon and waits until it listens. */
  void launch() throws IOException {
    launch("");
  }

  /** Starts the daemon with a pipe as its log, which is read until it listens and no further. */
  InputStream launchPiped() throws IOException {
    daemon =
        new ProcessBuilder(command("run", "--config", config.toString()))
            .redirectErrorStream(true)
            .start();
    InputStream log = daemon().getInputStream();
    StringBuilder read = new StringBuilder();
    for (int c = log.read(); !(c == '\n' && hears(read.toString())); c = log.read()) {
      read.append((char) c);
    }
    return log;
  }

  private void launch(String umask) throws IOException {
    Path log = folder.resolve("daemon.log");
    // a test run in the background of a shell may ignore it, and a JVM then leaves it so
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=HUP"));
    if (!umask.isEmpty()) {
      command.addAll(List.of("sh", "-c", "umask " + umask + "; exec \"$@\"", "sh"));
    }
    List<String> from = classes == null ? ClassCache.options() : classes;
    command.addAll(command(from, "run", "--config", config.toString()));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(variables);
    Process process = builder.redirectOutput(log.toFile()).start();
    daemon = process;
    await(
        () -> !process.isAlive() || (Files.exists(socket()) && listens(log)),
        "the daemon did not start");
    if (!process.isAlive()) {
      throw new AssertionError("the daemon ended: " + Files.readString(log));
    }
  }

  static List<String> command(String... words) {
    return command(ClassCache.options(), words);
  }

  private static List<String> command(List<String> classes, String... words) {
    List<String> command =
        new ArrayList<>(List.of(ProcessHandle.current().info().command().orElse("java")));
    command.addAll(classes);
    command.add("dev.losslessd.app.Main");
    command.addAll(List.of(words));
    return command;
  }

  private boolean listens(Path log) {
    try {
      return hears(Files.readString(log));
    } catch (IOException e) {
      return false;
    }
  }

  private boolean hears(String text) {
    int at = text.indexOf("http://127.0.0.1:");
    if (at < 0) {
      return false;
    }
    port = Integer.parseInt(text.substring(at + 17).split("\\D", 2)[0]);
    return true;
  }

  Path socket() {
    return folder.resolve("s");
  }

  int port() {
    return port;
  }

  Process daemon() {
    return Objects.requireNonNull(daemon);
  }

  /** TERM or KILL, and wait for the end. */
  void end(boolean forcibly) throws InterruptedException {
    Process process = daemon();
    if (forcibly) {
      process.destroyForcibly();
    } else {
      process.destroy();
    }
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new AssertionError("the daemon did not end within 30 s");
    }
    daemon = null;
  }

  HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder().GET(), path);
  }

  /** Sends a GET with authority, so that the device is asked for values that are not known. */
  HttpResponse<String> ask(String path) {
    return send(HttpRequest.newBuilder().GET().header("Authorization", "Bearer " + token()), path);
  }

  HttpResponse<String> put(String path, String body) {
    return put(path, body, "*");
  }

  HttpResponse<String> put(String path, String body, String ifMatch) {
    return send(DaemonRequests.json("PUT", body, token()).header("If-Match", ifMatch), path);
  }

  HttpResponse<String> post(String path, String body) {
    return send(DaemonRequests.json("POST", body, token()), path);
  }

  private HttpResponse<String> send(HttpRequest.Builder request, String path) {
    return DaemonRequests.send(request, port, path);
  }

  String token() {
    try {
      return Files.readString(folder.resolve("state/token")).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs the command line as typed, and again where a read of the devices overtook its plan. */
  Typed type(String... words) {
    Typed typed = type(socket(), words);
    return typed.text().contains("The plan is stale") ? type(socket(), words) : typed;
  }

  static Typed type(Path socket, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int code = Command.run(socket, new PrintStream(out, true, StandardCharsets.UTF_8), words);
    return new Typed(code, out.toString(StandardCharsets.UTF_8));
  }

  record Typed(int code, String text) {}

  List<String> tell(String line) {
    try {
      List<String> answer = FabricControl.send(fabric.controlSocket(), line);
      if (!answer.getFirst().startsWith("ok")) {
        throw new AssertionError(line + ": " + answer);
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** PFC of the device as it reports it itself, past the daemon. */
  String pfc(String port) {
    return tell("state " + port).stream()
        .filter(line -> line.startsWith("pfc"))
        .findFirst()
        .orElseThrow();
  }

  public static void await(BooleanSupplier there, String otherwise) {
    await(PATIENCE, there, otherwise);
  }

  /** Asks seldom what is long in coming: asking is work, and others' too. */
  public static void await(Duration patience, BooleanSupplier there, String otherwise) {
    long begin = System.nanoTime();
    while (!there.getAsBoolean()) {
      long waited = System.nanoTime() - begin;
      if (waited > patience.toNanos()) {
        throw new AssertionError(otherwise);
      }
      LockSupport.parkNanos(Math.clamp(waited / 16, 10_000_000L, 100_000_000L));
    }
  }

  @Override
  public void close() throws IOException {
    Process process = daemon;
    if (process != null) {
      process.destroyForcibly().onExit().join();
    }
    if (owner) {
      fabric.close();
    }
  }
}
