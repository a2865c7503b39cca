package dev.losslessd.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.jobs.NcclReport.Fault;
import dev.losslessd.model.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One log in every shape that launchers, collectors and terminals give it: one verdict. */
class NcclShapesTest {
  private static final List<String> LINES = lines();

  private static List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (int rank = 0; rank < 4; rank++) {
      int host = 7 + rank / 2;
      String head =
          "trn-a0%d:%d:%d [%d] NCCL INFO ".formatted(host, 41170 + rank, 41230 + rank, rank % 2);
      lines.add(head + "NCCL_IB_TC set by environment to 106.");
      lines.add(
          head
              + "NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE [RO]; OOB bond0:192.0.2."
              + host
              + "<0>");
      lines.add(head + "Using network IB");
      for (int channel = 0; channel < 4; channel++) {
        lines.add(
            head
                + "Channel 0%d/0 : %d[%d] -> %d[%d] [send] via NET/IB/%d/GDRDMA(PCI)/Shared"
                    .formatted(channel, rank, rank, 3 - rank, 3 - rank, channel % 2));
      }
      lines.add(
          head
              + "NET/IB: NCCL Dev 0 IbDev 0 Port 1 qpn 1100 mtu 5 query_ece={supported=1,"
              + " vendor_id=0x15b3, options=0x30000002, comp_mask=0x0} GID 3"
              + " (0/B7100CBFFFF0000) fifoRkey=0x18 fifoLkey=0x18");
      lines.add(head + "Connected all rings, use ring PXN 0 GDR 1");
    }
    lines.add("");
    lines.add(
        "[2031-07-02 11:04:33] trn-a07:41170:41230 [0] transport/net_ib/p2p.cc:688"
            + " (ncclIbLogCompletionWithError) NCCL WARN NET/IB: Got completion from peer"
            + " 192.0.2.8<41117> with status=IBV_WC_RETRY_EXC_ERR(12) opcode=IBV_WC_SEND(0)"
            + " reqSize=4096 vendor_err=129 req_type=Send localGid ::ffff:203.0.113.11"
            + " remoteGids::ffff:203.0.113.12 hca mlx5_1");
    return lines;
  }

  private static String shaped(BinaryOperator<String> shape) {
    StringBuilder log = new StringBuilder();
    for (int n = 0; n < LINES.size(); n++) {
      log.append(shape.apply(String.valueOf(n), LINES.get(n))).append('\n');
    }
    return log.toString();
  }

  private static String json(String format, String number, String line) {
    return format.formatted(line.replace("<", "\\u003c").replace("\"", "\\\""), number);
  }

  static Stream<String> shapes() {
    return Stream.of(
        shaped((n, line) -> "  3: " + line),
        shaped((n, line) -> "[1," + n + "]<stdout>:" + line),
        shaped((n, line) -> "[default3]:" + line),
        shaped((n, line) -> "[pod/train-worker-1/pytorch] " + line),
        shaped((n, line) -> "2031-07-02T11:04:05.000000001+02:00 stderr F " + line),
        shaped((n, line) ->
            json("{\"log\":\"%s\\n\",\"stream\":\"stdout\",\"time\":\"2031-07-02T1%s\"}", n, line)),
        shaped((n, line) ->
            json("{\"kubernetes\": {\"pod\": \"x\"}, \"message\": \"%s\", \"n\": %s}", n, line)),
        shaped((n, line) -> "\"2031-07-02T11:04:05.000-07:00\",\"" + line + "\""),
        shaped((n, line) ->
            "\u001b[36m(RayTrainWorker pid=31, ip=192.0.2.7)\u001b[0m "
                + line
                + "\u001b[32m [repeated 3x across cluster] (Ray deduplicates logs by default)"),
        shaped((n, line) -> "Jul 02 11:04:05 trn-a07 python3[41170]: " + line),
        shaped((n, line) -> "trn-a07: " + line + "\n"),
        shaped((n, line) -> "\0\0" + line + "\0"),
        shaped((n, line) -> "\u001b[1;33m" + line + "\u001b[0m\r"));
  }

  @ParameterizedTest
  @MethodSource("shapes")
  void whatStandsAroundALineChangesNoVerdict(String log) {
    assertSame(log);
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 96, 100, 120, 132, 160})
  void anyWidthOfATerminalChangesNoVerdict(int width) {
    assertSame(wrapped(width, "\n"));
    assertSame(wrapped(width, "\r\n"));
  }

  private static String wrapped(int width, String end) {
    StringBuilder log = new StringBuilder();
    for (String line : LINES) {
      for (int n = 0; n < line.length(); n += width) {
        log.append(line, n, Math.min(line.length(), n + width)).append(end);
      }
    }
    return log.toString();
  }

  @ParameterizedTest
  @ValueSource(ints = {80, 100, 132})
  void linesBrokenAtBlanksChangeNoVerdict(int width) {
    StringBuilder log = new StringBuilder();
    for (String line : LINES) {
      String rest = line;
      while (rest.length() > width) {
        int cut = rest.lastIndexOf(' ', width - 1) + 1;
        log.append(rest, 0, cut).append('\n');
        rest = rest.substring(cut);
      }
      log.append(rest).append('\n');
    }

    assertSame(log.toString());
  }

  private static void assertSame(String log) {
    NcclReport plain = NcclLogTest.report(String.join("\n", LINES), LogContext.NONE);
    NcclReport report = NcclLogTest.report(log, LogContext.NONE);

    assertThat(report.checks().stream().map(NcclShapesTest::told).toList())
        .isEqualTo(plain.checks().stream().map(NcclShapesTest::told).toList());
    assertThat(report.paths()).isEqualTo(plain.paths());
    assertThat(report.overrides()).isEqualTo(plain.overrides());
    Fault fault = report.errors().getFirst();
    assertThat(fault.host()).isEqualTo("trn-a07");
    assertThat(fault.peerHost()).isEqualTo("trn-a08");
    assertThat(fault.request()).isEqualTo("Send");
    assertThat(fault.localGid()).endsWith("cb00:710b");
    assertThat(fault.remoteGid()).endsWith("cb00:710c");
    assertThat(fault.hca()).isEqualTo("mlx5_1");
  }

  /** Lines are numbered as they are in the file, so their numbers differ. */
  private static String told(Check check) {
    return check.name()
        + " "
        + check.verdict()
        + " "
        + check.message().replaceAll("line \\d+", "line N");
  }

  /** What a file lacks is not held against the job. */
  @ParameterizedTest
  @ValueSource(doubles = {0.2, 0.35, 0.5, 0.65, 0.8, 0.9})
  void aFileThatIsCutAnywhereGivesNoOtherVerdict(double part) {
    String log = String.join("\n", LINES);
    int middle = (int) (log.length() * part);
    for (int end = middle; end < middle + 120; end++) {
      for (Check check : NcclLogTest.report(log.substring(0, end), LogContext.NONE).checks()) {
        if (!check.name().equals("errors") && check.verdict() == Verdict.BROKEN) {
          throw new AssertionError("cut at " + end + ": " + check);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/GDRDMA/Shared", "(2)/GDRDMA", "2/GDRDMA(PCI)"})
  void theEndOfAChannelThatAnotherRankCutsOffIsFound(String end) {
    String other = NcclLogTest.OTHER + "Using network IB\n";
    String first = NcclLogTest.INFO + "Channel 00/0 : 0[0] -> 8[0] [send] via NET/IB/1";
    String log = other + first + other + end + "\n";

    Check gdr = NcclLogTest.check(NcclLogTest.report(log, LogContext.NONE), "gdr");

    assertThat(gdr.verdict()).isEqualTo(Verdict.OK);
  }
}
