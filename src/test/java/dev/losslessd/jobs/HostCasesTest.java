package dev.losslessd.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.losslessd.jobs.NcclReport.Fault;
import dev.losslessd.model.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Situations of hosts and containers that public reports describe, with values of our own. */
class HostCasesTest {
  private static final String I = "pod1:30:31 [0] NCCL INFO ";
  private static final String W = "pod1:30:31 [0] transport/net_ib.cc:350 NCCL WARN ";
  private static final String ROCE = I + "NET/IB : Using [0]mlx5_4:1/RoCE ; OOB e0:192.0.2.4<0>\n";

  private static NcclReport report(String log) {
    return NcclLogTest.report(log, LogContext.NONE);
  }

  private static Check check(String log, String name) {
    return NcclLogTest.check(report(log), name);
  }

  private static LogContext hcas(String... names) {
    return new LogContext(Map.of("", List.of(names)), Map.of(), Map.of());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "[0]rocep8s0_dma:1/RoCE [1]rocep9s0_dma:1/RoCE; ok",
        "[0]rocep8s0:1/RoCE [1]rocep8s0_dma:1/RoCE [2]rocep9s0:1/RoCE [3]rocep9s0_dma:1/RoCE; ok",
        "[0]rocep8s0_dma:1/RoCE; finding",
      })
  void aTwinForDataDirectIsItsDevice(String devices, String verdict) {
    String log = I + "NET/IB : Using " + devices + " [RO]; OOB eth0:192.0.2.61<0>\n";

    Check used = NcclLogTest.check(NcclLogTest.report(log, hcas("rocep8s0", "rocep9s0")), "hcas");

    assertThat(Check.word(used.verdict())).isEqualTo(verdict);
    assertThat(NcclLogTest.check(NcclLogTest.report(log, hcas("rocep8s0_dma")), "hcas").verdict())
        .isEqualTo(Verdict.OK);
  }

  @Test
  void eventsOfATwinAreThoseOfItsPort() {
    Check events =
        check(
            W
                + "NET/IB : mlx5_0_dma:1 Got non-fatal async event: port error(10)\n"
                + W
                + "NET/IB : mlx5_0:1 GID table changed\n",
            "events");

    assertThat(events.advice()).startsWith("mlx5_0:1 lost its link, and its RoCE v2 GID");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "NET/IB: read failed in ncclIbRoceGetVersionNum: Invalid argument; NCCL 2.26 or newer",
        "NET/IB: read failed in ncclIbRoceGetVersionNum: Input/output error; could not be read",
        "NET/IB: open failed in ncclIbRoceGetVersionNum: No such file or directory; mount sysfs",
      })
  void aGidThatNcclCannotReadIsFatal(String warning, String advice) {
    String log = ROCE + W + warning + "\n";

    assertThat(check(log, "warnings").verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(check(log, "warnings").advice()).contains("NCCL_IB_GID_INDEX", advice);
  }

  @Test
  void theFirstOfAChainIsNamedAndNotWhatFollows() {
    String chain = I + "transport/net_ib.cc:366 -> 2\n" + I + "transport/net.cc:704 -> 2\n";
    String proxy = "pod1:30:30 [0] proxy.cc:1137 NCCL WARN Proxy Call to rank 0 failed (Connect)\n";
    String read = W + "NET/IB: read failed in ncclIbRoceGetVersionNum: Invalid argument\n";

    assertThat(check(ROCE + read + chain + proxy, "errors").advice())
        .startsWith("first: line 2: NET/IB: read failed in ncclIbRoceGetVersionNum");
    assertThat(check(ROCE + proxy + read + chain, "errors").advice())
        .startsWith("first: line 3: NET/IB: read failed");
    assertThat(check(ROCE + proxy, "errors").advice()).startsWith("first: line 2: Proxy Call");
  }

  @ParameterizedTest
  @CsvSource({"2.21.5,283,true", "2.21.5,990,false", "2.22.3,285,true", "2.24.3,283,false"})
  void anNcclThatPrintsNoReasonIsKnownByItsWay(String version, int place, boolean known) {
    String log =
        "NCCL version "
            + version
            + "+cuda12.4\n"
            + ROCE
            + I
            + "transport/net_ib.cc:"
            + place
            + " -> 2\n"
            + "pod1:30:30 [0] proxy.cc:1137 NCCL WARN Proxy Call to rank 0 failed (Connect)\n";

    String unnamed = I + "transport/net_ib.cc:282 -> 2\n" + I + "transport/net_ib.cc:305 -> 2\n";

    assertThat(report(ROCE + unnamed).hasFinding()).isTrue();
    assertThat(report(ROCE + unnamed.replace("305", "306")).hasFinding()).isFalse();
    assertThat(report(log).hasFinding()).isEqualTo(known);
    assertThat(check(log, "errors").advice())
        .startsWith(known ? "first: line 3: failed in ncclIbRoceGetVersionNum" : "first: line 4");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "port error(10)|GID table changed(18)|port active(9)|GID table changed(18)"
            + "; lost its link and came back, and its RoCE v2 GID may be in another slot",
        "port error(10)|GID table changed(18); lost its link, and its RoCE v2 GID may be",
        "GID table changed(18); an address came or went while the job ran",
      })
  void anAddressThatMovedNeedsANewJob(String events, String advice) {
    StringBuilder log = new StringBuilder(ROCE);
    for (String event : events.split("\\|", -1)) {
      log.append(W).append("NET/IB : mlx5_4:1 Got non-fatal async event: ").append(event);
      log.append('\n');
    }

    assertThat(check(log.toString(), "events").advice()).contains(advice, "restart the job");
    assertThat(check(log.toString(), "events").advice().contains("look at the link"))
        .isEqualTo(events.contains("port error"));
  }

  @Test
  void aPortErrorAloneSaysNothingOfSlots() {
    String log = ROCE + W + "NET/IB : mlx5_4:1 Got non-fatal async event: port error(10)\n";

    assertThat(check(log, "events").advice()).startsWith("look at the link").doesNotContain("slot");
  }

  private static final String CHANNEL = I + "Channel 00/0 : 0[0] -> 1[0] [send] via NET/IB/0\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "[0]rocep1s0f0:1/RoCE [1]roceP2p1s0f0:1/RoCE; enp1s0f0np0; ; ok",
        "[0]rocep1s0f1:1/RoCE [1]roceP2p1s0f1:1/RoCE; eth0; busId f01000; ok",
        "[0]rocep1s0f0:1/RoCE; enP7s7; ; ok",
        "[0]rocep1s0f0:1/RoCE; eth0; ; finding",
        "[0]rocep1s0f0:1/RoCE [1]roceP2p1s0f0:1/RoCE; eth0; busId 901000; finding",
        "[0]rocep1s0f0:1/RoCE [1]roceP2p1s0f0:1/RoCE [2]rocep3s0:1/RoCE; eth0; ; finding",
        "[0]mlx5_0:1/RoCE; eth0; ; finding",
      })
  void aSparkIsKnownByItsDevices(String devices, String netdev, String gpu, String verdict) {
    String log =
        I
            + "NET/IB : Using "
            + devices
            + " [RO]; OOB "
            + netdev
            + ":192.0.2.31<0>\n"
            + (gpu == null ? "" : I + "rank 0 nranks 2 cudaDev 0 nvmlDev 0 " + gpu + "\n")
            + CHANNEL;

    assertThat(Check.word(check(log, "gdr").verdict())).isEqualTo(verdict);
  }

  @Test
  void completionsOfGinAreRead() {
    Fault fault =
        report(
                W
                    + "NET/IB/GIN: Got completion from peer 192.0.2.12<3631> with status=12"
                    + " opcode=1 len=0 vendor err 129 (Send) localGid ::ffff:198.51.100.1"
                    + " remoteGids::ffff:198.51.100.2 hca mlx5_4\n")
            .errors()
            .getFirst();

    assertThat(fault.hca()).isEqualTo("mlx5_4");
    assertThat(fault.status()).isEqualTo(12);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Unable to use GIN: Peermem is not supported, and device 3 does not support DMA-BUF."
            + "; nvidia_peermem or dma-buf",
        "No GIN-capable devices found.; NCCL_GIN_TYPE",
        "DOCA failure 6; firmware",
        "NET/IB: Port recovery on device mlx5_4 failed after 5 attempts, device is permanently"
            + " failed; restart the job",
      })
  void ginAndRecoveryThatFailHaveAdvice(String warning, String advice) {
    assertThat(check(ROCE + W + warning + "\n", "warnings").advice()).contains(advice);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "l3-regmr-enomem| warnings| CmaTotal",
        "l5-gidchange| events| mlx5_1:1 lost its link and came back",
        "l8-rocever| warnings| NCCL 2.26",
        "l9-rocever-abort| errors| first: line 4: NET/IB: read failed",
        "l12-resil| events| restart the job",
        "l14-efault| warnings| user-space provider",
        "l15-abi| network| rdma-core is older",
      })
  void casesOfTheLabHaveTheirAdvice(String log, String name, String advice) throws IOException {
    assertThat(check(lab(log), name).advice()).contains(advice);
  }

  @Test
  void casesOfTheLabThatAreHealthyAreOk() throws IOException {
    assertThat(report(lab("l17-vllmspark")).hasFinding()).isFalse();
    assertThat(NcclLogTest.report(lab("l19-gb300"), hcas("rocep161s0", "rocep202s0")).hasFinding())
        .isFalse();
  }

  private static String lab(String name) throws IOException {
    Path path = Path.of("../shared/lab/host-cases/logs", name + ".log");
    assumeTrue(Files.exists(path), "no case beside this repository: " + path);
    return Files.readString(path);
  }
}
