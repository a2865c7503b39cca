package dev.losslessd.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.jobs.NcclReport.Fault;
import dev.losslessd.jobs.NcclReport.Role;
import dev.losslessd.model.Verdict;
import java.io.IOException;
import java.io.Reader;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors in a log: what each means, whose it is, cause or consequence. */
class NcclErrorsTest {
  private static final String INFO = NcclLogTest.INFO;
  private static final String OTHER = NcclLogTest.OTHER;

  private static NcclReport report(String log) {
    return NcclLogTest.report(log, LogContext.NONE);
  }

  private static NcclReport report(String log, LogContext context) {
    return NcclLogTest.report(log, context);
  }

  private static Check check(NcclReport report, String name) {
    return NcclLogTest.check(report, name);
  }

  private static final String W = "gpu01:100:101 [0] transport/net_ib.cc:1 NCCL WARN ";
  private static final String PEERS =
      OTHER + "NET/IB : Using [0]mlx5_0:1/RoCE [RO]; OOB eno1:192.0.2.12<0>\n";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "NET/IB : Got completion with error 12, opcode 0, len 0, vendor err 129",
        "NET/IB : Got completion from peer 192.0.2.12<3631> with error 12, opcode 1, len 0, vendor"
            + " err 129",
        "NET/IB : Got completion from peer 192.0.2.12<3631> with error 12, opcode 32611, len 0,"
            + " vendor err 129 (Send) localGid ::ffff:198.51.100.1 remoteGid ::ffff:198.51.100.2",
        "NET/IB : Got completion from peer 192.0.2.12<3631> with status=12 opcode=1 len=0 vendor"
            + " err 129 (Send) localGid ::ffff:198.51.100.1 remoteGids::ffff:198.51.100.2",
        "NET/IB: Got completion from peer 192.0.2.12<3631> with status=12 opcode=1 len=4294967295"
            + " vendor err 129 (Recv) localGid ::ffff:198.51.100.1 remoteGids::ffff:198.51.100.2"
            + " hca mlx5_0",
        "NET/IB: Got completion from peer 192.0.2.12<3631> with status=IBV_WC_RETRY_EXC_ERR(12)"
            + " opcode=IBV_WC_SEND(0) vendor_err=129  localGid ::ffff:198.51.100.1"
            + " remoteGids::ffff:198.51.100.2 hca mlx5_0",
      })
  void completionsAreReadInEveryFormat(String message) {
    LogContext ports =
        new LogContext(
            Map.of(),
            Map.of("0000:0000:0000:0000:0000:ffff:c633:6402", "gpu02:ens1f0np0"),
            Map.of("gpu02:ens1f0np0", List.of("link is down")));

    NcclReport report = report(W + message, ports);

    Fault fault = report.errors().getFirst();
    assertThat(fault.status()).isEqualTo(12);
    assertThat(fault.name()).isEqualTo("IBV_WC_RETRY_EXC_ERR");
    assertThat(fault.vendorError()).isEqualTo(129);
    assertThat(fault.peer()).isEqualTo(message.contains("peer") ? "192.0.2.12" : "");
    assertThat(fault.hca()).isEqualTo(message.contains("hca") ? "mlx5_0" : "");
    assertThat(fault.remotePort()).isEqualTo(message.contains("Gid") ? "gpu02:ens1f0np0" : "");
    assertThat(fault.findings()).hasSize(message.contains("Gid") ? 1 : 0);
    assertThat(check(report, "errors").verdict()).isEqualTo(Verdict.BROKEN);
  }

  private static String completion(String head, int status, String peer) {
    return head
        + "NET/IB: Got completion from peer "
        + peer
        + "<3631> with status="
        + status
        + " opcode=1 len=0 vendor err 129 (Send) localGid ::ffff:198.51.100.1"
        + " remoteGids::ffff:198.51.100.2 hca mlx5_0\n";
  }

  private static List<Role> roles(String log) {
    return report(log).errors().stream().map(Fault::role).toList();
  }

  @Test
  void theFirstErrorToAPeerThatHadNoneIsTheCause() {
    assertThat(roles(PEERS + completion(W, 12, "192.0.2.12"))).containsExactly(Role.CAUSE);
  }

  @Test
  void anErrorToAPeerWhoseLinesAreNotThereIsOfUnknownRole() {
    assertThat(roles(completion(W, 12, "192.0.2.12"))).containsExactly(Role.UNKNOWN);
  }

  @Test
  void anErrorAfterThePeerFailedIsAConsequence() {
    String log =
        PEERS
            + "gpu02:200:201 [0] misc/x.cc:1 NCCL WARN Cuda failure 'unspecified launch failure'\n"
            + completion(W, 12, "192.0.2.12");

    assertThat(roles(log)).containsExactly(Role.CONSEQUENCE);
    assertThat(report(log).errors().getFirst().why()).contains("peer", "Cuda failure");
  }

  @Test
  void flushedRequestsAndLaterErrorsOfAProcessAreConsequences() {
    String log =
        PEERS
            + completion(W, 12, "192.0.2.12")
            + completion(W, 5, "192.0.2.12")
            + completion("gpu03:1:1 [0] NCCL WARN ", 5, "192.0.2.99");

    assertThat(roles(log)).containsExactly(Role.CAUSE, Role.CONSEQUENCE, Role.CONSEQUENCE);
  }

  @Test
  void aPortThatWentDownComesBeforeItsErrors() {
    String log =
        W
            + "NET/IB : mlx5_0:1 Got async error event: port error\n"
            + completion(W, 12, "192.0.2.12");

    assertThat(roles(log)).containsExactly(Role.CONSEQUENCE);
    assertThat(check(report(log), "events").message())
        .isEqualTo("events of NICs: mlx5_0:1 port error");
  }

  @Test
  void timesDecideWhereAllLinesHaveThem() {
    String late = "[2031-05-06 10:00:09] ";
    String early = "[2031-05-06 10:00:01] ";
    String peer = "gpu02:200:201 [0] NCCL WARN ";
    String seen = INFO + "Bootstrap : Using eno1:192.0.2.11<0>\n" + PEERS;
    String log =
        seen + late + completion(W, 12, "192.0.2.12") + early + completion(peer, 12, "192.0.2.11");

    List<Fault> errors = report(log).errors();

    assertThat(errors).extracting(Fault::host).containsExactly("gpu02", "gpu01");
    assertThat(errors).extracting(Fault::role).containsExactly(Role.CAUSE, Role.CONSEQUENCE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "failed with error Connection timed out errno 110| did not resolve",
        "failed with error Network is unreachable| no route",
        "failed with 22 Invalid argument, on dev mlx5_0:1, curr state INIT, next state RTR, local"
            + " GID index 0, local GID fe80::1, remote GID ::ffff:198.51.100.2| GID slot",
      })
  void queuePairsThatDoNotConnectHaveAdvice(String message, String advice) {
    assertThat(check(report(W + "Call to ibv_modify_qp " + message), "connect").advice())
        .contains(advice);
  }

  @Test
  void lastErrorOfPyTorchHasNoHead() {
    NcclReport report =
        report(
            "Last error:\n"
                + "NET/IB : Got completion from peer 192.0.2.12<3> with status=12 opcode=1 len=0"
                + " vendor err 129 (Send)\n");

    assertThat(report.errors()).hasSize(1);
  }

  @Test
  void aLongLogTakesLittleMemory() throws IOException {
    NcclLog log = NcclLog.read(new Endless(100_000));

    NcclReport report = log.report(LogContext.NONE, JobHost.UNKNOWN);

    assertThat(report.errorCount()).isGreaterThan(25_000);
    assertThat(report.errors()).hasSize(1_000);
    assertThat(report.paths()).hasSize(1);
  }

  /** Lines of NCCL and of a job, one after the other, and one line without end. */
  private static final class Endless extends Reader {
    private final int lines;
    private int count;
    private String rest = "";

    Endless(int lines) {
      this.lines = lines;
    }

    @Override
    public int read(char[] buffer, int from, int length) {
      if (rest.isEmpty()) {
        rest = count >= lines ? "" : line(count++);
      }
      int taken = Math.min(length, rest.length());
      rest.getChars(0, taken, buffer, from);
      rest = rest.substring(taken);
      return taken == 0 ? -1 : taken;
    }

    private static String line(int count) {
      return switch (count % 3) {
        case 0 -> completion(W, 12, "192.0.2.12");
        case 1 -> INFO + "Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/0/GDRDMA\n";
        default -> count < 10_000 ? "step " + count + " loss 0.1" : "step\n";
      };
    }

    @Override
    public void close() {}
  }
}
