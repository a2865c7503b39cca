package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An override goes, and the file's layer is in force again. */
class UnsetTest {
  private static final Key PFC1 = new Key(Target.port(ENS1), SettingKind.PFC);
  private static final Key PFC2 = new Key(Target.port(ENS2), SettingKind.PFC);
  private static final Setting ON3 = new Pfc(PrioritySet.of(3));
  private static final Setting ON4 = new Pfc(PrioritySet.of(4));
  private static final Setting ON5 = new Pfc(PrioritySet.of(5));

  @TempDir private Path folder;

  /** Its file wants 3 on the first port and nothing on the second. */
  private Rig rig(@Nullable FakeNic keep) {
    return new Rig(folder, Mode.ENFORCE, new TreeMap<>(Map.of(PFC1, ON3)), keep, "boot-1");
  }

  @Test
  void theDeviceGetsWhatTheFileWants() throws Exception {
    try (Rig rig = rig(null)) {
      set(rig, PFC1, ON5);
      assertThat(rig.commitEngine.intent().shadowed(PFC1)).contains(ON3);

      Plan plan = rig.commitEngine.preview(unset(PFC1));
      Commit open = submit(rig, unset(PFC1));

      assertThat(plan.unset()).containsExactly(new Unset(PFC1, ON5, Optional.of(ON3)));
      assertThat(pfc(rig, ENS1)).isEqualTo(ON3);
      assertThat(rig.commitEngine.intent().rest()).as("not confirmed yet").containsKey(PFC1);
      rig.commitEngine.confirm(open.id(), "uid:0");
      assertThat(rig.commitEngine.intent().rest()).isEmpty();
      assertThat(rig.commitEngine.intent().wanted(PFC1)).contains(ON3);
      assertThat(rig.commitEngine.version(PFC1)).isEqualTo(2);
      assertThat(rig.commitEngine.revisions(Long.MAX_VALUE, 1, Revision::unset))
          .containsExactly(Set.of(PFC1));
    }
  }

  @Test
  void whereTheFileWantsNothingTheDeviceStaysAsItIsAndThePlanSaysSo() throws Exception {
    try (Rig rig = rig(null)) {
      set(rig, PFC2, ON5);
      rig.nic.written.clear();

      Plan plan = rig.commitEngine.preview(unset(PFC2));
      Commit done = submit(rig, unset(PFC2));

      assertThat(plan.changes()).isEmpty();
      assertThat(plan.unset().getFirst().text())
          .isEqualTo(
              "gpu01:ens2f0np0 pfc: override 5 goes, the file wants nothing of it, and what the"
                  + " device shows stays as it is");
      assertThat(done).isInstanceOf(Commit.Confirmed.class);
      assertThat(rig.nic.written).isEmpty();
      assertThat(pfc(rig, ENS2)).isEqualTo(ON5);
      assertThat(rig.commitEngine.intent().wanted(PFC2)).isEmpty();
    }
  }

  @Test
  void onlyAnOverrideCanBeTakenAway() {
    try (Rig rig = rig(null)) {
      assertThatThrownBy(() -> rig.commitEngine.submit(unset(PFC1)))
          .isInstanceOfSatisfying(
              CommitException.class,
              no -> assertThat(no.kind()).isEqualTo(CommitException.Kind.UNKNOWN))
          .hasMessage("gpu01:ens1f0np0 pfc has no override: what is wanted of it is the file's");
      assertThat(rig.witness.lines).hasSize(1);
    }
  }

  @Test
  void oneThatIsNotConfirmedComesBack() throws Exception {
    try (Rig rig = rig(null)) {
      set(rig, PFC1, ON5);
      Commit _ = submit(rig, unset(PFC1));

      rig.pass(Duration.ofSeconds(601));

      assertThat(rig.settled().state()).isEqualTo("rolled-back");
      assertThat(pfc(rig, ENS1)).isEqualTo(ON5);
      assertThat(rig.commitEngine.intent().rest()).isEqualTo(Map.of(PFC1, ON5));
    }
  }

  @Test
  void aCrashInItsWindowLeavesTheOverride() throws Exception {
    Rig first = rig(null);
    set(first, PFC1, ON5);
    Commit _ = submit(first, unset(PFC1));
    first.close();

    try (Rig next = new Rig(folder, Mode.ENFORCE, first(), first.nic, "boot-2")) {
      next.commitEngine.recover();

      assertThat(pfc(next, ENS1)).isEqualTo(ON5);
      assertThat(next.commitEngine.intent().rest()).isEqualTo(Map.of(PFC1, ON5));
    }
  }

