package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Plan;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.store.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecoveryTest {
  private static final Request PFC3 =
      Request.one(
          new Key(Target.port(ENS1), SettingKind.PFC), new Pfc(PrioritySet.of(3)), "uid:0", "test");

  @TempDir private Path folder;

  @Test
  void aCommitThatWasBeingAppliedIsUndoneAtTheNextStart() throws Exception {
    FakeNic left = crashWhileApplying();

    try (Rig next = restart(left, Mode.ENFORCE, "boot-1")) {
      next.commitEngine.recover();

      assertThat(next.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
      assertThat(next.commitEngine.commits()).hasSize(1);
      assertThat(next.commitEngine.commits().iterator().next().state()).isEqualTo("rolled-back");
      next.commitEngine.submit(PFC3);
      assertThat(next.settled().state()).isNotEqualTo("stuck");
    }
  }

  @Test
  void inObserveModeNothingIsUndoneAndItIsSaid() throws Exception {
    FakeNic left = crashWhileApplying();

    try (Rig next = restart(left, Mode.OBSERVE, "boot-1")) {
      next.commitEngine.recover();
      assertThat(next.nic.written).isEmpty();
      Commit held = next.commitEngine.commits().iterator().next();
      assertThat(((Commit.Undoing) held).waits()).contains("mode is observe");
    }
    try (Rig later = restart(left, Mode.ENFORCE, "boot-1")) {
      later.commitEngine.recover();
      assertThat(later.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void anOpenWindowGoesOnForTheRestOfItsTime() throws Exception {
    FakeNic left = stopDuringWindow();

    try (Rig next = restart(left, Mode.ENFORCE, "boot-1")) {
      next.at(next.now.plusSeconds(400));
      next.commitEngine.recover();
      assertThat(next.nic.value(ENS1, SettingKind.PFC)).isNotEqualTo(Pfc.OFF);

      next.pass(Duration.ofSeconds(201));
      assertThat(next.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void anUndoThatWasBrokenOffIsFinishedAtTheNextStart() throws Exception {
    FakeNic left = stopDuringWindow();
    left.set(ENS1, SettingKind.PFC, Pfc.OFF);

    try (Rig next = restart(left, Mode.ENFORCE, "boot-1")) {
      next.commitEngine.recover();

      Commit.RolledBack back = (Commit.RolledBack) next.commitEngine.commits().iterator().next();
      assertThat(back.why()).startsWith("at the restart: ").contains("pfc");
      assertThat(next.nic.value(ENS1, SettingKind.GLOBAL_PAUSE))
          .isEqualTo(new GlobalPause(true, true));
    }
  }

  @Test
  void aCancelThatDiedBeforeItsFirstStepIsCarriedOutAtTheNextStart() throws Exception {
    try (Rig rig = open()) {
      Path then = photograph(rig);
      rig.commitEngine.cancel("c-000001", "wrong port", "uid:0");

      assertCarriedOut(then, rig, "wrong port");
    }
  }

  @Test
  void aBreachThatDiedBeforeItsFirstStepIsUndoneAtTheNextStart() throws Exception {
    try (Rig rig = open()) {
      Path then = photograph(rig);
      rig.guard.breach = ENS1 + " dropped 2 packets";
      rig.pass(Duration.ofSeconds(1));

      assertCarriedOut(then, rig, "the guard found: " + ENS1 + " dropped 2 packets");
    }
  }

  /** The journal as it is when the device is next touched, which is all that a crash leaves. */
  private Path photograph(Rig rig) {
    Path then = folder.resolve("then");
    rig.nic.touched =
        () -> {
          try {
            if (Files.notExists(then)) {
              Files.createDirectory(then);
              Files.copy(folder.resolve("journal"), then.resolve("journal"));
            }
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        };
    return then;
  }

  private static void assertCarriedOut(Path then, Rig left, String why) {
    try (Rig next = new Rig(then, Mode.ENFORCE, new TreeMap<>(), null, "boot-1")) {
      next.nic.set(ENS1, SettingKind.PFC, new Pfc(PrioritySet.of(3)));
      next.nic.set(ENS1, SettingKind.GLOBAL_PAUSE, GlobalPause.OFF);
      next.commitEngine.recover();

      assertThat(next.nic.values).isEqualTo(left.nic.values);
      assertThat(next.commitEngine.commits())
          .singleElement()
          .isInstanceOfSatisfying(
              Commit.RolledBack.class, back -> assertThat(back.why()).isEqualTo(why));
    }
  }

  private Rig open() throws Exception {
    Rig rig = new Rig(folder);
    rig.commitEngine.submit(PFC3);
    assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
    return rig;
  }

  @Test
  void anOpenWindowCanBeConfirmedAfterARestart() throws Exception {
    FakeNic left = stopDuringWindow();

    try (Rig next = restart(left, Mode.ENFORCE, "boot-1")) {
      next.commitEngine.recover();
      Commit done = next.commitEngine.confirm("c-000001", "uid:0");
      assertThat(done).isInstanceOf(Commit.Confirmed.class);
    }
  }

  @Test
  void aClockThatWasSetForwardEndsNoWindowAtTheRestart() throws Exception {
    FakeNic left = stopDuringWindow();

    try (Rig next = restart(left, Mode.ENFORCE, "boot-1")) {
      next.up = next.up.plusSeconds(200);
      next.now = next.now.plus(Duration.ofDays(1));
      next.commitEngine.recover();

      assertThat(next.commitEngine.commit("c-000001"))
          .containsInstanceOf(Commit.AwaitingConfirm.class);
      next.pass(Duration.ofSeconds(399));
      assertThat(next.nic.value(ENS1, SettingKind.PFC)).isNotEqualTo(Pfc.OFF);
      next.pass(Duration.ofSeconds(2));
      assertThat(next.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void aClockThatWasSetBackMakesNoWindowLongerAtTheRestart() throws Exception {
    FakeNic left = stopDuringWindow();

    try (Rig next = restart(left, Mode.ENFORCE, "boot-1")) {
      next.up = next.up.plusSeconds(200);
      next.now = next.now.minus(Duration.ofDays(1));
      next.commitEngine.recover();

      assertThat(((Commit.AwaitingConfirm) next.commitEngine.commit("c-000001").get()).deadline())
          .as("as people are told")
          .isEqualTo(next.now.plusSeconds(400));
      next.pass(Duration.ofSeconds(401));
      assertThat(next.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void aRebootDuringTheWindowUndoes() throws Exception {
    FakeNic left = stopDuringWindow();

    try (Rig next = restart(left, Mode.ENFORCE, "boot-2")) {
      next.commitEngine.recover();
      assertThat(next.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
      assertThat(next.commitEngine.commits().iterator().next().state()).isEqualTo("rolled-back");
    }
  }

  /** The PFC step hangs, the process goes away, and the device takes the value all the same. */
  private FakeNic crashWhileApplying() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.nic.hangsOn = SettingKind.GLOBAL_PAUSE;
      rig.nic.set(ENS1, SettingKind.PFC, new Pfc(PrioritySet.of(3)));
      FakeNic left = new FakeNic(rig.writePolicy, ENS1, Rig.ENS2);
      left.values.putAll(rig.nic.values);
      rig.journal.append(
          new Entry.Begun(
              "c-000001",
              new Plan(
                  "p-1",
                  "d",
                  List.of(
                      new Change(
                          Target.port(ENS1),
                          Pfc.OFF,
                          new Pfc(PrioritySet.of(3)),
                          List.of(ENS1),
                          Set.of())),
                  List.of(),
                  List.of()),
              new TreeMap<>(),
              "uid:0",
              "",
              "boot-1",
              rig.now,
              false,
              Optional.empty(),
              List.of(),
              Map.of()));
      return left;
    }
  }

  private FakeNic stopDuringWindow() throws Exception {
    try (Rig rig = new Rig(folder)) {
      rig.commitEngine.submit(PFC3);
      assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
      return rig.nic;
    }
  }

  private Rig restart(FakeNic left, Mode mode, String boot) {
    return new Rig(folder, mode, new TreeMap<>(), left, boot);
  }
}
