package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.checks.HostTree;
import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The examples of a Slurm prolog and of an init container, by their exit codes. */
@SystemGroup
class GateExamplesTest {
  /** A JVM without its archive on a busy machine needs more than the usual second. */
  private static final String GATE = "--gate --within 40s";

  private static final Path DEPLOY = Path.of("src/deploy").toAbsolutePath();

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path folder;

  private HostTree host;
  private Path socket;

  @BeforeEach
  void healthyHostWithoutADaemon() throws IOException {
    host = HostTree.healthy(folder.resolve("host"));
    socket = folder.resolve("none.sock");
    Files.writeString(
        folder.resolve("losslessd.yaml"),
        "host: {name: gpu01, root: \"" + folder.resolve("host") + "\"}\n");
  }

  private DocumentShell.Ran run(String command, String... more) throws Exception {
    Map<String, String> environment =
        Map.of(
            "LOSSLESSD_SOCKET", socket.toString(),
            "LOSSLESSD_CONFIG", folder.resolve("losslessd.yaml").toString(),
            "LOSSLESSD_BIN", folder.resolve("bin").toString(),
            "LOSSLESSD_GATE", "--within 40s " + (more.length > 0 ? more[0] : ""),
            "LOSSLESSD_GATE_UNKNOWN", more.length > 1 ? more[1] : "pass");
    return new DocumentShell(folder, environment).run(command);
  }

  private DocumentShell.Ran prolog(String... more) throws Exception {
    return run(DEPLOY.resolve("slurm/prolog.d/50-losslessd").toString(), more);
  }

  /** Its args as the kubelet hands them to the shell. */
  private DocumentShell.Ran initContainer() throws Exception {
    String yaml = Files.readString(DEPLOY.resolve("kubernetes/init-container.yaml"));
    JsonNode init = pod(yaml).at("/spec/initContainers/0");
    assertThat(init.at("/command/0").asString()).isEqualTo("/bin/sh");
    assertThat(init.at("/command/1").asString()).isEqualTo("-c");
    String args = init.at("/args/0").asString();
    assertThat(args).contains("losslessd check --gate\n");
    return run(args.replace("--gate\n", GATE + "\n"));
  }

  private static JsonNode pod(String yaml) {
    return JsonMapper.builder()
        .build()
        .valueToTree(new Load(LoadSettings.builder().build()).loadFromString(yaml));
  }

  @Test
  void whatIsWrongStopsTheJob() throws Exception {
    host.limit("65536");

    DocumentShell.Ran prolog = prolog();
    assertThat(prolog.code()).as(prolog.text()).isEqualTo(1);
    assertThat(prolog.text()).contains("memlock").contains("64 KiB").contains("Ready: no");
    assertThat(initContainer().code()).isEqualTo(1);
  }

  @Test
  void whatIsUnknownWithoutADaemonLetsTheJobStartUnlessAskedOtherwise() throws Exception {
    DocumentShell.Ran gate = run("losslessd check " + GATE);
    assertThat(gate.code()).as(gate.text()).isEqualTo(3);
    assertThat(gate.text()).contains("contract").contains("unknown").contains("is not running");

    assertThat(prolog().code()).isZero();
    assertThat(prolog("", "fail").code()).isEqualTo(1);
    assertThat(initContainer().code()).isZero();
  }

  @Test
  void whatIsRequiredAndOkPassesSilently() throws Exception {
    DocumentShell.Ran prolog = prolog("--ignore contract", "fail");

    assertThat(prolog.code()).as(prolog.text()).isZero();
    assertThat(prolog.text()).isEmpty();
    assertThat(run("losslessd check " + GATE + " --require pcie-link,gid").code()).isZero();
    assertThat(run("losslessd check --gate --require pcie-lnik").code()).isEqualTo(2);
    assertThat(run("losslessd check " + GATE + " --require gid --port eth7").code()).isEqualTo(3);
  }

  @Test
  void aDaemonThatHangsHoldsUpNobody() throws Exception {
    socket = folder.resolve("deaf.sock");
    try (ServerSocketChannel deaf = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      deaf.bind(UnixDomainSocketAddress.of(socket));
      DocumentShell.Ran gate = run("losslessd check --gate");
      assertThat(gate.code()).as(gate.text()).isEqualTo(3);
      assertThat(gate.text()).containsPattern("no answer within \\d+ ms");
    }
  }

  @Test
  void aFullQueueOfADaemonThatAcceptsNobodyHoldsUpNobodyEither() throws Exception {
    socket = folder.resolve("full.sock");
    UnixDomainSocketAddress address = UnixDomainSocketAddress.of(socket);
    try (ServerSocketChannel full = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      full.bind(address, 1);
      try (SocketChannel _ = SocketChannel.open(address);
          SocketChannel _ = SocketChannel.open(address)) {
        DocumentShell.Ran gate = run("losslessd check --gate");
        assertThat(gate.code()).as(gate.text()).isEqualTo(3);
        assertThat(gate.text()).containsPattern("no answer within \\d+ ms");
      }
    }
  }

  /** A pipe that nobody writes to keeps its reader, as a NIC does whose firmware is gone. */
  @Test
  void aReadThatHangsIsUnknownAndNamed() throws Exception {
    String rate = "sys/class/infiniband/mlx5_0/ports/1/rate";
    host.remove(rate);
    pipe(rate);

    DocumentShell.Ran gate = run("losslessd check --gate --ignore contract --within 5s");

    assertThat(gate.code()).as(gate.text()).isEqualTo(3);
    assertThat(gate.text()).contains("hangs").contains(rate).contains("0 answers are ok");
    DaemonFixture.await(
        () -> ProcessHandle.allProcesses().noneMatch(one -> isReading(one, rate)), "a child stays");
  }

  /** What hangs is asked by no other check. */
  @Test
  void oneCheckThatHangsLeavesTheOthersTheirAnswers() throws Exception {
    String governor = "sys/devices/system/cpu/cpu0/cpufreq/scaling_governor";
    host.remove(governor);
    pipe(governor);

    DocumentShell.Ran gate = run("losslessd check --gate --require governor,gid --within 8s");

    assertThat(gate.code()).as(gate.text()).isEqualTo(3);
    assertThat(gate.text()).contains("1 answers are ok, 0 are not, 1 are unknown");
  }

  private boolean isReading(ProcessHandle process, String path) {
    return process.info().commandLine().orElse("").contains(folder + "/host/" + path);
  }

  private void pipe(String path) throws Exception {
    String file = folder.resolve("host").resolve(path).toString();
    assertThat(new ProcessBuilder("mkfifo", file).start().waitFor()).isZero();
  }

  @Test
  void bothExamplesAreDocumented() throws Exception {
    String page = Files.readString(Path.of("src/docs/how-to/check.md"));
    try (Stream<Path> files = Files.walk(DEPLOY)) {
      assertThat(files.filter(Files::isRegularFile))
          .filteredOn(one -> one.toString().matches(".*/(slurm|kubernetes)/.*"))
          .hasSize(2)
          .allMatch(one -> page.contains(DEPLOY.relativize(one).toString()));
    }
  }
}
