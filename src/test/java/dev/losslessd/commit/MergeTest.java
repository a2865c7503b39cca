package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Due;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.Entry;
import dev.losslessd.store.Journal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of deltas, versions and ids where commits meet. */
class MergeTest {
  private static final Key PFC1 = new Key(Target.port(ENS1), SettingKind.PFC);
  private static final Key PFC2 = new Key(Target.port(ENS2), SettingKind.PFC);
  private static final Setting ON3 = new Pfc(PrioritySet.of(3));
  private static final Setting ON5 = new Pfc(PrioritySet.of(5));
  private static final Instant THEN = Instant.parse("2026-12-31T23:59:00Z");

  @TempDir private Path folder;

  @Test
  void commitsOnOtherPortsMergeTheirDeltasInTheOrderOfTheirConfirms() throws Exception {
    try (Rig rig = new Rig(folder)) {
      String first = open(rig, PFC1, ON3);
      String second = open(rig, PFC2, ON5);
      rig.commitEngine.confirm(second, "uid:0");
      rig.commitEngine.confirm(first, "uid:0");

      assertThat(rig.commitEngine.intent().rest()).isEqualTo(Map.of(PFC1, ON3, PFC2, ON5));
      assertThat(rig.commitEngine.version(PFC1)).isEqualTo(2);
      assertThat(rig.commitEngine.version(PFC2)).isEqualTo(1);
    }
  }

  @Test
  void aResourceThatNeededNoChangeIsHeldAcrossARestartToo() throws Exception {
    FakeNic left;
    try (Rig rig = new Rig(folder)) {
      rig.nic.set(ENS2, SettingKind.PFC, ON3);
      rig.nic.set(ENS2, SettingKind.GLOBAL_PAUSE, GlobalPause.OFF);
      rig.commitEngine.submit(both());
      rig.settled();
      left = rig.nic;
    }
    try (Rig next = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), left, "boot-1")) {
      next.commitEngine.recover();

      assertThatThrownBy(() -> open(next, PFC2, ON5)).hasMessageContaining("held by commit");

      next.commitEngine.confirm("c-000001", "uid:0");
      assertThat(next.commitEngine.intent().rest()).containsEntry(PFC2, ON3);
    }
  }

  @Test
  void aDeltaWhoseResourceWasConfirmedByAnotherMeanwhileIsNotMerged() {
    writeJournal(
        begun("c-000001", ENS1, ON3),
        new Entry.Applied("c-000001", Due.at(THEN.plusSeconds(600)), "daemon", THEN),
        begun("c-000002", ENS1, ON5),
        new Entry.Confirmed("c-000002", 1, "uid:0", THEN));
    try (Rig rig = new Rig(folder)) {
      rig.nic.set(ENS1, SettingKind.PFC, ON5);

      Commit end = rig.commitEngine.confirm("c-000001", "uid:0");

      assertThat(end)
          .isInstanceOfSatisfying(
              Commit.RolledBack.class,
              undone ->
                  assertThat(undone.why())
                      .isEqualTo("overtaken: " + PFC1 + " was changed by revision 1 meanwhile"));
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).as("the later one's").isEqualTo(ON5);
      assertThat(rig.commitEngine.intent().rest()).isEqualTo(Map.of(PFC1, ON5));
    }
  }

  @Test
  void anIdIsNeverUsedAgainAlsoAfterGapsAndARestart() throws Exception {
    writeJournal(
        begun("c-000007", ENS1, ON3), new Entry.RolledBack("c-000007", "test", "daemon", THEN));
    try (Rig rig = new Rig(folder)) {
      assertThat(open(rig, PFC1, ON3)).isEqualTo("c-000008");
      assertThat(open(rig, PFC2, ON3)).isEqualTo("c-000009");
    }
  }

  @Test
  void twoRevisionsAreComparedBothWays() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.confirm(open(rig, PFC1, ON3), "uid:0");
      rig.commitEngine.confirm(open(rig, PFC2, ON3), "uid:0");
      rig.commitEngine.confirm(open(rig, PFC1, ON5), "uid:0");

      Key pause = new Key(Target.port(ENS2), SettingKind.GLOBAL_PAUSE);
      assertThat(rig.commitEngine.diff(1, 3).differences())
          .containsExactlyInAnyOrder(
              difference(PFC1, ON3, ON5, 3),
              difference(PFC2, Pfc.OFF, ON3, 2),
              difference(pause, new GlobalPause(true, true), GlobalPause.OFF, 2));
      assertThat(rig.commitEngine.diff(3, 2).differences())
          .containsExactly(difference(PFC1, ON5, ON3, 3));
      assertThat(rig.commitEngine.diff(3, 2).between())
          .extracting(Revision::number)
          .containsExactly(3L);
      assertThat(rig.commitEngine.diff(2, 2).differences()).isEmpty();
      assertThatThrownBy(() -> rig.commitEngine.diff(0, 4))
          .hasMessage("no revision 4; there are 0..3");

      rig.told.clear();
      rig.commitEngine.submit(rig.commitEngine.backTo(1, Request.everything("uid:0", "")));
      rig.commitEngine.confirm(rig.settled().id(), "uid:0");
      assertThat(rig.commitEngine.diff(1, 4).differences()).isEmpty();
    }
  }

  private static RevisionDiff.Difference difference(
      Key key, Setting before, Setting after, long revision) {
    return difference(key, before, after, revision, false);
  }

  private static RevisionDiff.Difference difference(
      Key key, Setting before, Setting after, long revision, boolean unset) {
    return new RevisionDiff.Difference(
        key, Optional.of(before), Optional.of(after), revision, unset);
  }

  private static String open(Rig rig, Key key, Setting value) throws InterruptedException {
    rig.told.clear();
    rig.commitEngine.submit(Request.one(key, value, "uid:0", ""));
    Commit settled = rig.settled();
    assertThat(settled).isInstanceOf(Commit.AwaitingConfirm.class);
    return settled.id();
  }

  private static Request both() {
    return Request.of(new TreeMap<>(Map.of(PFC1, ON3, PFC2, ON3)), "uid:0", "");
  }

  private static Entry.Begun begun(String id, PortId port, Setting after) {
    Target target = Target.port(port);
    Plan plan =
        new Plan(
            "p",
            "d",
            List.of(new Change(target, Pfc.OFF, after, List.of(port), Set.of())),
            List.of(),
            List.of());
    return new Entry.Begun(
        id,
        plan,
        new TreeMap<>(Map.of(new Key(target, SettingKind.PFC), after)),
        "uid:0",
        "",
        "boot-1",
        THEN,
        false,
        Optional.empty(),
        List.of(),
        Map.of());
  }

  private void writeJournal(Entry... entries) {
    try (Journal journal = Journal.open(folder.resolve("journal"), Instant.EPOCH)) {
      for (Entry entry : entries) {
        journal.append(entry);
      }
    }
  }
}
