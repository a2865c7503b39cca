package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitEngineTest {
  private static final Key PFC1 = new Key(Target.port(ENS1), SettingKind.PFC);
  private static final Setting ON3 = new Pfc(PrioritySet.of(3));

  @TempDir private Path folder;

  @Test
  void aChangeIsAppliedReadBackConfirmedAndRemembered() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(pfc3());
      Commit open = rig.settled();

      assertThat(open).isInstanceOf(Commit.AwaitingConfirm.class);
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(ON3);
      assertThat(rig.nic.value(ENS1, SettingKind.GLOBAL_PAUSE)).isEqualTo(GlobalPause.OFF);
      assertThat(rig.nic.written.getFirst().kind()).isEqualTo(SettingKind.GLOBAL_PAUSE);

      Commit done = rig.commitEngine.confirm(open.id(), "uid:0");
      assertThat(done).isInstanceOf(Commit.Confirmed.class);
      assertThat(rig.commitEngine.version(PFC1)).isEqualTo(1);
      assertThat(rig.commitEngine.intent().wanted(PFC1)).contains(ON3);
    }
    try (Rig again = new Rig(folder)) {
      assertThat(again.commitEngine.intent().wanted(PFC1)).contains(ON3);
      assertThat(again.commitEngine.latest()).isEqualTo(1);
    }
  }

  @Test
  void whatNobodyConfirmsIsUndone() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(pfc3());
      Commit open = rig.settled();
      rig.pass(Duration.ofSeconds(599));
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(ON3);

      rig.pass(Duration.ofSeconds(2));

      assertThat(rig.commitEngine.commit(open.id()).orElseThrow())
          .isInstanceOf(Commit.RolledBack.class);
      assertThatAsBefore(rig);
      assertThat(rig.commitEngine.latest()).isZero();
    }
  }

  @Test
  void theNextDeadlineIsKnownAndNoneThatIsOver() throws Exception {
    Duration most = Duration.ofHours(1);
    try (Rig rig = new Rig(folder)) {
      assertThat(rig.commitEngine.untilDeadline(most)).isEqualTo(most);
      rig.commitEngine.submit(pfc3());
      rig.settled();
      assertThat(rig.commitEngine.untilDeadline(most)).isEqualTo(Duration.ofSeconds(600));

      rig.pass(Duration.ofMillis(599_300));
      assertThat(rig.commitEngine.untilDeadline(most)).isEqualTo(Duration.ofMillis(700));
      assertThat(rig.commitEngine.untilDeadline(Duration.ofMillis(300)))
          .isEqualTo(Duration.ofMillis(300));

      rig.pass(Duration.ofMillis(700));
      assertThat(rig.commitEngine.untilDeadline(most)).isEqualTo(most);
      assertThatAsBefore(rig);
    }
  }

  @Test
  void extendingStartsTheWindowAnew() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(pfc3());
      Commit open = rig.settled();
      rig.pass(Duration.ofSeconds(500));
      rig.commitEngine.extend(open.id(), Duration.ofSeconds(600), "uid:0");
      rig.pass(Duration.ofSeconds(500));
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(ON3);

      rig.pass(Duration.ofSeconds(101));
      assertThatAsBefore(rig);
    }
  }

  @Test
  void aDeviceThatLiesIsFoundOutAndTheRestIsUndone() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.nic.lies.add(SettingKind.PFC);
      rig.commitEngine.submit(pfc3());

      Commit undone = rig.settled();

      assertThat(undone).isInstanceOf(Commit.RolledBack.class);
      assertThat(((Commit.RolledBack) undone).why())
          .contains("the device said yes and shows none, expected 3");
      assertThatAsBefore(rig);
    }
  }

  @Test
  void aRefusalInTheMiddleUndoesWhatWasDone() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.nic.refuses.add(SettingKind.PFC);
      rig.commitEngine.submit(pfc3());

      assertThat(rig.settled()).isInstanceOf(Commit.RolledBack.class);
      assertThatAsBefore(rig);
    }
  }

  @Test
  void whatCannotBeUndoneIsStuckWithTheStepsThatAreLeft() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.nic.obeys = 1; // the pause goes off, then nothing works any more
      rig.commitEngine.submit(pfc3());

      Commit stuck = rig.settled();

      assertThat(stuck).isInstanceOf(Commit.Stuck.class);
      assertThat(((Commit.Stuck) stuck).left())
          .extracting(c -> c.text())
          .containsExactly("gpu01:ens1f0np0 global-pause: off -> on");
    }
  }

  @Test
  void aDeviceThatHangsIsGivenUpAtTheDeadline() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.nic.hangsOn = SettingKind.PFC;
      rig.commitEngine.submit(pfc3());

      Commit.Undoing undoing = (Commit.Undoing) rig.settled();

      assertThat(undoing.why()).contains("did not answer within 300 ms");
      assertThat(undoing.waits()).contains("has not answered an earlier call yet");
    }
  }

  @Test
  void aWriteIsToldBeforeItAndWhenItEndsHoweverLate() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.nic.hangsOn = SettingKind.PFC;
      rig.commitEngine.submit(pfc3());
      assertThat(rig.settled()).isInstanceOf(Commit.Undoing.class);

      String pause = "gpu01:ens1f0np0 global-pause: on -> off";
      String pfc = "gpu01:ens1f0np0 pfc: none -> 3";
      assertThat(rig.writes).extracting(Change::text).containsExactly(pause, pause, pfc);
      rig.nic.hang.countDown();
      rig.quiet();
      assertThat(rig.writes).extracting(Change::text).endsWith(pfc, pfc);
    }
  }

  @Test
  void whatOurOwnCapsHoldBackIsNotTheDevicesTime() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.nic.hangsOn = SettingKind.PFC;
      rig.heldBack =
          () -> {
            if (rig.nic.written.isEmpty()) {
              return Duration.ZERO; // the pause goes off first
            }
            rig.nic.hang.countDown();
            return Duration.ofSeconds(20);
          };
      rig.commitEngine.submit(pfc3());

      assertThat(rig.settled()).isInstanceOf(Commit.AwaitingConfirm.class);
    }
  }

  @Test
  void aForeignChangeDuringTheWindowMakesConfirmUndoAllButThat() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(pfc3());
      Commit open = rig.settled();
      rig.nic.set(ENS1, SettingKind.PFC, new Pfc(PrioritySet.of(5)));

      Commit undone = rig.commitEngine.confirm(open.id(), "uid:0");

      assertThat(undone).isInstanceOf(Commit.Stuck.class);
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(new Pfc(PrioritySet.of(5)));
      assertThat(rig.endedPauses).as("nobody asked").isEmpty();
      assertThat(rig.commitEngine.retry(open.id(), false, true, "uid:0").state())
          .isEqualTo("rolled-back");
      assertThat(rig.endedPauses).containsExactly(ENS1.device());
      assertThatAsBefore(rig);
    }
  }

  @Test
  void observeModeAndFreezeWriteNothing() {
    try (Rig rig = new Rig(folder, Mode.OBSERVE, new TreeMap<>(), null, "b")) {
      assertThatThrownBy(() -> rig.commitEngine.submit(pfc3()))
          .hasMessageContaining("mode is observe, expected enforce");
      assertThat(rig.commitEngine.preview(pfc3()).changes()).hasSize(2);
      assertThat(rig.nic.written).isEmpty();
    }
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.freeze("uid:0");
      assertThatThrownBy(() -> rig.commitEngine.submit(pfc3())).hasMessageContaining("thaw");
    }
    try (Rig rig = new Rig(folder)) {
      assertThat(rig.writePolicy.frozen()).as("a freeze survives a restart").isTrue();
      assertThat(rig.nic.written).isEmpty();
    }
  }

  @Test
  void anUndoThatBecomesDueWhileFrozenWaitsForTheThaw() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(pfc3());
      Commit open = rig.settled();
      int writes = rig.nic.written.size();
      rig.commitEngine.freeze("uid:0");
      rig.pass(Duration.ofSeconds(700));
      assertThat(rig.nic.written).hasSize(writes);
      assertThat(rig.commitEngine.commit(open.id()).orElseThrow().state()).isEqualTo("undoing");

      rig.told.clear();
      rig.commitEngine.thaw("uid:0");
      rig.settled();

      assertThat(rig.commitEngine.commit(open.id()).orElseThrow().state()).isEqualTo("rolled-back");
      assertThatAsBefore(rig);
    }
  }

  @Test
  void anOpenCommitHoldsItsPortsAndNoOthers() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(pfc3());
      rig.settled();

      assertThatThrownBy(() -> rig.commitEngine.submit(pfc3()))
          .isInstanceOf(CommitException.class)
          .hasMessageContaining("held by commit c-000001");
      rig.commitEngine.submit(
          Request.one(new Key(Target.port(ENS2), SettingKind.PFC), ON3, "uid:0", ""));
      assertThat(rig.settled()).isInstanceOf(Commit.AwaitingConfirm.class);
    }
  }

  @Test
  void anotherVersionOrAnotherSituationIsRefused() throws Exception {
    try (Rig rig = new Rig(folder)) {
      assertThatThrownBy(() -> rig.commitEngine.submit(pfc3().expecting(PFC1, 4)))
          .hasMessageContaining("has version 0, the request saw 4");

      Plan seen = rig.commitEngine.preview(pfc3());
      rig.nic.set(ENS1, SettingKind.PFC, new Pfc(PrioritySet.of(5)));
      assertThatThrownBy(
              () -> rig.commitEngine.submit(pfc3().expecting(Optional.of(seen.digest()))))
          .hasMessageContaining("plan again");
      assertThat(rig.nic.written).isEmpty();

      rig.commitEngine.submit(pfc3().expecting(PFC1, 0));
      assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
    }
  }

  @Test
  void aBusyLinkIsNotBouncedUnlessAccepted() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.busy.add(ENS1);
      assertThatThrownBy(() -> rig.commitEngine.submit(pfc3()))
          .isInstanceOf(CommitException.class)
          .hasMessageContaining("RDMA traffic")
          .hasMessageContaining("whileBusy");
      assertThat(rig.nic.written).isEmpty();

      rig.commitEngine.submit(pfc3().accepting(new Acceptance(true, false)));
      assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
    }
  }

  @Test
  void rollbackGoesBackToTheRevisionAsANewOne() throws Exception {
    try (Rig rig = new Rig(folder)) {
      confirmed(rig, pfc3());
      confirmed(
          rig,
          Request.one(
              new Key(Target.port(ENS1), SettingKind.DSCP_MAP),
              DscpMap.of(Map.of(Dscp.of(26), Priority.of(3))),
              "uid:0",
              ""));

      rig.commitEngine.submit(rig.commitEngine.backTo(0, Request.everything("uid:0", "")));
      rig.commitEngine.confirm(rig.settled().id(), "uid:0");

      assertThatAsBefore(rig);
      assertThat(rig.commitEngine.latest()).isEqualTo(3);
    }
  }

  @Test
  void whatWasFoundAgainstTheRulesIsPutBackAllTheSame() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.nic.set(ENS1, SettingKind.PFC, ON3);
      confirmed(
          rig,
          Request.one(
              new Key(Target.port(ENS1), SettingKind.GLOBAL_PAUSE), GlobalPause.OFF, "uid:0", ""));

      rig.commitEngine.submit(rig.commitEngine.backTo(0, Request.everything("uid:0", "")));

      Commit back = rig.settled();
      assertThat(back.run().plan().waived())
          .extracting(waiver -> waiver.refusal().rule() + ": " + waiver.because())
          .containsExactly("pause-with-pfc: it is put back as it was");
      rig.commitEngine.confirm(back.id(), "uid:0");
      assertThat(rig.nic.value(ENS1, SettingKind.GLOBAL_PAUSE))
          .isEqualTo(new GlobalPause(true, true));
    }
  }

  @Test
  void theFilePolicyIsAppliedAsAWholeAndThenThereIsNothingLeftToDo() throws Exception {
    TreeMap<Key, Setting> file = new TreeMap<>();
    for (PortId port : new PortId[] {ENS1, ENS2}) {
      file.put(new Key(Target.port(port), SettingKind.PFC), ON3);
    }
    try (Rig rig = new Rig(folder, Mode.ENFORCE, file, null, "b")) {
      rig.commitEngine.submit(Request.everything("uid:0", "first"));
      rig.commitEngine.confirm(rig.settled().id(), "uid:0");
      assertThat(rig.commitEngine.preview(Request.everything("uid:0", "")).changes()).isEmpty();

      rig.told.clear();
      rig.commitEngine.submit(Request.everything("uid:0", "again"));
      assertThat(rig.settled()).isInstanceOf(Commit.Confirmed.class);
    }
  }

  private static void confirmed(Rig rig, Request request) throws InterruptedException {
    rig.commitEngine.submit(request);
    rig.commitEngine.confirm(rig.settled().id(), "uid:0");
    rig.told.clear();
  }

  private static Request pfc3() {
    return Request.one(PFC1, ON3, "uid:0", "test");
  }

  private static void assertThatAsBefore(Rig rig) {
    assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    assertThat(rig.nic.value(ENS1, SettingKind.DSCP_MAP)).isEqualTo(DscpMap.EMPTY);
    assertThat(rig.nic.value(ENS1, SettingKind.GLOBAL_PAUSE))
        .isEqualTo(new GlobalPause(true, true));
  }
}