  @Test
  void itOutlivesARestartACheckpointAndACompaction() throws Exception {
    FakeNic nic;
    try (Rig rig = rig(null)) {
      set(rig, PFC1, ON5);
      confirmed(rig, unset(PFC1));
      set(rig, PFC2, ON4);
      for (int more = 0; more < 5; more++) {
        set(rig, PFC2, more % 2 == 0 ? ON5 : ON4);
      }
      nic = rig.nic;
    }
    try (Rig rig = rig(nic)) {
      assertThat(rig.commitEngine.intent().rest()).isEqualTo(Map.of(PFC2, ON5));
      rig.commitEngine.prune(new Retention(2, Duration.ofDays(90), 10_000, Duration.ofHours(24)));
      assertThat(rig.commitEngine.intent().rest()).isEqualTo(Map.of(PFC2, ON5));
      confirmed(rig, Request.one(PFC1, ON4, "uid:0", ""));
      assertThat(rig.commitEngine.diff(6, rig.commitEngine.latest()).differences())
          .as("the floor knows that the override is gone")
          .noneMatch(RevisionDiff.Difference::unset);
    }
    Files.deleteIfExists(folder.resolve("journal.checkpoint"));
    try (Rig whole = rig(nic)) {
      assertThat(whole.commitEngine.intent().rest()).isEqualTo(Map.of(PFC1, ON4, PFC2, ON5));
      rollback(whole, whole.commitEngine.latest() - 1);
      assertThat(whole.commitEngine.intent().rest()).isEqualTo(Map.of(PFC2, ON5));
    }
  }

  @Test
  void aRollbackBehindTheOverridePutsTheFileInForceAndOneBeforeItsEndBringsItBack()
      throws Exception {
    try (Rig rig = rig(null)) {
      confirmed(rig, Request.everything("uid:0", "the policy"));
      set(rig, PFC1, ON5);
      rollback(rig, 1);

      assertThat(rig.commitEngine.intent().rest()).isEmpty();
      assertThat(pfc(rig, ENS1)).isEqualTo(ON3);

      rollback(rig, 2);

      assertThat(rig.commitEngine.intent().rest()).containsEntry(PFC1, ON5);
      assertThat(pfc(rig, ENS1)).isEqualTo(ON5);
    }
  }

  @Test
  void aRollbackPutsTheFileInForceAsItIsNow() throws Exception {
    try (Rig rig = rig(null)) {
      confirmed(rig, Request.everything("uid:0", "the policy"));
      set(rig, PFC1, ON5);
      rig.commitEngine.declare(new TreeMap<>(Map.of(PFC1, ON4)));

      rollback(rig, 1);

      assertThat(pfc(rig, ENS1)).isEqualTo(ON4);
      assertThat(rig.commitEngine.intent().rest()).isEmpty();
    }
  }

  @Test
  void aRollbackPutsNoPolicyInForceThatNeverWas() throws Exception {
    try (Rig rig = rig(null)) {
      set(rig, PFC1, ON5);

      rollback(rig, 0);

      assertThat(pfc(rig, ENS1)).as("as it was found").isEqualTo(Pfc.OFF);
      assertThat(rig.commitEngine.intent().rest()).doesNotContainKey(PFC1);
    }
  }

  @Test
  void aRollbackTakesAnOverrideAwayThatNeededNoWrite() throws Exception {
    try (Rig rig = rig(null)) {
      confirmed(rig, Request.everything("uid:0", "the policy"));
      confirmed(rig, Request.one(PFC1, ON3, "uid:0", "as it is"));
      assertThat(rig.commitEngine.intent().rest()).containsKey(PFC1);
      rig.nic.written.clear();

      rollback(rig, 1);

      assertThat(rig.commitEngine.intent().rest()).isEmpty();
      assertThat(rig.nic.written).isEmpty();
    }
  }

  @Test
  void aRollbackBringsAnOverrideBackThatWentWithoutAWrite() throws Exception {
    try (Rig rig = rig(null)) {
      set(rig, PFC2, ON5);
      confirmed(rig, unset(PFC2));
      assertThat(rig.commitEngine.intent().rest()).isEmpty();

      rollback(rig, 1);

      assertThat(rig.commitEngine.intent().rest()).isEqualTo(Map.of(PFC2, ON5));
    }
  }

