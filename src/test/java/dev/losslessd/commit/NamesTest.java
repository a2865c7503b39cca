package dev.losslessd.commit;

import static dev.losslessd.commit.Steps.LEAF1;
import static dev.losslessd.commit.Steps.START;
import static dev.losslessd.commit.Steps.on;
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
  private final FakeLeaf leaf = Steps.leaf(false);

  /** Leaves a switch that is silent right after the confirm. */
  private void leftUnasked(Rig rig, Steps steps) {
    steps.keep(LEAF1, on(3));
    leaf.ownNames.add("checkpoint losslessd-gpu01-r2");
    String id = steps.open(steps.restoring(LEAF).request());
    rig.listener = commit -> leaf.silent |= commit instanceof Commit.Confirmed;
    steps.confirm(id);
    rig.listener = _ -> {};
    assertThat(rig.commitEngine.releases().all())
        .singleElement()
        .satisfies(one -> assertThat(one.names().toString()).contains("not asked"));
  }

  @Test
  void goWhenTheDeviceAnswersAgainWithoutARestart() {
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf)) {
      Steps steps = new Steps(rig);
      leftUnasked(rig, steps);
      steps.seconds(90);
      assertThat(leaf.ownNames).hasSize(1);
      leaf.silent = false;

      steps.seconds(120);

      assertThat(leaf.ownNames).isEmpty();
      assertThat(rig.commitEngine.releases().all())
          .singleElement()
          .satisfies(one -> assertThat(one.names()).isEmpty());
    }
  }

  @Test
  void areNotAskedForOnceTheDeviceIsGivenBack() {
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf)) {
      Steps steps = new Steps(rig);
      leftUnasked(rig, steps);
      rig.commitEngine.releases().giveBack(LEAF, "uid:0");
      leaf.silent = false;
      steps.seconds(120);

      assertThat(leaf.calls).doesNotContain("leave");
      assertThat(rig.commitEngine.releases().all()).isEmpty();
    }
  }

  @Test
  void ofOneThatIsSilentForDaysAreAskedForInBoundedMemory() {
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf)) {
      Steps steps = new Steps(rig);
      leftUnasked(rig, steps);
      int before = names(rig);
      steps.seconds(600);

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
