package dev.losslessd.app;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.commit.Request;
import dev.losslessd.config.Config;
import dev.losslessd.demo.SystemPace;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricControl;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Four NICs of one host on two managed leaves, which carry some settings of other people already.
 * Everything can be put back to that in a moment.
 */
final class CrashStage implements AutoCloseable {
  private static final List<String> NICS =
      List.of("gpu01:ens1f0np0", "gpu01:ens2f0np0", "gpu01:ens3f0np0", "gpu01:ens4f0np0");
  private static final List<String> LEAVES = List.of("leaf1", "leaf2");

  /** Settings that are not defaults, so that "as before" is more than "factory new". */
  private static final List<String> OTHERS =
      List.of(
          "foreign gpu01:ens2f0np0 pfc 4",
          "foreign gpu01:ens3f0np0 app 46:5",
          "foreign leaf1 interface Ethernet1/1 ; priority-flow-control mode off",
          "foreign leaf2 policy-map type network-qos JUMBO ; class type network-qos"
              + " c-8q-nq-default ; mtu 9216 ; system qos ; service-policy type network-qos JUMBO");

  private static final String WANTED =
      """
      policy:
        classes:
          - { name: roce, priority: 3, dscp: [26], pfc: on, bandwidth: 50%, ecn: { min: 400KB, max: 1600KB, probability: 20% } }
          - { name: cnp, priority: 6, dscp: [48], scheduling: strict }
        dcqcn: { minTimeBetweenCnps: 8us, cnpDscp: 48 }
        pfcWatchdog: { detect: 200ms, restore: 2s, action: drop }
      links:
        - { a: "gpu01:ens1f0np0", b: "leaf1:Ethernet1/1", cable: 3m }
        - { a: "gpu01:ens2f0np0", b: "leaf2:Ethernet1/1", cable: 3m }
        - { a: "gpu01:ens3f0np0", b: "leaf1:Ethernet1/2", cable: 3m }
        - { a: "gpu01:ens4f0np0", b: "leaf2:Ethernet1/2", cable: 3m }
      switches:
      """;

  final Path folder;
  final Path file;
  private final Fabric fabric;
  private final Path root;

  /** Prefix of the names of the leaves' ports. */
  private final String port;

  CrashStage(Path folder) throws IOException {
    this(folder, "10s");
  }

  /**
   * @param deadline of one call of a device
   */
  CrashStage(Path folder, String deadline) throws IOException {
    this(folder, deadline, SwitchSystem.NXOS);
  }

  /**
   * @param system of both leaves; others have set up something on those with NX-OS alone
   */
  CrashStage(Path folder, String deadline, SwitchSystem system) throws IOException {
    this.folder = folder;
    this.port = system == SwitchSystem.NXOS ? "Ethernet1/" : "swp";
    this.fabric =
        Fabric.start(
            folder.resolve("fabric"),
            new FabricOptions(List.of(new DeviceId("gpu01")), 100, 0, 1)
                .withSwitches(List.of(system, system))
                .withNics(4),
            new SystemPace());
    Path host = fabric.hostDir(new DeviceId("gpu01"));
    this.root = host.resolve("root");
    this.file = folder.resolve("losslessd.yaml");
    Files.writeString(folder.resolve("secret"), "losslessd-demo\n");
    Files.writeString(
        file,
        """
        mode: enforce
        host: { name: gpu01, root: "%s", kernel: "unix:%s" }
        state: %s
        http: { listen: "127.0.0.1:0", socket: %s/s }
        poll: { nic: 60s, settings: 300s }
        commit: { deviceDeadline: %s }
        history: { auditFile: 64KiB }
        nics: { include: ["mlx5_*"] }
        """
                .formatted(root, host, state(), folder, deadline)
            + WANTED.replace("Ethernet1/", port)
            + leaf("leaf1", system)
            + leaf("leaf2", system));
    boot("11111111-1111-4111-8111-111111111111");
  }

  private String leaf(String name, SwitchSystem system) throws IOException {
    Path own = fabric.switchDir(new DeviceId(name));
    return """
      - name: %s
        address: 127.0.0.1
        os: %s
        manage: true
        ssh: { user: admin, port: %s, password: "file:%s/secret", knownHosts: %s/known_hosts }
        poll: { ssh: 300s }
        ports: [%s1, %s2]
    """
        .formatted(
            name,
            system.word(),
            Files.readString(own.resolve("ssh.port")).strip(),
            folder,
            own,
            port,
            port);
  }

  Path state() {
    return folder.resolve("state");
  }

  Path journal() {
    return state().resolve("journal");
  }

  Config config() {
    return CrashingStore.config(file);
  }

  /** The host starts anew with this boot id. */
  void boot(String id) throws IOException {
    Path file = root.resolve("proc/sys/kernel/random/boot_id");
    Files.createDirectories(file.resolve("..").normalize());
    Files.writeString(file, id + "\n");
  }

  /** The host is restarted: its NICs forget everything. */
  void reboot() throws IOException {
    boot("22222222-2222-4222-8222-222222222222");
    NICS.forEach(nic -> tell("reset " + nic));
  }