  @Test
  void aPlanIsStaleWhenTheFileWantsSomethingElseBelow() throws Exception {
    try (Rig rig = rig(null)) {
      set(rig, PFC2, ON5);
      String digest = rig.commitEngine.preview(unset(PFC2)).digest();
      rig.commitEngine.declare(new TreeMap<>(Map.of(PFC1, ON3, PFC2, ON3)));

      assertThatThrownBy(() -> rig.commitEngine.submit(unset(PFC2).expecting(Optional.of(digest))))
          .isInstanceOfSatisfying(
              CommitException.class,
              no -> assertThat(no.kind()).isEqualTo(CommitException.Kind.STALE));
    }
  }

  @Test
  void itsTargetIsHeldAndItsVersionIsChecked() throws Exception {
    try (Rig rig = rig(null)) {
      set(rig, PFC1, ON5);
      assertThatThrownBy(() -> rig.commitEngine.submit(unset(PFC1).expecting(PFC1, 7)))
          .hasMessageContaining("has version 1, the request saw 7");
      Commit _ = submit(rig, unset(PFC1));

      assertThatThrownBy(() -> rig.commitEngine.submit(Request.one(PFC1, ON4, "uid:0", "another")))
          .hasMessageContaining("is held by commit c-00000");
    }
  }

  @Test
  void aComparisonNamesWhatLostItsOverride() throws Exception {
    try (Rig rig = rig(null)) {
      set(rig, PFC1, ON5);
      set(rig, PFC2, ON5);
      confirmed(rig, unset(PFC1));
      confirmed(rig, unset(PFC2));

      assertThat(rig.commitEngine.diff(2, 4).differences())
          .containsExactly(
              new RevisionDiff.Difference(PFC1, Optional.of(ON5), Optional.of(ON3), 3, true),
              new RevisionDiff.Difference(PFC2, Optional.of(ON5), Optional.of(ON5), 4, true));
      assertThat(rig.commitEngine.diff(4, 3).differences()).isEmpty();
    }
  }

  @Test
  void oneThatWaitsForAnIdlePortTakesItsOverrideAwayThen() throws Exception {
    Rig rig = rig(null);
    set(rig, PFC1, ON5);
    rig.busy.add(ENS1);
    Commit staged = rig.commitEngine.submit(unset(PFC1).whenIdle(true));
    assertThat(staged).isInstanceOf(Commit.Staged.class);
    rig.close();

    try (Rig next = rig(rig.nic)) {
      for (int second = 0; second < 12; second++) {
        next.pass(Duration.ofSeconds(1));
      }
      Commit open = next.settled();
      next.commitEngine.confirm(open.id(), "uid:0");

      assertThat(next.commitEngine.intent().rest()).isEmpty();
      assertThat(pfc(next, ENS1)).isEqualTo(ON3);
    }
  }

  @Test
  void anOverrideThatGivesWhatTheFileWantsHidesNothing() throws Exception {
    try (Rig rig = rig(null)) {
      confirmed(rig, Request.one(PFC1, ON3, "uid:0", ""));
      set(rig, PFC2, ON5);

      assertThat(rig.commitEngine.intent().shadowing()).isEmpty();
    }
  }

  private TreeMap<Key, Setting> first() {
    return new TreeMap<>(Map.of(PFC1, ON3));
  }

  private static Request unset(Key key) {
    return Request.unset(key, "uid:0", "no longer");
  }

  private static Setting pfc(Rig rig, PortId port) {
    return rig.nic.value(port, SettingKind.PFC);
  }

  private static void set(Rig rig, Key key, Setting value) throws InterruptedException {
    confirmed(rig, Request.one(key, value, "uid:0", ""));
  }

  private static Commit submit(Rig rig, Request request) throws InterruptedException {
    rig.told.clear();
    rig.commitEngine.submit(request);
    return rig.settled();
  }

  private static void confirmed(Rig rig, Request request) throws InterruptedException {
    keep(rig, submit(rig, request));
  }

  private static void rollback(Rig rig, long number) throws InterruptedException {
    rig.told.clear();
    rig.commitEngine.submit(rig.commitEngine.backTo(number, Request.everything("uid:0", "")));
    keep(rig, rig.settled());
  }

  private static void keep(Rig rig, Commit commit) {
    if (commit instanceof Commit.AwaitingConfirm) {
      rig.commitEngine.confirm(commit.id(), "uid:0");
    }
    assertThat(rig.commitEngine.commit(commit.id()).orElseThrow().state()).isEqualTo("confirmed");
  }
}
