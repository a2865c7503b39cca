package dev.losslessd.app;

import dev.losslessd.bench.Child;
import dev.losslessd.bench.Report;
import dev.losslessd.demo.SystemPace;
import dev.losslessd.fabric.Fabric;
import dev.losslessd.fabric.FabricControl;
import dev.losslessd.fabric.FabricOptions;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code bench commit}: the MTU of 64 ports on 32 fake switches in one transaction, read back; and
 * the same lines, as the switches logged them, sent by 32 OpenSSH clients at once. The fabric is in
 * this process, the daemon in one of its own.
 */
public final class CommitBench {
  private static final int SWITCHES = 32;
  private static final int HOSTS = 16;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  private final HttpClient client = HttpClient.newHttpClient();
  private final Report report;
  private final SwitchSystem system;
  private final Path results;
  private final Path folder;

  private CommitBench(SwitchSystem system, Path results, Path folder) {
    this.system = system;
    this.report = new Report("commit-" + system.word());
    this.results = results;
    this.folder = folder;
  }

  /** Whether all was applied and read back. */
  public static boolean run(SwitchSystem system, Path results) throws Exception {
    Path folder = Files.createTempDirectory("losslessd-bench");
    try {
      return new CommitBench(system, results, folder).run();
    } finally {
      delete(folder);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> all;
    try (Stream<Path> files = Files.walk(folder)) {
      all = files.sorted(Collections.reverseOrder()).toList();
    }
    for (Path file : all) {
      Files.deleteIfExists(file);
    }
  }

  private boolean run() throws Exception {
    FabricOptions options =
        new FabricOptions(
                IntStream.rangeClosed(1, HOSTS)
                    .mapToObj(n -> new DeviceId("gpu%02d".formatted(n)))
                    .toList(),
                100,
                0,
                1)
            .withNics(4)
            .withSwitches(Collections.nCopies(SWITCHES, system));
    try (Fabric fabric = Fabric.start(folder.resolve("fabric"), options, new SystemPace());
        Child daemon = Child.java(Main.class, "run", "--config", config(fabric).toString())) {
      int port = awaitPort(daemon);
      awaitReady(port);
      return measure(fabric, daemon, port);
    }
  }

  private Path config(Fabric fabric) throws IOException {
    Path host = fabric.hostDir(new DeviceId("gpu01"));
    Path secret = Files.writeString(folder.resolve("secret"), "losslessd-demo\n");
    StringBuilder text =
        new StringBuilder(
            """
            mode: enforce
            host: { name: gpu01, root: "%s/root", kernel: "unix:%s" }
            state: %s/state
            http: { listen: "127.0.0.1:0", socket: %s/s }
            poll: { nic: 1s, settings: 30s }
            switches:
            """
                .formatted(host, host, folder, folder));
    for (int n = 1; n <= SWITCHES; n++) {
      Path own = fabric.switchDir(new DeviceId("leaf" + n));
      text.append(
          """
            - name: leaf%d
              address: 127.0.0.1
              os: %s
              manage: true
              ssh: { user: admin, port: %s, password: "file:%s", knownHosts: %s/known_hosts }
              snmp: { version: 2c, port: %s, community: "file:%s" }
              poll: { snmp: 30s, ssh: 10m }
              ports: [%s]
          """
              .formatted(
                  n,
                  system.word(),
                  Files.readString(own.resolve("ssh.port")).strip(),
                  secret,
                  own,
                  Files.readString(own.resolve("snmp.port")).strip(),
                  secret,
                  ports().map(name -> '"' + name + '"').collect(Collectors.joining(", "))));
    }
    return Files.writeString(folder.resolve("losslessd.yaml"), text.toString());
  }

  private Stream<String> ports() {
    return switch (system) {
      case NXOS -> Stream.of("Ethernet1/1", "Ethernet1/2");
      case EOS -> Stream.of("Ethernet1", "Ethernet2");
      case NVUE -> Stream.of("swp1", "swp2");
      case SONIC -> Stream.of("Ethernet0", "Ethernet4");
      case JUNOS -> Stream.of("et-0/0/0", "et-0/0/1");
      default -> throw new IllegalArgumentException("no benchmark of " + system.word());
    };
  }

  /** Lines that a script sends first, as the daemon did at its login. */
  private List<String> prologue() {
    return switch (system) {
      case NXOS -> List.of("terminal length 0");
      case EOS -> List.of("enable", "terminal length 0");
      case JUNOS -> List.of("set cli screen-length 0");
      default -> List.of();
    };
  }

  private int awaitPort(Child daemon) throws IOException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < deadline) {
      for (String line : daemon.log()) {
        int at = line.indexOf("http://127.0.0.1:");
        if (at >= 0) {
          return Integer.parseInt(line.substring(at + 17).split("\\D", 2)[0]);
        }
      }
      SystemTime.pause(Duration.ofMillis(50));
    }
    throw new IllegalStateException("the daemon does not start: " + daemon.log());
  }

  private void awaitReady(int port) throws Exception {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (send(port, "/readyz", "").statusCode() != 200) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException(send(port, "/readyz", "").body());
      }
      SystemTime.pause(Duration.ofMillis(200));
    }
  }

  private boolean measure(Fabric fabric, Child daemon, int port) throws Exception {
    control(fabric, "clear");
    long cpu = daemon.meter().cpuNanos();
    long start = System.nanoTime();
    JsonNode begun = JsonMapper.shared().readTree(send(port, "/api/v1/commits", wish()).body());
    String path = "/api/v1/commits/" + begun.path("id").asString();
    JsonNode commit = awaitOther(port, path, "applying");
    double seconds = (System.nanoTime() - start) / 1e9;
    double cpuSeconds = (daemon.meter().cpuNanos() - cpu) / 1e9;
    boolean good = commit.path("state").asString().equals("awaiting-confirm");
    Map<Integer, List<String>> lines = lines(fabric);
    int sent = lines.values().stream().mapToInt(List::size).sum();
    send(port, path + ":cancel", "{}");
    String end = awaitOther(port, path, "awaiting-confirm").path("state").asString();
    good &= end.equals("rolled-back");
    report.note("taken back", end);
    long peak = daemon.meter().peakBytes();
    daemon.close(); // what it polls would cost plain ssh time
    control(fabric, "clear");
    PlainSsh ssh = new PlainSsh(fabric, folder, prologue());
    double plain = ssh.send(lines);
    int again = lines(fabric).values().stream().mapToInt(List::size).sum();
    report.note("plain ssh sent", again + " lines");
    if (again < sent) {
      good = false;
      report.note("the daemon sent to leaf1", String.join("\n  ", lines.get(1)));
      report.note("plain ssh ended", ssh.end(1));
    }
    conclude(peak, commit, seconds, cpuSeconds, sent, plain);
    return good;
  }

  private JsonNode awaitOther(int port, String path, String state) throws Exception {
    JsonNode commit;
    do {
      SystemTime.pause(Duration.ofMillis(5));
      commit = JsonMapper.shared().readTree(send(port, path, "").body());
    } while (commit.path("state").asString().equals(state));
    return commit;
  }

  private void conclude(
      long peak, JsonNode commit, double seconds, double cpu, int sent, double plain)
      throws IOException {
    report.line("switches", "%d %s, 64 ports".formatted(SWITCHES, system.word()));
    report.line("commit", commit.path("state").asString());
    report.line("  wall", "%.2f s, read back".formatted(seconds));
    report.line("  CPU of the daemon", "%.2f s".formatted(cpu));
    report.line("  peak memory", "%.0f MiB".formatted(peak / 1048576.0));
    report.line("  lines", sent + " that the switches logged");
    report.line("plain ssh", "%.2f s for the same lines, 32 clients at once".formatted(plain));
    report.line("ratio", "%.2f of plain ssh".formatted(seconds / plain));
    Map<String, Object> figures = new TreeMap<>();
    figures.put("switches", SWITCHES);
    figures.put("system", system.word());
    figures.put("commit_seconds", seconds);
    figures.put("commit_cpu_seconds", cpu);
    figures.put("daemon_peak_bytes", peak);
    figures.put("lines", sent);
    figures.put("plain_ssh_seconds", plain);
    report.write(results, figures);
  }

  private String wish() {
    List<String> changes = new ArrayList<>();
    for (int n = 1; n <= SWITCHES; n++) {
      String leaf = "leaf" + n;
      ports()
          .forEach(port ->
              changes.add(
                  "{\"port\":\"%s:%s\",\"setting\":\"mtu\",\"value\":{\"bytes\":9000}}"
                      .formatted(leaf, port)));
    }
    return "{\"changes\":[" + String.join(",", changes) + "]}";
  }

  /** Lines that each switch received since its log was cleared. */
  private static Map<Integer, List<String>> lines(Fabric fabric) throws IOException {
    Map<Integer, List<String>> lines = new TreeMap<>();
    for (int n = 1; n <= SWITCHES; n++) {
      List<String> told = FabricControl.send(fabric.controlSocket(), "log leaf" + n);
      lines.put(n, List.copyOf(told.subList(1, told.size())));
    }
    return lines;
  }

  private static void control(Fabric fabric, String what) throws IOException {
    for (int n = 1; n <= SWITCHES; n++) {
      FabricControl.send(fabric.controlSocket(), "log leaf" + n + " " + what);
    }
  }

  private HttpResponse<String> send(int port, String path, String body) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(Duration.ofSeconds(60));
    if (!body.isEmpty()) {
      request
          .POST(HttpRequest.BodyPublishers.ofString(body))
          .header("Content-Type", "application/json")
          .header(
              "Authorization", "Bearer " + Files.readString(folder.resolve("state/token")).strip());
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
