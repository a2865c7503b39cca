package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes that wait for idle ports, and repairs. */
class IdleQueueTest {
  private static final Key PFC = new Key(Target.port(ENS1), SettingKind.PFC);
  private static final Setting ON3 = new Pfc(PrioritySet.of(3));
  private static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir private Path folder;

  @Test
  void aBusyChangeIsStagedAndBeginsWhenItsPortWasIdleForTheSettleTime() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.busy.add(ENS1);
      Commit staged = rig.commitEngine.submit(pfc3());

      assertThat(staged.state()).isEqualTo("staged");
      assertThat(staged.run().plan().changes()).isNotEmpty();
      seconds(rig, 60);
      assertThat(rig.nic.written).isEmpty();

      rig.busy.clear();
      seconds(rig, 5);
      rig.busy.add(ENS1);
      seconds(rig, 1);
      rig.busy.clear();
      seconds(rig, 9);
      assertThat(state(rig, staged)).as("it was busy in between").isEqualTo("staged");
      seconds(rig, 3);
      rig.told.clear();
      awaitState(rig, staged, "awaiting-confirm");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(ON3);
    }
  }

  @Test
  void itSurvivesARestartAndCanBeCalledOff() throws Exception {
    String id;
    try (Rig rig = new Rig(folder)) {
      rig.busy.add(ENS1);
      id = rig.commitEngine.submit(pfc3()).id();
    }
    try (Rig rig = new Rig(folder)) {
      rig.busy.add(ENS1);
      rig.commitEngine.recover();
      seconds(rig, 30);
      assertThat(rig.commitEngine.commit(id).orElseThrow().state()).isEqualTo("staged");

      Commit off = rig.commitEngine.cancel(id, "cancelled by uid:0", "uid:0");

      assertThat(off).isInstanceOf(Commit.RolledBack.class);
      rig.busy.clear();
      seconds(rig, 30);
      assertThat(rig.nic.written).isEmpty();
    }
    try (Rig rig = new Rig(folder)) {
      assertThat(rig.commitEngine.commit(id).orElseThrow().state()).isEqualTo("rolled-back");
      rig.commitEngine.submit(pfc3());
      assertThat(rig.settled().id()).isNotEqualTo(id);
    }
  }

  @Test
  void itHoldsNobodyUpAndEndsWhereItsResourceHasAnotherVersionThen() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.busy.add(ENS1);
      Commit staged = rig.commitEngine.submit(pfc3());
      rig.busy.clear();
      Setting other = new Pfc(PrioritySet.of(4));
      rig.commitEngine.submit(Request.one(PFC, other, "uid:0", "sooner"));
      Commit open = rig.settled();
      while (open instanceof Commit.Staged) {
        open = rig.settled();
      }
      seconds(rig, 30);
      assertThat(state(rig, staged)).as("the port is held").isEqualTo("staged");
      rig.commitEngine.confirm(open.id(), "uid:0");

      seconds(rig, 30);

      Commit end = rig.commitEngine.commit(staged.id()).orElseThrow();
      assertThat(end).isInstanceOf(Commit.RolledBack.class);
      assertThat(((Commit.RolledBack) end).why()).contains("has version 1, the request saw 0");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(other);
    }
  }

  @Test
  void whatIsRefusedForMoreThanBusyIsNotStaged() {
    try (Rig rig = new Rig(folder)) {
      rig.busy.add(ENS1);
      Setting tooMany = new Pfc(PrioritySet.parse("1,2,3"));
      assertThatThrownBy(
              () -> rig.commitEngine.submit(Request.one(PFC, tooMany, "uid:0", "").whenIdle(true)))
          .isInstanceOf(CommitException.class);
      assertThat(rig.commitEngine.commits()).isEmpty();
    }
  }

  @Test
  void whileFrozenNothingStagedBegins() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.busy.add(ENS1);
      Commit staged = rig.commitEngine.submit(pfc3());
      rig.commitEngine.freeze("uid:0");
      rig.busy.clear();
      seconds(rig, 60);
      assertThat(rig.nic.written).isEmpty();
      assertThat(state(rig, staged)).isEqualTo("staged");
      rig.commitEngine.thaw("uid:0");
      seconds(rig, 15);
      awaitState(rig, staged, "awaiting-confirm");
    }
  }

  @Test
  void aRepairNeedsNoConfirmMakesNoRevisionAndIsUndoneByTheGuard() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(Request.one(PFC, ON3, "uid:0", ""));
      rig.commitEngine.confirm(rig.settled().id(), "uid:0");
      rig.nic.set(ENS1, SettingKind.PFC, Pfc.OFF);
      rig.told.clear();

      Commit repair = rig.commitEngine.submit(Request.repair(Set.of(PFC), "drift", Set.of()));
      awaitState(rig, repair, "awaiting-confirm");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(ON3);
      rig.pass(Duration.ofSeconds(26));

      assertThat(state(rig, repair)).isEqualTo("confirmed");
      assertThat(rig.commitEngine.latest()).isEqualTo(1);
      assertThat(rig.commitEngine.version(PFC)).isEqualTo(1);

      rig.nic.set(ENS1, SettingKind.PFC, Pfc.OFF);
      Commit second = rig.commitEngine.submit(Request.repair(Set.of(PFC), "drift", Set.of()));
      awaitState(rig, second, "awaiting-confirm");
      rig.guard.breach = "drops";
      seconds(rig, 2);
      awaitState(rig, second, "rolled-back");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void aRepairWhoseDaemonDiedInItsWindowStays() throws Exception {
    FakeNic left;
    String id;
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(Request.one(PFC, ON3, "uid:0", ""));
      rig.commitEngine.confirm(rig.settled().id(), "uid:0");
      rig.nic.set(ENS1, SettingKind.PFC, Pfc.OFF);
      Commit repair = rig.commitEngine.submit(Request.repair(Set.of(PFC), "drift", Set.of()));
      awaitState(rig, repair, "awaiting-confirm");
      id = repair.id();
      left = rig.nic;
    }
    try (Rig rig = new Rig(folder, Mode.ENFORCE, new TreeMap<>(), left, "boot-1")) {
      rig.at(rig.now.plusSeconds(3600));
      rig.commitEngine.recover();
      assertThat(rig.commitEngine.commit(id).orElseThrow().state()).isEqualTo("confirmed");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(ON3);
    }
  }

  private static Request pfc3() {
    return Request.one(PFC, ON3, "uid:0", "test").whenIdle(true);
  }

  private static String state(Rig rig, Commit commit) {
    return rig.commitEngine.commit(commit.id()).orElseThrow().state();
  }

  private static void awaitState(Rig rig, Commit commit, String state) throws Exception {
    while (!state(rig, commit).equals(state)) {
      Commit next = rig.told.poll(10, TimeUnit.SECONDS);
      assertThat(next).as("no new state; it is " + state(rig, commit)).isNotNull();
    }
  }

  private static void seconds(Rig rig, int count) {
    for (int i = 0; i < count; i++) {
      rig.pass(SECOND);
    }
  }
}
