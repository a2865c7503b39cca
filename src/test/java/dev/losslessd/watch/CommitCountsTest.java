package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Plan;
import dev.losslessd.model.UndoCause;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Undone commits are told by who had them undone, as the journal keeps it. */
class CommitCountsTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

  private final CommitCounts counts = new CommitCounts();

  @Test
  void eachUndoneCommitCountsOnceUnderItsCause() {
    Commit.AwaitingConfirm open = new Commit.AwaitingConfirm(run(), NOW);
    counts.onCommit(new Commit.Undoing(run(), "the guard found: a storm", List.of(), "", NOW));
    assertThat(counts.undone()).as("not at its end").isEmpty();

    undone("the guard found: a storm");
    undone("the guard found: drops");
    undone(open.overdue());
    undone("cancelled by uid:0: enough");
    undone("interrupted in wave 1 of 4");
    undone("the host was rebooted during the confirm window");
    undone("gpu01:ens1f0np0 mtu: expected 9216, found 1500");

    assertThat(counts.undone())
        .isEqualTo(
            Map.of(
                UndoCause.GUARD, 2L,
                UndoCause.DEADLINE, 1L,
                UndoCause.PERSON, 1L,
                UndoCause.RESTART, 2L,
                UndoCause.ERROR, 1L));
  }

  private void undone(String why) {
    counts.onCommit(new Commit.RolledBack(run(), why, NOW));
  }

  private static Commit.Run run() {
    return new Commit.Run(
        "c-000001", new Plan("p", "d", List.of(), List.of(), List.of()), "uid:0", "", NOW);
  }
}