  /** All devices as at the beginning, and a daemon that has never run. */
  void reset() throws IOException {
    forget();
    boot("11111111-1111-4111-8111-111111111111");
    tell("clear");
    LEAVES.forEach(leaf -> tell("return " + leaf));
    LEAVES.forEach(leaf -> tell("reset " + leaf));
    NICS.stream()
        .filter(nic -> tell("state " + nic).contains("present false"))
        .forEach(nic -> tell("return " + nic));
    NICS.forEach(nic -> tell("reset " + nic));
    OTHERS.stream()
        .filter(line -> port.equals("Ethernet1/") || !line.startsWith("foreign leaf"))
        .forEach(this::tell);
    DaemonFixture.await(this::linksAreUp, "a link stays down");
  }

  private boolean linksAreUp() {
    return NICS.stream().allMatch(nic -> tell("state " + nic).contains("link up"));
  }

  void forget() throws IOException {
    if (Files.exists(state())) {
      try (Stream<Path> files = Files.walk(state())) {
        for (Path one : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(one);
        }
      }
    }
  }

  /**
   * States of all devices once all links are up: a change of the PFC mask takes them down for a
   * moment.
   */
  Map<String, List<String>> settled() {
    DaemonFixture.await(this::linksAreUp, "a link stays down");
    return devices();
  }

  /** Keeps the switches only: foreign settings of NICs are lost with a reboot. */
  Map<String, List<String>> switchesOf(Map<String, List<String>> devices) {
    Map<String, List<String>> some = new TreeMap<>(devices);
    NICS.forEach(some::remove);
    return some;
  }

  /** Removes foreign settings of NICs from these states. */
  Map<String, List<String>> withoutOthers(Map<String, List<String>> devices) {
    Map<String, List<String>> left = new TreeMap<>(devices);
    left.computeIfPresent(
        "gpu01:ens3f0np0",
        (_, lines) -> lines.stream().map(line -> line.replace(", 46:5]", "]")).toList());
    return left;
  }

  /** Each device's own words for its whole state. */
  Map<String, List<String>> devices() {
    Map<String, List<String>> all = new TreeMap<>();
    NICS.forEach(nic -> all.put(nic, tell("state " + nic)));
    LEAVES.forEach(leaf -> all.put(leaf, tell("state " + leaf)));
    return all;
  }

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

  /** Runs the command line as typed. */
  DaemonFixture.Typed type(String... words) {
    return DaemonFixture.type(folder.resolve("s"), words);
  }

  /** An engine of its own in this process, as {@code losslessd recover} has one. */
  Engaged engage(TestHooks testHooks) {
    return engage(testHooks, Clock.systemUTC());
  }

  Engaged engage(TestHooks testHooks, Clock clock) {
    DaemonFixture.await(this::filesAreWhole, "a file stays empty");
    return new Engaged(config(), testHooks, clock);
  }

  /** No real file of the kernel's is ever empty; one of the fabric's is for a moment. */
  private boolean filesAreWhole() {
    Path params = root.resolve("sys/kernel/debug/mlx5");
    try (Stream<Path> files = Files.walk(params)) {
      return files.filter(Files::isRegularFile).allMatch(one -> one.toFile().length() > 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static final class Engaged implements AutoCloseable {
    private final ResourceStack resourceStack = new ResourceStack();
    final CommitEngine commitEngine;
    private CompletableFuture<Commit> ended = new CompletableFuture<>();

    private Engaged(Config config, TestHooks testHooks, Clock clock) {
      DaemonContext daemonContext =
          DaemonContext.open(config, resourceStack, clock, testHooks, CallTimes.UNTOLD);
      LEAVES.forEach(leaf -> daemonContext.inventory().session(new DeviceId(leaf)).targets());
      commitEngine = daemonContext.engine(this::told);
    }

    /** The engine's last word on a commit; what it does after that is done by then. */
    private void told(Commit commit) {
      boolean goesOn =
          commit instanceof Commit.Applying
              || (commit instanceof Commit.Undoing undoing && undoing.waits().isEmpty());
      if (!goesOn) {
        ended.complete(commit);
      }
    }

    /** Applies the whole intent and waits until it is applied or undone. */
    Commit apply() {
      return ended(Request.everything("matrix", "").accepting(new Acceptance(true, true)));
    }

    /** Submits a request and waits until it is applied or undone. */
    Commit ended(Request request) {
      return ended(() -> commitEngine.submit(request));
    }

    /** Goes back to a revision and waits until that is applied or undone. */
    Commit rolledBack(long revision) {
      Request how = Request.everything("matrix", "").accepting(new Acceptance(true, true));
      return ended(() -> commitEngine.submit(commitEngine.backTo(revision, how)));
    }

    private Commit ended(Supplier<Commit> begin) {
      ended = new CompletableFuture<>();
      var _ = begin.get();
      return ended.orTimeout(120, TimeUnit.SECONDS).join();
    }

    @Override
    public void close() {
      resourceStack.close();
    }
  }

  @Override
  public void close() throws IOException {
    fabric.close();
  }
}
