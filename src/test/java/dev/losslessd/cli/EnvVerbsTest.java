package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.jobs.JobHost;
import dev.losslessd.jobs.JobPort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code env}, {@code env check} and {@code nccl-log}. */
class EnvVerbsTest extends OnCannedDaemon {
  private static final String ENV =
      """
      {"host": "gpu01", "library": "nccl", "rdma": true,
       "lossless": {"name": "roce", "priority": 3, "dscp": 26, "trafficClass": 106},
       "variables": [{"name": "NCCL_IB_HCA", "value": "=mlx5_0,mlx5_1", "reason": "2 ports are ACTIVE"},
                     {"name": "NCCL_IB_TC", "value": "106", "reason": "class roce"}],
       "notes": ["NCCL_CROSS_NIC is left unset"], "bootstrap": ["eno1"],
       "ports": [
        {"port": "gpu01:ens1f0np0", "device": "mlx5_0", "devicePort": 1, "active": true, "contract": "ok",
         "leaf": "leaf1", "used": true, "obstacle": null,
         "gids": [{"index": 3, "value": "0000:0000:0000:0000:0000:ffff:c633:6401", "type": "RoCE v2", "netdev": "ens1f0np0"}]},
        {"port": "gpu01:ens2f0np0", "device": "mlx5_1", "devicePort": 1, "active": false, "contract": "unknown",
         "leaf": null, "used": false, "obstacle": "is DOWN", "gids": []}]}
      """;

  /** A port that carries traffic, and no contract. */
  private static final String NONE =
      """
      {"host": "gpu01", "library": "ucx", "rdma": false, "lossless": null, "variables": [],
       "notes": ["ens1f0np0 (mlx5_0:1) is not used"], "bootstrap": ["eno1"],
       "ports": [
        {"port": "gpu01:ens1f0np0", "device": "mlx5_0", "devicePort": 1, "active": true,
         "contract": "broken", "leaf": "leaf1", "peer": null, "used": false,
         "obstacle": "has a broken contract", "gids": []}]}
      """;

  private static final String LOG =
      """
      gpu01:100:101 [0] NCCL INFO NCCL_IB_HCA set to mlx5_1
      gpu01:100:101 [0] NCCL INFO NET/IB : Using [0]mlx5_1:1/RoCE [RO]; OOB eno1:192.0.2.11<0>
      gpu01:100:101 [0] NCCL INFO Using network IB
      gpu01:100:101 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0/GDRDMA
      """;

  private void daemonKnows() {
    daemonKnows(ENV);
  }

  private void daemonKnows(String env) {
    daemon
        .on("GET /api/v1/env", 200, env)
        .on(
            "GET /api/v1/nics",
            200,
            "{\"items\": [{\"port\": \"gpu01:ens1f0np0\", \"rdmaDevice\": \"mlx5_0\", \"state\":"
                + " \"ACTIVE\", \"gids\": []}]}")
        .on("GET /api/v1/findings", 200, "{\"items\": []}");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(folder.resolve("file"), text);
  }

  @Test
  void linesAreForAShellWithTheirReasons() {
    daemonKnows();

    assertThat(cli.run("env").out())
        .contains(
            """
            export NCCL_IB_HCA='=mlx5_0'
            # class roce: DSCP 26, priority 3\
            """)
        .contains("export NCCL_IB_TC=106\n")
        .contains("# ens2f0np0 (mlx5_1:1) is not used: is DOWN\n");
  }

  /** What the caller cannot open is not used, and what the daemon says of the far end counts. */
  @Test
  void theCallersOwnLookDecidesWhichPortsThereAre() {
    daemonKnows();
    JobHost seen = KnownHost.host(Json.parse(ENV));
    JobPort first = seen.ports().getFirst();
    cli.local.jobHost =
        new LocalVerbs.SeenHost(
            new JobHost(
                "pod-7",
                List.of(first.without("is not open to this process: uverbs0 is not there")),
                Optional.empty(),
                List.of("eth0")),
            "");

    Rig.Ran ran = cli.run("env");

    assertThat(ran.out())
        .contains("mlx5_0:1) is not used: is not open to this process")
        .doesNotContain("export NCCL_IB_HCA");
    assertThat(ran.exitCode()).isEqualTo(1);
  }

  @Test
  void withoutADaemonTheHostItselfIsSeen() throws Exception {
    stop();
    JobHost seen = KnownHost.host(Json.parse(ENV));
    cli.local.jobHost =
        new LocalVerbs.SeenHost(
            new JobHost("pod-7", seen.ports(), Optional.empty(), List.of("eth0")), "");

    Rig.Ran ran = cli.run("env");

    assertThat(ran.out())
        .contains("export NCCL_IB_HCA='=mlx5_0'\n")
        .contains("export NCCL_SOCKET_IFNAME='=eth0'\n")
        .doesNotContain("NCCL_IB_TC=");
    assertThat(ran.exitCode()).isZero();
  }

