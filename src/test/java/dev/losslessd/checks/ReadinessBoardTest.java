package dev.losslessd.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Verdict;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers of the daemon, as long as they are of now. */
class ReadinessBoardTest {
  private Instant now = Instant.parse("2031-05-06T10:00:00Z");

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path root;

  private static List<CheckResult> results(ReadinessBoard board) {
    return board.latest().orElseThrow().results();
  }

  @Test
  void whatALookSawIsNoAnswerAnyMoreOnceTheNextOneHangs() {
    HostTree tree = HostTree.healthy(root);
    ReadinessBoard board = new ReadinessBoard(() -> now, tree::facts);
    board.look();

    now = now.plusSeconds(100);
    assertThat(results(board)).anyMatch(one -> one.answer() instanceof Answer.Ok);

    now = now.plusSeconds(1);
    assertThat(results(board)).isNotEmpty().allMatch(CheckResult::isUnknown);
    assertThat(CheckResult.worst(results(board))).isEqualTo(Verdict.UNKNOWN);

    board.look();
    assertThat(results(board)).anyMatch(one -> one.answer() instanceof Answer.Ok);
  }
}
