package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Commit;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Progress;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two links in two waves of 60 s. */
class RolloutTest {
  private static final Duration SOAK = Duration.ofSeconds(60);
  private static final Setting ON3 = new Pfc(PrioritySet.of(3));
  private static final String ID = "c-000001";
  private static final boolean ACCEPTING_IDLE = true;
  private static final boolean WAITING_FOR_TRAFFIC = false;

  @TempDir private Path folder;

  @Test
  void theNextWaveBeginsAfterTheSoakAndTheWindowAfterTheLast() throws Exception {
    try (Rig rig = rig()) {
      assertThat(wave(begin(rig))).isEqualTo(progress(rig, 1, 2));
      assertThat(on(rig)).containsExactly(ENS1);
      rig.pass(Duration.ofSeconds(59));
      assertThat(on(rig)).containsExactly(ENS1);

      rig.pass(Duration.ofSeconds(1));
      assertThat(wave(rig.soaking(ID))).isEqualTo(progress(rig, 2, 4));
      assertThat(on(rig)).containsExactly(ENS1, ENS2);
      assertThatThrownBy(() -> rig.commitEngine.confirm(ID, "uid:0"))
          .hasMessage("commit c-000001 is applying, expected awaiting-confirm");

      rig.pass(SOAK);
      Commit open = rig.commitEngine.commit(ID).orElseThrow();
      assertThat(open)
          .isInstanceOfSatisfying(
              Commit.AwaitingConfirm.class,
              one -> assertThat(one.deadline()).isEqualTo(rig.now.plusSeconds(600)));
      assertThat(rig.commitEngine.confirm(ID, "uid:0").state()).isEqualTo("confirmed");
      assertThat(rig.guard.calls.stream().filter(call -> !call.equals("asked")))
          .containsExactly(
              "against [" + ENS2 + "]",
              "begin [" + ENS1 + "]",
              "applied",
              "hand over [" + ENS2 + "]",
              "begin [" + ENS2 + "]",
              "applied",
              "hand over []",
              "hand over []",
              "end",
              "end");
    }
  }

  @Test
  void aBreachInTheSecondSoakUndoesBothWavesLastFirst() throws Exception {
    try (Rig rig = rig()) {
      begin(rig);
      rig.pass(SOAK);
      rig.soaking(ID);
      rig.nic.written.clear();

      rig.guard.breach = ENS2 + " dropped 2 packets";
      rig.pass(Duration.ofSeconds(1));

      assertThatUndone(rig, "the guard found: " + ENS2 + " dropped 2 packets");
      assertThat(rig.nic.written)
          .extracting(change -> change.target().text() + " " + change.kind().word())
          .containsExactly(
              ENS2 + " pfc", ENS2 + " global-pause", ENS1 + " pfc", ENS1 + " global-pause");
    }
  }

  @Test
  void aBreachInTheFirstSoakNeverTouchesTheRest() throws Exception {
    try (Rig rig = rig()) {
      begin(rig);
      rig.guard.breach = "x";
      rig.pass(Duration.ofSeconds(1));

      assertThatUndone(rig, "the guard found: x");
      assertThat(rig.nic.written).noneMatch(change -> change.target().equals(Target.port(ENS2)));
    }
  }

  @Test
  void aFailureInTheSecondWaveUndoesTheFirstToo() throws Exception {
    try (Rig rig = rig()) {
      begin(rig);
      rig.nic.lies.add(SettingKind.GLOBAL_PAUSE);
      rig.told.clear();
      rig.pass(SOAK);
      rig.nic.lies.clear();

      // the pause of the first NIC cannot be given back while the device lies
      Commit end = rig.commitEngine.commit(ID).orElseThrow();
      assertThat(end).isInstanceOf(Commit.Stuck.class);
      assertThat(((Commit.Stuck) end).why())
          .startsWith("wave 2 of 2: " + ENS2 + " global-pause: the device said yes");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
      assertThat(((Commit.Stuck) end).left())
          .extracting(change -> change.target().text())
          .containsExactly(ENS1.toString());
    }
  }

  @Test
  void whatAPersonHasSetDuringTheSoakIsNotWrittenOverAndStays() throws Exception {
    try (Rig rig = rig()) {
      begin(rig);
      Setting theirs = new Pfc(PrioritySet.of(5));
      rig.nic.set(ENS2, SettingKind.PFC, theirs);

      rig.pass(SOAK);

      assertThatUndone(
          rig,
          "wave 2 of 2: not begun: gpu01:ens2f0np0 pfc was changed outside losslessd since this"
              + " was planned");
      assertThat(rig.nic.value(ENS2, SettingKind.PFC)).isEqualTo(theirs);
    }
  }

  @Test
  void aCancelDuringASoakUndoesWhatWasBegun() throws Exception {
    try (Rig rig = rig()) {
      begin(rig);
      rig.commitEngine.cancel(ID, "enough", "uid:0");

      assertThatUndone(rig, "enough");
      rig.pass(Duration.ofSeconds(600));
      assertThat(on(rig)).isEmpty();
    }
  }

  @Test
  void whatHitsTheControlGroupTooHoldsTheWaveAndEndsInAnUndoIfItStays() throws Exception {
    try (Rig rig = rig()) {
      begin(rig);
      rig.guard.shared = "also on ports that were not changed: storm";
      rig.pass(SOAK);
      assertThat(wave(rig.soaking(ID)).phase()).isEqualTo(Progress.Phase.HELD);
      assertThat(on(rig)).containsExactly(ENS1);

      rig.guard.shared = null;
      rig.pass(SOAK);
      assertThat(on(rig)).as("it soaked again and went on").containsExactly(ENS1, ENS2);

      rig.guard.shared = "also on ports that were not changed: storm";
      for (int minute = 0; minute < 11; minute++) {
        rig.pass(SOAK);
      }
      assertThatUndone(
          rig, "wave 2 of 2 was held for 600 s: also on ports that were not changed: storm");
    }
  }

