package dev.losslessd.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Verdict;
import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verdicts on logs in the formats of NCCL 2.8 to 2.30; src/docs/how-to/nccl-log.md names each
 * source.
 */
class NcclLogTest {
  static final String INFO = "gpu01:100:101 [0] NCCL INFO ";
  static final String OTHER = "gpu02:200:201 [0] NCCL INFO ";

  private static final String V2_8 =
      """
      gpu01:100:100 [0] NCCL INFO Bootstrap : Using eno1:192.0.2.11<0>
      gpu01:100:100 [0] NCCL INFO NET/Plugin : No plugin found (libnccl-net.so), using internal implementation
      gpu01:100:100 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE ; OOB eno1:192.0.2.11<0>
      gpu01:100:100 [0] NCCL INFO Using network IB
      NCCL version 2.8.4+cuda11.1
      gpu01:100:101 [0] NCCL INFO Channel 00/02 :    0   1
      gpu01:100:101 [0] NCCL INFO Channel 01/02 :    0   1
      gpu01:100:101 [0] NCCL INFO Channel 00 : 1[1a000] -> 0[1a000] [receive] via NET/IB/0/GDRDMA
      gpu01:100:101 [0] NCCL INFO Channel 01 : 0[1a000] -> 1[1a000] [send] via NET/IB/1/GDRDMA
      gpu01:100:101 [0] NCCL INFO Connected all rings
      gpu01:100:101 [0] NCCL INFO Connected all trees
      gpu01:100:101 [0] NCCL INFO comm 0x7f rank 0 nranks 2 cudaDev 0 busId 1a000 - Init COMPLETE
      """;

  private static final String V2_21 =
      """
      gpu01:100:100 [0] NCCL INFO cudaDriverVersion 12040
      gpu01:100:100 [0] NCCL INFO NCCL_IB_TC set by environment to 106.
      NCCL version 2.21.5+cuda12.4
      gpu01:100:110 [0] NCCL INFO NET/IB : Using [0]={[0] mlx5_0:1/RoCE, [1] mlx5_1:1/RoCE} [1]mlx5_2:1/RoCE [RO]; OOB eno1:192.0.2.11<0>
      gpu01:100:110 [0] NCCL INFO Using non-device net plugin version 0
      gpu01:100:110 [0] NCCL INFO Using network IB
      gpu01:100:110 [0] NCCL INFO comm 0x55 rank 0 nRanks 16 nNodes 2 localRanks 8 localRank 0 MNNVL 0
      gpu01:100:111 [0] NCCL INFO NET/IB: NCCL Dev 0 IbDev 0 Port 1 qpn 1170 mtu 5 query_ece={supported=1, vendor_id=0x15b3, options=0x30000002, comp_mask=0x0} GID 3 (0/50200C0FFFF0000) fifoRkey=0x1 fifoLkey=0x1
      gpu01:100:110 [0] NCCL INFO Channel 00/0 : 8[0] -> 0[0] [receive] via NET/IB/0/GDRDMA/Shared
      gpu01:100:110 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0(2)/GDRDMA
      gpu01:100:110 [0] NCCL INFO Connected NVLS tree
      """;

  private static final String V2_30 =
      """
      [2031-05-06 10:00:00] gpu01:100:100 [0] NCCL INFO NCCL version 2.30.7+cuda13.0
      gpu01:100:100 [0] NCCL INFO NET/Plugin: Could not find: libnccl-net.so
      gpu01:100:100 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1:0/RoCE [1]mlx5_1:1::3/RoCE [RO]; OOB eno1:192.0.2.11<0>
      gpu01:100:100 [0] NCCL INFO Initialized NET plugin IB
      gpu01:100:100 [0] NCCL INFO Assigned NET plugin IB to comm
      gpu01:100:100 [0] NCCL INFO Using network IB
      gpu01:100:100 [0] NCCL INFO NET/IB: ncclIbConnect: NCCL Dev 0 IbDev 0 Port 1 qp_num 11 mtu 5 GID 3 (0/50200C0FFFF0000) ctsFifoRkey=0x1 ctsFifoLkey=0x1
      gpu01:100:100 [0] NCCL INFO Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/1/GDRDMA(PCI)
      """;

  private static NcclReport report(String log) {
    return report(log, LogContext.NONE);
  }