  /** A script that sources it leaves the job as it is, and TCP is asked for by name. */
  @Test
  void whereNoPortIsUsableNothingIsExecutable() {
    daemonKnows(NONE);

    Rig.Ran none = cli.run("env", "--for", "ucx");
    Rig.Ran tcp = cli.run("env", "--for", "ucx", "--tcp");

    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.out().lines()).isNotEmpty().allMatch(line -> line.startsWith("#"));
    assertThat(none.err())
        .contains("has a broken contract")
        .contains("UCX by itself takes what is ACTIVE, mlx5_0")
        .contains("--tcp");
    assertThat(tcp.exitCode()).isZero();
    assertThat(tcp.out())
        .contains("export UCX_TLS=tcp,cuda,sm,self")
        .contains("export UCX_NET_DEVICES=eno1");
    assertThat(cli.run("env", "--for", "ucx", "-o", "yaml").out().strip()).isEqualTo("[]");
  }

  @Test
  void whatIsNotJudgedIsCountedAndItsValueHidden() throws IOException {
    daemonKnows();
    Path file = file("NCCL_IB_TC=106\nUCCL_IB_HCA=hunter2\nNVSHMEM_DEBUG_FILE=hunter2\n");

    String out = cli.run("env", "check", file.toString()).out();

    assertThat(out)
        .contains("UCCL_IB_HCA")
        .contains("NVSHMEM_IB_TRAFFIC_CLASS")
        .contains("2 of ")
        .doesNotContain("hunter2");
  }

  @Test
  void yamlIsTheListOfAPod() {
    daemonKnows();

    JsonValue list = Json.parseYaml(cli.run("env", "-o", "yaml").out());

    assertThat(list.items())
        .extracting(one -> one.at("name").text() + "=" + one.at("value").text())
        .contains("NCCL_IB_HCA==mlx5_0", "NCCL_IB_TC=106");
  }

  @Test
  void aFileThatWasAdvisedIsJudgedInEitherForm() throws IOException {
    daemonKnows();

    for (String form : new String[] {"env", "yaml"}) {
      Path file = file(cli.run("env", "-o", form).out());
      String out = cli.run("env", "check", file.toString()).out();
      assertThat(out).contains("takes mlx5_0").contains("class roce: DSCP 26, priority 3");
    }
  }

  @Test
  void ownEnvironmentIsJudgedAndOthersAreNotShown() {
    daemonKnows();
    cli.variable("NCCL_IB_TC", "26").variable("AWS_SECRET", "hunter2");

    Rig.Ran ran = cli.run("env", "check", "-o", "json");

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out()).contains("the DSCP itself was given").doesNotContain("hunter2");
  }

  /** A process of the test's own, with a wrong class. */
  @Test
  @SystemGroup
  void aProcessIsReadByItsNumber() throws Exception {
    daemonKnows();
    ProcessBuilder sleeper = new ProcessBuilder("sleep", "60");
    sleeper.environment().put("NCCL_IB_TC", "0");
    sleeper.environment().put("MY_TOKEN", "hunter2");
    Process process = sleeper.start();
    try {
      Path environ = Path.of("/proc", String.valueOf(process.pid()), "environ");
      while (!Files.readString(environ, StandardCharsets.ISO_8859_1).contains("NCCL_IB_TC")) {
        Thread.onSpinWait(); // between fork and exec it is the test's own environment
      }
      Rig.Ran ran = cli.run("env", "check", String.valueOf(process.pid()));

      assertThat(ran.out()).contains("not in class roce").doesNotContain("hunter2");
      assertThat(ran.exitCode()).isEqualTo(1);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void whatIsNotThereIsTold() {
    assertThat(cli.run("env", "check", "/nowhere").exitCode()).isEqualTo(4);
    assertThat(cli.run("env", "check", "4194999999").err()).contains("no process 4194999999");
    assertThat(cli.run("nccl-log", "/nowhere").exitCode()).isEqualTo(4);
    assertThat(cli.run("nccl-log", folder.toString()).err()).contains("is a folder");
    assertThat(cli.run("nccl-log").exitCode()).isEqualTo(2);
  }

  @Test
  void aLogIsJudgedInTheLightOfTheDaemon() throws IOException {
    daemonKnows();

    Rig.Ran ran = cli.run("nccl-log", file(LOG).toString());

    assertThat(ran.exitCode()).isEqualTo(1);
    assertThat(ran.out())
        .contains("gpu01 does not use mlx5_0")
        .contains("mlx5_1: is DOWN")
        .doesNotContain("are not known");
  }

  @Test
  void aLogNeedsNoDaemon() throws Exception {
    Path log = file(LOG);
    stop();

    Rig.Ran ran = cli.run("nccl-log", log.toString(), "--hcas", "mlx5_1");

    assertThat(ran.exitCode()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("Ports of this host are not known: the daemon is not running");
    start();
  }

  @Test
  void aLogMayComeByStandardInputAndLeaveAsJson() {
    JsonValue report = Json.parse(cli.terminal(LOG).run("nccl-log", "-", "-o", "json").out());

    assertThat(report.at("checks").items().getFirst().at("name").text()).isEqualTo("network");
    assertThat(report.at("connections").items().getFirst().at("hca").text()).isEqualTo("mlx5_1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "step 1\nstep 2\n"})
  void aLogWithoutNcclIsUsage(String text) throws IOException {
    Rig.Ran ran = cli.run("nccl-log", file(text).toString());

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("NCCL_DEBUG=INFO");
  }

  @Test
  void aCompressedLogIsToldAndOneOfUtf16IsRead() throws IOException {
    Path file = folder.resolve("log");
    Files.write(file, new byte[] {0x1f, (byte) 0x8b, 8, 0});
    assertThat(cli.run("nccl-log", file.toString()).err()).contains("zcat");

    Files.write(file, ("\ufeff" + LOG).getBytes(StandardCharsets.UTF_16LE));
    assertThat(cli.run("nccl-log", file.toString()).out()).contains("used: NET/IB, RoCE");
  }
}
