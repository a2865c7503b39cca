package dev.losslessd.commit;

import static dev.losslessd.commit.Moves.LEAF1;
import static dev.losslessd.commit.Moves.START;
import static dev.losslessd.commit.Moves.on;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Release;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of this agent on a device that it has left. */
class NamesTest {
  private static final DeviceId LEAF = new DeviceId("leaf1");

  @TempDir private Path folder;
  private final FakeLeaf leaf = Moves.leaf(false);

  /** Leaves a switch that is silent right after the confirm. */
  private void leftUnasked(Rig rig, Moves moves) {
    moves.keep(LEAF1, on(3));
    leaf.ownNames.add("checkpoint losslessd-gpu01-r2");
    String id = moves.open(moves.restoring(LEAF).request());
    rig.listener = commit -> leaf.silent |= commit instanceof Commit.Confirmed;
    moves.confirm(id);
    rig.listener = _ -> {};
    assertThat(rig.commitEngine.releases().all())
        .singleElement()
        .satisfies(one -> assertThat(one.names().toString()).contains("not asked"));
  }

  @Test
  void goWhenTheDeviceAnswersAgainWithoutARestart() {
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf)) {
      Moves moves = new Moves(rig);
      leftUnasked(rig, moves);
      moves.seconds(90);
      assertThat(leaf.ownNames).hasSize(1);
      leaf.silent = false;

      moves.seconds(120);

      assertThat(leaf.ownNames).isEmpty();
      assertThat(rig.commitEngine.releases().all())
          .singleElement()
          .satisfies(one -> assertThat(one.names()).isEmpty());
    }
  }

  @Test
  void areNotAskedForOnceTheDeviceIsGivenBack() {
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf)) {
      Moves moves = new Moves(rig);
      leftUnasked(rig, moves);
      rig.commitEngine.releases().giveBack(LEAF, "uid:0");
      leaf.silent = false;
      moves.seconds(120);

      assertThat(leaf.calls).doesNotContain("leave");
      assertThat(rig.commitEngine.releases().all()).isEmpty();
    }
  }

  @Test
  void ofOneThatIsSilentForDaysAreAskedForInBoundedMemory() {
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf)) {
      Moves moves = new Moves(rig);
      leftUnasked(rig, moves);
      int before = names(rig);
      moves.seconds(600);

      assertThat(names(rig)).isLessThanOrEqualTo(before + 100);
    }
  }

  private static int names(Rig rig) {
    return rig.commitEngine.releases().all().stream()
        .map(Release::names)
        .mapToInt(names -> names.toString().length())
        .sum();
  }
}
