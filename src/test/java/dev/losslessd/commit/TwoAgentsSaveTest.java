package dev.losslessd.commit;

import static dev.losslessd.commit.Moves.ETH2;
import static dev.losslessd.commit.Moves.LEAF1;
import static dev.losslessd.commit.Moves.START;
import static dev.losslessd.commit.Moves.on;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.ForeignMark;
import dev.losslessd.model.SettingKind;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agents of two hosts keep what each of them has confirmed on one switch. */
class TwoAgentsSaveTest {
  @TempDir private Path folder;
  private final FakeLeaf leaf = Moves.leaf(false);
  private Rig rig;

  @BeforeEach
  void confirmed() {
    rig = new Rig(folder, null, START, List.of(), leaf);
    new Moves(rig).keep(LEAF1, on(3));
  }

  @AfterEach
  void close() {
    rig.close();
  }

  /** Both would otherwise wait for each other for ever. */
  @Test
  void whatTheOtherAgentHasConfirmedDoesNotStopASave() {
    leaf.box.set(ETH2, SettingKind.PFC, on(3));
    leaf.marks.add(
        ForeignMark.on(Moves.port(ETH2), SettingKind.PFC, "gpu02", "profile losslessd-gpu02-r1"));

    var _ = rig.commitEngine.saves().save(leaf.id, "daemon", false);

    assertThat(leaf.calls).containsOnlyOnce("save");
    assertThat(rig.commitEngine.saves().owed()).isEmpty();
  }

  @Test
  void aLineOfAPersonStillDoes() {
    leaf.box.set(ETH2, SettingKind.PFC, on(3));

    assertThatThrownBy(() -> rig.commitEngine.saves().save(leaf.id, "daemon", false))
        .hasMessageContaining("not ours");
    assertThat(leaf.calls).doesNotContain("save");
  }
}
