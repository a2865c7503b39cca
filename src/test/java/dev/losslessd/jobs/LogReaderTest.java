package dev.losslessd.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines as launchers, terminals and many ranks at once leave them. */
class LogReaderTest {
  private static final String USING =
      "NET/IB : Using [0]mlx5_0:1/RoCE [1]mlx5_1:1/RoCE [RO]; OOB eno1:192.0.2.11<0>";

  private static final String LINE = "gpu01:100:101 [0] NCCL INFO " + USING;

  private static final String SECOND = "gpu02:200:201 [1] NCCL INFO Using network IB";

  private static List<LogRecord> read(String text) {
    List<LogRecord> records = new ArrayList<>();
    try {
      new LogReader(records::add, (other, line) -> {}).read(new StringReader(text));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return records;
  }

  private static List<String> messages(String text) {
    return read(text).stream().map(LogRecord::message).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "3: ",
        "[1,0]<stdout>:",
        "[1,12]<stderr>: ",
        "[rank0]: ",
        "[rank0]:",
        "[trainer3|0]:",
        "(RayWorkerWrapper pid=284, ip=192.0.2.9) ",
        "2031-05-06T10:00:00.123456789Z stdout F ",
        "pod-0 nccl ",
        "\u001b[32m",
        "10%|##        | 3/30 ",
      })
  void whatALauncherPrintsBeforeTheLineIsSkipped(String prefix) {
    LogRecord record = read(prefix + LINE + "\n").getFirst();

    assertThat(record.host()).isEqualTo("gpu01");
    assertThat(record.pid()).isEqualTo("100");
    assertThat(record.message()).isEqualTo(USING);
  }

  @Test
  void coloursAndCarriageReturnsAreGone() {
    assertThat(messages("\u001b[1;31m" + LINE + "\u001b[0m\r\n" + SECOND + "\r\n"))
        .containsExactly(USING, "Using network IB");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gpu01:100:101 [0] transport/net_ib.cc:1295 NCCL WARN x",
        "gpu01:100:101 [0] misc/ibvwrap.cc:187 (wrap_ibv_modify_qp) NCCL WARN x",
        "gpu01:100:101 [0] ib_plugin.c:1615 NCCL WARN x",
        "[2031-05-06 10:00:00] gpu01:100:101 [0] net.cc:1 NCCL WARN x",
      })
  void warningsNameTheirSourceFirst(String line) {
    LogRecord record = read(line).getFirst();

    assertThat(record.warning()).isTrue();
    assertThat(record.host()).isEqualTo("gpu01");
    assertThat(record.message()).isEqualTo("x");
  }

  @Test
  void aTimeBeforeTheHeadIsTaken() {
    assertThat(read("[2031-05-06 10:00:00.125] " + LINE).getFirst().time())
        .isEqualTo("2031-05-06 10:00:00.125");
    assertThat(read(LINE).getFirst().time()).isEmpty();
  }

  /** Wherever a terminal breaks the line, its message is whole again. */
  @Test
  void aWrappedLineIsWholeAgain() {
    for (int cut = 20; cut < LINE.length(); cut++) {
      String wrapped = LINE.substring(0, cut) + "\n" + LINE.substring(cut) + "\n" + SECOND + "\n";
      assertThat(messages(wrapped)).as("cut at " + cut).containsExactly(USING, "Using network IB");
    }
  }

  @Test
  void aLineOfSeveralPartsIsWholeAgain() {
    StringBuilder text = new StringBuilder();
    for (int n = 0; n < LINE.length(); n += 40) {
      text.append(LINE, n, Math.min(LINE.length(), n + 40)).append("\r\n");
    }

    assertThat(messages(text.toString())).containsExactly(USING);
  }

  @Test
  void twoRanksInOneLineAreTwoMessages() {
    assertThat(messages(LINE + SECOND + "\n" + SECOND + LINE + "\n"))
        .containsExactly(USING, "Using network IB", "Using network IB", USING);
  }

  /** The second rank writes while the first is in the middle of its line. */
  @Test
  void aMessageThatAnotherInterruptsIsWholeAgain() {
    int half = LINE.length() - 30;
    String torn = SECOND + "\n" + LINE.substring(0, half) + SECOND + "\n" + LINE.substring(half);

    List<String> messages = messages(torn + "\n");

    assertThat(messages).contains(USING);
    assertThat(messages).filteredOn("Using network IB"::equals).hasSize(2);
  }

  @Test
  void aFileThatEndsInTheMiddleGivesWhatIsThere() {
    String cut = LINE.substring(0, LINE.indexOf("[1]"));

    assertThat(messages(cut)).containsExactly("NET/IB : Using [0]mlx5_0:1/RoCE");
    assertThat(messages("gpu01:100:101 [0] NCCL IN")).isEmpty();
  }

  @Test
  void whatAJobPrintsIsNoRestOfAMessage() {
    assertThat(messages(SECOND + "\nstep 1 of 3:14:15\nloss 0.25\n" + LINE + "\n"))
        .containsExactly("Using network IB", USING);
  }

  @Test
  void aLineWithoutEndIsReadInPieces() throws IOException {
    String text = "x".repeat(5 * LogReader.LONGEST_LINE) + "\n" + LINE + "\n";
    List<Integer> lengths = new ArrayList<>();
    List<LogRecord> records = new ArrayList<>();

    new LogReader(records::add, (other, line) -> lengths.add(other.length()))
        .read(new StringReader(text));

    assertThat(lengths).hasSize(5).allMatch(length -> length == LogReader.LONGEST_LINE);
    assertThat(records).extracting(LogRecord::message).containsExactly(USING);
  }
}