  @Test
  void withoutAJudgementThereIsNoNextWave() throws Exception {
    try (Rig rig = rig()) {
      begin(rig);
      rig.guard.undecided = "no port was swept";
      rig.pass(SOAK);
      rig.pass(Duration.ofSeconds(5));
      assertThat(on(rig)).containsExactly(ENS1);

      rig.guard.undecided = null;
      rig.pass(Duration.ofSeconds(1));
      assertThat(on(rig)).containsExactly(ENS1, ENS2);
    }
  }

  @Test
  void aWaveWithoutTrafficIsHeldAndUndoneInTheEnd() throws Exception {
    try (Rig rig = rig()) {
      rig.guard.idle = "no traffic: undecided";
      begin(rig);
      rig.pass(SOAK);
      assertThat(wave(rig.soaking(ID)).held()).isEqualTo("no traffic: undecided");
      for (int minute = 0; minute < 11; minute++) {
        rig.pass(SOAK);
      }

      assertThatUndone(rig, "wave 1 of 2 was held for 600 s: no traffic: undecided");
      assertThat(rig.commitEngine.commit(ID).orElseThrow().run().acceptIdle()).isFalse();
    }
  }

  @Test
  void whoAcceptsIdlePortsGoesOnWithoutTrafficAndItIsJournaled() throws Exception {
    try (Rig rig = rig()) {
      rig.guard.idle = "no traffic: undecided";
      begin(rig, ACCEPTING_IDLE);
      rig.pass(SOAK);
      assertThat(on(rig)).containsExactly(ENS1, ENS2);
      rig.guard.undecided = "the link of 1 port was not seen up";
      rig.soaking(ID);
      rig.pass(SOAK);
      assertThat(wave(rig.soaking(ID)).held()).startsWith("the link");
    }
    try (Rig next = rig()) {
      assertThat(next.commitEngine.commit(ID).orElseThrow().run().acceptIdle()).isTrue();
    }
  }

  @Test
  void whileFrozenTheNextWaveWaits() throws Exception {
    try (Rig rig = rig()) {
      begin(rig);
      rig.commitEngine.freeze("uid:0");
      int writes = rig.nic.written.size();
      rig.pass(SOAK);
      rig.pass(Duration.ofSeconds(1));
      assertThat(rig.nic.written).hasSize(writes);

      rig.commitEngine.thaw("uid:0");
      rig.pass(Duration.ofSeconds(1));
      assertThat(on(rig)).containsExactly(ENS1, ENS2);
    }
  }

  @Test
  void aCrashInAnyWaveUndoesAllThatWasBegunAndNothingElse() throws Exception {
    for (int wave = 1; wave <= 2; wave++) {
      Path own = Files.createDirectory(folder.resolve("wave" + wave));
      FakeNic left;
      try (Rig rig = new Rig(own)) {
        begin(rig);
        if (wave == 2) {
          rig.pass(SOAK);
          rig.soaking(ID);
        }
        left = rig.nic;
      }
      left.set(ENS2, SettingKind.GLOBAL_PAUSE, new GlobalPause(false, wave == 1));

      try (Rig next = new Rig(own, Mode.ENFORCE, new TreeMap<>(), left, "boot-1")) {
        next.commitEngine.recover();

        Commit end = next.commitEngine.commit(ID).orElseThrow();
        assertThat(((Commit.RolledBack) end).why())
            .isEqualTo("interrupted in wave " + wave + " of 2");
        assertThat(on(next)).isEmpty();
        assertThat(next.nic.value(ENS2, SettingKind.GLOBAL_PAUSE))
            .as("in wave 1 the second port is none of its business")
            .isEqualTo(wave == 1 ? new GlobalPause(false, true) : new GlobalPause(true, true));
      }
    }
  }

  private Rig rig() {
    return new Rig(folder);
  }

  private static Commit.Applying begin(Rig rig) throws InterruptedException {
    return begin(rig, WAITING_FOR_TRAFFIC);
  }

  private static Commit.Applying begin(Rig rig, boolean acceptIdle) throws InterruptedException {
    TreeMap<Key, Setting> delta = new TreeMap<>();
    delta.put(new Key(Target.port(ENS1), SettingKind.PFC), ON3);
    delta.put(new Key(Target.port(ENS2), SettingKind.PFC), ON3);
    Rollout rollout = new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), SOAK, acceptIdle);
    rig.commitEngine.submit(Request.of(delta, "uid:0", "test").inWaves(Optional.of(rollout)));
    return rig.soaking(ID);
  }

  private static Progress wave(Commit.Applying commit) {
    return commit.wave().orElseThrow();
  }

  private static Progress progress(Rig rig, int wave, int begun) {
    return Progress.writing(wave, 2, begun).soaking(rig.now.plus(SOAK), "");
  }

  private static List<PortId> on(Rig rig) {
    return List.of(ENS1, ENS2).stream()
        .filter(port -> rig.nic.value(port, SettingKind.PFC).equals(ON3))
        .toList();
  }

  private static void assertThatUndone(Rig rig, String why) {
    assertThat(rig.commitEngine.commit(ID).orElseThrow())
        .isInstanceOfSatisfying(
            Commit.RolledBack.class, undone -> assertThat(undone.why()).isEqualTo(why));
    assertThat(on(rig)).isEmpty();
  }
}
