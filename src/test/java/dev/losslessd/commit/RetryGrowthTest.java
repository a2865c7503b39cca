package dev.losslessd.commit;

import static dev.losslessd.commit.Moves.LEAF1;
import static dev.losslessd.commit.Moves.START;
import static dev.losslessd.commit.Moves.on;
import static dev.losslessd.commit.Moves.one;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Commit;
import dev.losslessd.model.SettingKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stuck commit that a script retries each minute costs no more after a day than at first. */
class RetryGrowthTest {
  private static final int RETRIES = 200;
  private static final Retention USUAL =
      new Retention(100, Duration.ofDays(90), 10_000, Duration.ofHours(24));

  @TempDir private Path folder;
  private final FakeLeaf leaf = Moves.leaf(false);
  private Rig rig;
  private Moves moves;
  private String id;

  @BeforeEach
  void stuck() {
    rig = new Rig(folder, null, START, List.of(), leaf);
    moves = new Moves(rig);
    id = moves.open(one(LEAF1, on(3)));
    leaf.box.refuses.add(SettingKind.PFC);
    assertThat(moves.cancel(id).state()).isEqualTo("stuck");
  }

  @AfterEach
  void close() {
    rig.close();
  }

  private Commit.Stuck retry() {
    rig.told.clear();
    return (Commit.Stuck) rig.commitEngine.retry(id, false, false, "uid:0");
  }

  @Test
  void itsReasonStaysAsLongAsItWasAndSaysEachThingOnce() {
    String first = retry().why();
    String last = first;
    for (int n = 0; n < 20; n++) {
      last = retry().why();
    }
    assertThat(last).hasSizeLessThanOrEqualTo(first.length());
    assertThat(last.split("undo failed", -1)).hasSizeLessThanOrEqualTo(2);
  }

  @Test
  void eachOfItsRecordsIsAsSmallAsTheFirst() throws IOException {
    long before = size();
    var _ = retry();
    long one = size() - before;
    for (int n = 1; n < RETRIES; n++) {
      var _ = retry();
    }
    assertThat(size() - before).isLessThanOrEqualTo(2 * one * RETRIES);
  }

  /** What the daemon does every half a minute keeps the start quick, whatever was retried. */
  @Test
  void theFilesAreSmallAfterAPrune() throws IOException {
    for (int n = 0; n < 10 * RETRIES; n++) {
      var _ = retry();
      if (n % 30 == 0) {
        rig.commitEngine.prune(USUAL);
      }
    }
    long early = Files.size(folder.resolve("journal"));
    assertThat(early).as("bytes of the journal").isLessThan(8_000_000);
  }

  @Test
  void anUndoThatIsRolledBackInTheEndSaysItsOwnReasonOnly() {
    for (int n = 0; n < 10; n++) {
      var _ = retry();
    }
    leaf.box.refuses.clear();
    Commit end = rig.commitEngine.retry(id, false, false, "uid:0");
    assertThat(end)
        .isInstanceOfSatisfying(
            Commit.RolledBack.class, back -> assertThat(back.why()).isEqualTo("no"));
  }

  private long size() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    }
  }
}
