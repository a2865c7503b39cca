package dev.losslessd.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.jobs.NcclReport.Fault;
import dev.losslessd.jobs.NcclReport.Role;
import dev.losslessd.model.Verdict;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What other plug-ins, other libraries and less usual messages say. */
class NcclWordsTest {
  private static final String I = NcclLogTest.INFO;
  private static final String W = "gpu01:100:101 [0] transport/net_ib.cc:211 NCCL WARN ";

  private static NcclReport report(String log) {
    return NcclLogTest.report(log, LogContext.NONE);
  }

  private static Check check(String log, String name) {
    return NcclLogTest.check(report(log), name);
  }

  /** A bar stands for the end of a line. */
  private static String log(String messages) {
    return I + messages.replace("|", "\n" + I) + "\n";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "NET/OFI Selected provider is efa, fabric is efa (found 4 nics)|Using network Libfabric"
            + "; ok; AWS OFI",
        "NET/OFI Selected Provider is tcp (found 2 nics)|Using network AWS Libfabric"
            + "; finding; libfabric on tcp: TCP",
        "NET/Plugin: Loaded net plugin FastSocket (v6)|Using network FastSocket"
            + "; finding; a plug-in for TCP",
        "NET/Plugin: Loaded net plugin FasTrak (v7)|Using network FasTrak; unknown; no RDMA",
        "NET/Plugin: Loaded net plugin GPUDirectTCPX_v7 (v7)|Using network GPUDirectTCPX_v7"
            + "; unknown; no RDMA",
        "NET/gIB : Using [0]mlx5_0:1/RoCE [RO]@ OOB eth0:192.0.2.5<0>|Using network gIB"
            + "; ok; Google gIB (RoCE)",
        "Using network IB  # the line that counts; ok; chosen: NET/IB",
        "NET/Socket : Using [0]ib0:192.0.2.1<0>|NET/IB : Using [0]mlx5_0:1/IB @ OOB"
            + " ib0:192.0.2.1<0>; ok; chosen: NET/IB, IB",
        "NET/Socket : Using [0]eth0:192.0.2.1<0>|NET/IB : No device found.; finding; no RDMA port",
        "Failed to initialize NET plugin SPCX|NET/Socket : Using [0]eth0:192.0.2.1<0>|Using network"
            + " Socket; finding; SPCX did not start",
        "Error: network AWS Libfabric not found.; finding; AWS Libfabric is not there",
        "comm 0x5 rank 0 nRanks 8 nNodes 1 localRanks 8|Using network Socket; ok; leaves the host",
      })
  void networksAreNamedForWhatTheyAre(String messages, String verdict, String message) {
    Check network = check(log(messages.replace('@', ';')), "network");

    assertThat(Check.word(network.verdict())).isEqualTo(verdict);
    assertThat(network.message()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM/read|NET/IB : GPU Direct RDMA Disabled for HCA"
            + " 0 'mlx5_0'; unknown; leaves the host",
        "Using network IB|GPU Direct RDMA Disabled for GPU 1 / HCA 4 (distance 8 > 5)"
            + "; unknown; no channel",
        "Using network IB|NET/IB : GPU Direct RDMA Disabled for HCA 0 'mlx5_0'; finding; is off",
        "Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0|GPU Direct RDMA Disabled for GPU/0-1b000"
            + " (rank 0) - NET/0-0 (distance 8 > 5); finding; distance 8 is above 5",
        "nNodes 2|Using network IB|Connected all rings, use ring PXN 0 GDR 0; finding; the rings",
        "Using network IB|Connected all rings, use ring PXN 0 GDR 1; ok; the rings",
        "rank 0 nranks 2 cudaDev 0 nvmlDev 0 busId f01000 - Init START|Channel 00/0 : 0[0] -> 1[0]"
            + " [send] via NET/IB/0; ok; shares the CPU's memory",
      })
  void gpuDirectIsJudgedByWhatTellsOfIt(String messages, String verdict, String message) {
    Check gdr = check(log(messages), "gdr");

    assertThat(Check.word(gdr.verdict())).isEqualTo(verdict);
    assertThat(gdr.message()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "mlx5_1:1 Got non-fatal async event: port error(10); finding; mlx5_1:1 port error",
        "mlx5_1:1 Got non-fatal async event: port active(9); unknown; mlx5_1:1 port active",
        "Got async event : client reregistration; unknown; client reregistration",
        "mlx5_1:1 GID table changed; unknown; mlx5_1:1 GID table changed",
        "mlx5_3:1 async fatal event on QP (0x7d) qpn=12 handle=4 send_cq=1 recv_cq=1 state=6"
            + " sq_psn=3 rq_psn=4: local access violation work queue error; finding; violation",
        "mlx5_3:1 async fatal event on SRQ, unused for now (0x7d): SRQ catastrophic error"
            + "; finding; SRQ catastrophic error",
      })
  void eventsOfNicsAreFaultsOrNot(String event, String verdict, String message) {
    Check events = check(W + "NET/IB : " + event, "events");

    assertThat(Check.word(events.verdict())).isEqualTo(verdict);
    assertThat(events.message()).contains(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "Call to ibv_reg_mr_iova2 failed with error Cannot allocate memory errno 12; locked memory",
        "Call to ibv_create_qp failed; limits of the device",
        "NET/IB : Unable to open device mlx5_0; /dev/infiniband",
        "Bootstrap : no socket interface found; NCCL_SOCKET_IFNAME",
        "NET/IB : Attempted to connect incompatible devices: [0]mlx5_0:1/IB; the other RoCE",
        "socketPollConnect: connect to 192.0.2.8<41> returned Connection refused; firewall",
        "NET/IB: Device 1 marked as failed. Initiating recovery? Yes; the port that failed",
      })
  void warningsWithAKnownReasonHaveAdvice(String warning, String advice) {
    Check check = check(W + warning, "warnings");

    assertThat(check.verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(check.advice()).contains(advice);
  }

  private static final String PEERS =
      "gpu01:100:101 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eno1:192.0.2.11<0>\n"
          + "gpu02:200:201 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB"
          + " eno1:192.0.2.12<0>\n";

  private static final String COMPLETION =
      W
          + "NET/IB : Got completion from peer 192.0.2.12<3631> with status=12 opcode=1 len=0"
          + " vendor err 129 (Recv) localGid fe80::a:1 remoteGids::ffff:198.51.100.2\n";

  private static Fault fault(String before) {
    return report(PEERS + before + "\n" + COMPLETION).errors().getFirst();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpu01:100:101 [0] init.cc:8 NCCL WARN Missing \"iommu=pt\" from kernel command line"
            + " which can lead to hang!| cause| the first error",
        "gpu02:200:201 [0] x.cc:1 NCCL WARN User asked for a minimum of 64 channels, limiting to 32"
            + "| cause| the first error",
        "gpu02:200:201 [0] x.cc:1 NCCL WARN NET/IB : mlx5_0:1 Got non-fatal async event: port"
            + " active(9)| cause| the first error",
        "gpu02:200:201 [0] x.cc:1 NCCL WARN Cuda failure 700 'an illegal memory access'"
            + "| consequence| the peer reported before",
        "srun: error: gpu02: task 9: Killed| consequence| a process of the peer's host had ended",
        "torch.OutOfMemoryError: CUDA out of memory.| unknown| a process had ended before",
        "srun: error: gpu03: task 9: Killed| cause| the first error",
      })
  void whatCameBeforeAnErrorDecidesItsRole(String before, String role, String why) {
    Fault fault = fault(before);

    assertThat(fault.role()).isEqualTo(Role.valueOf(role.toUpperCase(Locale.ROOT)));
    assertThat(fault.why()).contains(why);
  }

  @Test
  void aGidOfAFailedConnectionIsJudgedWithoutItsQueuePair() {
    Check gid = check(COMPLETION, "gid");

    assertThat(gid.verdict()).isEqualTo(Verdict.BROKEN);
    assertThat(gid.message()).startsWith("local GID of a failed connection is fe80:");
    assertThat(
            check(
                    W
                        + "Call to ibv_modify_qp failed with 22 Invalid argument, on dev mlx5_0:1,"
                        + " curr state INIT, next state RTR, local GID index 0, local GID"
                        + " ::ffff:198.51.100.2, remote GID fe80::a:2",
                    "gid")
                .message())
        .startsWith("remote GID");
  }

  @Test
  void versionsOfRcclAreRead() {
    assertThat(report(I + "RCCL version : 2.27.7-HEAD:9087484\n").versions())
        .containsExactly("RCCL 2.27.7");
  }

  @Test
  void aValueThatNcclDoesNotTakeIsAFinding() {
    String log = I + "Invalid value 1e99 for NCCL_IB_TC, using default -1.\n";

    assertThat(check(log, "overrides").message()).isEqualTo("NCCL_IB_TC=1e99");
  }

  @Test
  void verbsThatAreOffDoNotMatterToAPlugIn() {
    String log = log("NCCL_IB_DISABLE set by environment to 1.|Using network AWS Libfabric");

    assertThat(check(log, "overrides").verdict()).isEqualTo(Verdict.OK);
  }
}