  static NcclReport report(String log, LogContext context) {
    try {
      return NcclLog.read(new StringReader(log)).report(context, JobHost.UNKNOWN);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  static Check check(NcclReport report, String name) {
    return report.checks().stream()
        .filter(check -> check.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not in " + report.checks()));
  }

  @ParameterizedTest
  @ValueSource(strings = {V2_8, V2_21, V2_30})
  void rdmaWithGpuDirectIsOkInEveryFormat(String log) {
    NcclReport report = report(log);

    assertThat(check(report, "network").verdict()).isEqualTo(Verdict.OK);
    assertThat(check(report, "network").message()).isEqualTo("used: NET/IB, RoCE");
    assertThat(check(report, "gdr").verdict()).isEqualTo(Verdict.OK);
    assertThat(check(report, "hcas").message()).startsWith("gpu01: mlx5_0, mlx5_1");
    assertThat(report.hasFinding()).isFalse();
  }

  @Test
  void versionRanksAndAlgorithmsAreTold() {
    assertThat(report(V2_8).versions()).containsExactly("2.8.4");
    assertThat(report(V2_8).ranks()).isEqualTo(2);
    assertThat(check(report(V2_8), "algorithms").message())
        .startsWith("connected: ring, tree; 2 channels");
    assertThat(report(V2_21).versions()).containsExactly("2.21.5");
    assertThat(report(V2_21).ranks()).isEqualTo(16);
    assertThat(check(report(V2_21), "algorithms").message()).contains("NVLS");
    assertThat(report(V2_30).versions()).containsExactly("2.30.7");
  }

  @Test
  void connectionsAreCountedByDevice() {
    assertThat(report(V2_8).paths())
        .extracting(NcclReport.Path::hca)
        .containsExactly("mlx5_0", "mlx5_1");
  }

  @Test
  void aDeviceThatIsThereAndNotUsedIsAFinding() {
    LogContext four =
        new LogContext(
            Map.of("", List.of("mlx5_0", "mlx5_1", "mlx5_2", "mlx5_3")), Map.of(), Map.of());

    Check hcas = check(report(V2_8, four), "hcas");

    assertThat(hcas.verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(hcas.message()).isEqualTo("gpu01 does not use mlx5_2, mlx5_3");
  }

  @Test
  void tcpIsAFindingWithItsReason() {
    String log =
        INFO
            + "NCCL_IB_HCA set to mlx5_9\n"
            + INFO
            + "NET/IB : No device found.\n"
            + INFO
            + "NET/Socket : Using [0]eno1:192.0.2.11<0>\n"
            + INFO
            + "Using network Socket\n"
            + INFO
            + "Channel 00/0 : 0[0] -> 8[0] [send] via NET/Socket/0\n";

    Check network = check(report(log), "network");

    assertThat(network.verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(network.message()).contains("TCP", "matches NCCL_IB_HCA=mlx5_9");
    assertThat(check(report(log.replace("NET/IB : No device found.", "x")), "network").message())
        .contains("the log does not tell why");
  }

  @Test
  void tcpThatIsChosenButNotUsedInsideOneHostIsOk() {
    String log =
        INFO + "Using network Socket\n" + INFO + "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM/read\n";

    assertThat(check(report(log), "network").verdict()).isEqualTo(Verdict.OK);
  }

  @Test
  void ranksThatUseDifferentNetworksAreAFinding() {
    String log = INFO + "Using network IB\n" + OTHER + "Using network Socket\n";

    assertThat(check(report(log), "network").message())
        .isEqualTo("chosen: IB and Socket: ranks differ (IB by 1, Socket by 1 processes)");
  }

  @Test
  void rdmaWithoutGpuDirectIsAFinding() {
    String log =
        V2_8.replace("/GDRDMA", "")
            + INFO
            + "NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0' (no module)\n";

    Check gdr = check(report(log), "gdr");

    assertThat(gdr.verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(gdr.message())
        .isEqualTo("0 of 2 connections between hosts use GPUDirect RDMA; NCCL says: no module");
    assertThat(gdr.advice()).contains("nvidia_peermem");
    assertThat(report(log).paths().getFirst().channelsWithoutGpuDirect()).containsExactly(0);
  }

  @Test
  void distanceOfGpuAndNicIsTold() {
    String log =
        V2_8.replace("/GDRDMA", "")
            + INFO
            + "GPU Direct RDMA Disabled for GPU 42000 / HCA 0 (distance 6 > 4)\n";

    assertThat(check(report(log), "gdr").message()).endsWith("distance 6 is above 4");
    assertThat(check(report(log), "gdr").advice()).contains("far apart");
  }

  @Test
  void aGpuWithUnifiedMemoryHasNoGpuDirectToMiss() {
    String log = "#  Rank 0 device 0 [0x0f] NVIDIA GB10\n" + V2_8.replace("/GDRDMA", "");

    assertThat(check(report(log), "gdr").verdict()).isEqualTo(Verdict.OK);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0/0, slot 0 is empty",
    "0, 80FE/57A1EBFEFFA1420E, slot 0 is fe80:0000:0000:0000:0e42:a1ff:feeb:a157",
  })
  void aGidWithoutAnAddressIsAFinding(String slot, String halves, String message) {
    String log = INFO + "NET/IB: Dev 0 Port 1 qpn 1170 mtu 3 GID " + slot + " (" + halves + ")\n";

    assertThat(check(report(log), "gid").verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(check(report(log), "gid").message()).startsWith(message);
    assertThat(check(report(log), "mtu").message()).isEqualTo("active MTU 1024 bytes");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Using network AWS Libfabric| AWS OFI (libfabric)",
        "Using network IBext_v8| NCCL RDMA SHARP",
        "Using network UCX-PTX| UCX",
      })
  void aPlugInIsNamed(String message, String plugin) {
    assertThat(check(report(INFO + message), "network").message()).contains(plugin);
  }

  @Test
  void anUnknownPlugInIsUnknown() {
    assertThat(check(report(INFO + "Using network FasTrak"), "network").verdict())
        .isEqualTo(Verdict.UNKNOWN);
    assertThat(check(report(INFO + "cudaDriverVersion 12040"), "network").verdict())
        .isEqualTo(Verdict.UNKNOWN);
  }

  @Test
  void overridesAreJudged() {
    NcclReport report =
        report(
            INFO
                + "NCCL_PROTO set by environment to LL128\n"
                + INFO
                + "NCCL_NTHREADS set by environment to 4.\n");

    assertThat(check(report, "overrides").message()).isEqualTo("NCCL_NTHREADS=4, NCCL_PROTO=LL128");
  }
}
