package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GuardTest {
  private static final Request PFC3 =
      Request.one(
          new Key(Target.port(ENS1), SettingKind.PFC), new Pfc(PrioritySet.of(3)), "uid:0", "test");

  @TempDir private Path folder;

  @Test
  void aBreachUndoesByItselfAndSaysWhyAlsoAfterARestart() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(PFC3);
      Commit open = rig.settled();
      rig.pass(Duration.ofSeconds(1));
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isNotEqualTo(Pfc.OFF);

      rig.guard.breach = "gpu01:ens1f0np0 dropped 2 packets";
      rig.pass(Duration.ofSeconds(1));

      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
      assertWhy(rig, open.id());
      assertThat(rig.guard.calls)
          .containsExactly("begin [" + ENS1 + "]", "applied", "asked", "asked", "end");
    }
    try (Rig again = new Rig(folder)) {
      assertWhy(again, "c-000001");
    }
  }

  @Test
  void aFullDiskAtTheConfirmLeavesTheWindowItsGuardAndItsAlarm() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(PFC3);
      String id = rig.settled().id();
      rig.diskFull = true;

      assertThatThrownBy(() -> rig.commitEngine.confirm(id, "uid:0"))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("No space left on device");

      rig.diskFull = false;
      assertThat(rig.guard.calls).doesNotContain("end");
      rig.pass(Duration.ofSeconds(601));
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void aDecidedCommitIsNotAskedForAnyMore() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(PFC3);
      rig.commitEngine.confirm(rig.settled().id(), "uid:0");
      rig.guard.breach = "too late";
      rig.pass(Duration.ofSeconds(5));

      assertThat(rig.guard.calls).containsExactly("begin [" + ENS1 + "]", "applied", "end");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isNotEqualTo(Pfc.OFF);
    }
  }

  @Test
  void aWindowThatIsTakenUpAgainIsGuardedAgain() throws Exception {
    FakeNic left;
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(PFC3);
      rig.settled();
      left = rig.nic;
    }
    try (Rig next = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), left, "boot-1")) {
      next.commitEngine.recover();
      next.guard.breach = "gpu01:ens1f0np0 dropped 2 packets";
      next.pass(Duration.ofSeconds(1));
      assertWhy(next, "c-000001");
    }
  }

  @Test
  void aBreachWhileFrozenIsUndoneAtTheThaw() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(PFC3);
      Commit open = rig.settled();
      int writes = rig.nic.written.size();
      rig.commitEngine.freeze("uid:0");
      rig.guard.breach = "gpu01:ens1f0np0 dropped 2 packets";
      rig.pass(Duration.ofSeconds(1));
      assertThat(rig.nic.written).hasSize(writes);

      rig.told.clear();
      rig.commitEngine.thaw("uid:1000");
      rig.settled();

      assertWhy(rig, open.id());
      assertThat(rig.witness.lines).containsExactly("uid:0 freezes", "uid:1000 thaws");
    }
  }

  @Test
  void aRefusalHasAWitness() {
    try (Rig rig = new Rig(folder, Mode.OBSERVE, new TreeMap<>(), null, "b")) {
      assertThatThrownBy(() -> rig.commitEngine.submit(PFC3)).isInstanceOf(CommitException.class);
      assertThat(rig.witness.lines)
          .containsExactly("uid:0 refused: mode is observe, expected enforce");
      assertThat(rig.guard.calls).isEmpty();
    }
  }

  private static void assertWhy(Rig rig, String id) {
    assertThat(rig.commitEngine.commit(id).orElseThrow())
        .isInstanceOfSatisfying(
            Commit.RolledBack.class,
            undone ->
                assertThat(undone.why())
                    .isEqualTo("the guard found: gpu01:ens1f0np0 dropped 2 packets"));
  }
}
