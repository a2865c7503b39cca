package dev.losslessd.commit;

import static dev.losslessd.commit.Moves.ETH1;
import static dev.losslessd.commit.Moves.LEAF1;
import static dev.losslessd.commit.Moves.NIC1;
import static dev.losslessd.commit.Moves.NIC2;
import static dev.losslessd.commit.Moves.SECOND;
import static dev.losslessd.commit.Moves.START;
import static dev.losslessd.commit.Moves.on;
import static dev.losslessd.commit.Moves.one;
import static dev.losslessd.commit.Rig.ENS1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceException.Kind;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import dev.losslessd.store.IdempotencyKey;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The clock of the host is set, by NTP or because a virtual machine was resumed. Windows, soaks,
 * undos and device timers run by the time since boot, which nobody sets.
 */
class ClockStepTest {
  private static final Duration WINDOW = Duration.ofSeconds(600);
  private static final Retention LONG =
      new Retention(100_000, Duration.ofDays(90), 10_000, Duration.ofHours(24));

  @TempDir private Path folder;

  /** The wall clock is set; what runs by the time since boot, and devices, do not know of it. */
  private static void set(Rig rig, String by) {
    rig.now = rig.now.plus(Duration.parse(by));
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT5S", "PT1H", "P30D", "PT-5S", "PT-1H", "P-30D"})
  void aWindowIsAsLongAsItWasPromised(String step) {
    try (Rig rig = new Rig(folder)) {
      Moves moves = new Moves(rig);
      String id = moves.open(one(NIC1, on(3)));
      moves.seconds(10);
      set(rig, step);
      moves.pass(WINDOW.minusSeconds(12), SECOND);
      assertThat(moves.state(id)).isEqualTo("awaiting-confirm");
      moves.seconds(3);
      assertThat(moves.state(id)).isEqualTo("rolled-back");
      assertThat(moves.pfc(ENS1)).isEqualTo(Pfc.OFF);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT1H", "P30D", "PT-1H"})
  void aCancelInTheWindowIsCarriedOutAtOnceThoughAJobRuns(String step) {
    try (Rig rig = new Rig(folder)) {
      Moves moves = new Moves(rig);
      String id = moves.open(one(NIC1, on(3)));
      rig.busy.add(ENS1);
      set(rig, step);

      assertThat(moves.cancel(id).state()).isEqualTo("rolled-back");
      assertThat(moves.pfc(ENS1)).isEqualTo(Pfc.OFF);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT1H", "P30D", "PT-1H"})
  void aBreachInTheWindowIsCarriedOutAtOnceThoughAJobRuns(String step) {
    try (Rig rig = new Rig(folder)) {
      Moves moves = new Moves(rig);
      String id = moves.open(one(NIC1, on(3)));
      rig.busy.add(ENS1);
      set(rig, step);
      rig.guard.breach = "drops";
      moves.seconds(2);

      assertThat(moves.state(id)).isEqualTo("rolled-back");
      assertThat(moves.pfc(ENS1)).isEqualTo(Pfc.OFF);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1H", "PT-1H", "P-30D", "PT10M"})
  void aLongerWindowIsALongerTimerOfTheSwitchToo(String step) throws Exception {
    FakeLeaf leaf = Moves.leaf(true);
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf)) {
      Moves moves = new Moves(rig);
      String id = moves.open(one(LEAF1, on(3)).within(Optional.of(WINDOW)));
      set(rig, step);
      moves.pass(Duration.ofSeconds(300), SECOND);
      var _ = rig.commitEngine.extend(id, Duration.ofMinutes(30), "uid:0");

      moves.pass(Duration.ofSeconds(1700), SECOND);

      assertThat(leaf.heldFor()).isPresent();
      assertThat(moves.state(id)).isEqualTo("awaiting-confirm");
      moves.confirm(id);
      assertThat(moves.state(id)).isEqualTo("confirmed");
      moves.pass(Duration.ofHours(2), Duration.ofSeconds(10));
      assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(on(3));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT1H", "P30D", "PT-1H"})
  void aConfirmedChangeIsKeptThoughOneAnswerOfTheSwitchWasLost(String step) {
    FakeLeaf leaf = Moves.leaf(true);
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf)) {
      Moves moves = new Moves(rig);
      String id = moves.open(one(LEAF1, on(3)).within(Optional.of(WINDOW)));
      set(rig, step);
      leaf.asked =
          () -> {
            throw new DeviceException(Kind.TIMEOUT, "one lost answer");
          };
      moves.confirm(id);
      leaf.asked = () -> {};
      assertThat(moves.state(id)).isEqualTo("confirmed");
      assertThat(rig.commitEngine.unkept()).hasSize(1);

      moves.pass(Duration.ofSeconds(1000), SECOND);

      assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(on(3));
      assertThat(leaf.lapsed).isEmpty();
      assertThat(rig.commitEngine.unkept()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1H", "P30D", "PT-1H", "P-30D"})
  void aSoakLastsAsLongAsItShould(String step) {
    try (Rig rig = new Rig(folder)) {
      Moves moves = new Moves(rig);
      TreeMap<Key, Setting> two = new TreeMap<>(Map.of(NIC1, on(3), NIC2, on(3)));
      Rollout waves =
          new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), Duration.ofSeconds(30), true);
      String id = moves.open(Requests.of(two).inWaves(Optional.of(waves)));
      moves.seconds(5);
      set(rig, step);
      moves.seconds(20);
      assertThat(rig.nic.written)
          .as("the second wave")
          .noneMatch(change -> change.target().equals(Moves.port(Rig.ENS2)));
      moves.seconds(10);
      assertThat(moves.pfc(Rig.ENS2)).isEqualTo(on(3));
      moves.seconds(40);
      assertThat(moves.state(id)).isEqualTo("awaiting-confirm");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1H", "P30D", "PT-1H", "P-30D"})
  void anUndoOfASilentDeviceIsTriedAgainAllTheSame(String step) {
    FakeLeaf leaf = Moves.leaf(false);
    try (Rig rig = new Rig(folder, null, START, List.of(), leaf)) {
      Moves moves = new Moves(rig);
      String id = moves.open(one(LEAF1, on(3)));
      leaf.silent = true;
      assertThat(moves.cancel(id).state()).isEqualTo("undoing");
      moves.seconds(100);
      set(rig, step);
      leaf.silent = false;

      moves.seconds(61);

      assertThat(moves.state(id)).isEqualTo("rolled-back");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1H", "P30D", "PT-1H", "P-30D"})
  void aStagedCommitBeginsWhenItsPortsWereIdleForTheSettleTime(String step) {
    try (Rig rig = new Rig(folder)) {
      Moves moves = new Moves(rig);
      rig.busy.add(ENS1);
      String id = moves.open(one(NIC1, on(3)).whenIdle(true));
      rig.busy.clear();
      moves.seconds(5);
      set(rig, step);
      moves.seconds(4);
      assertThat(moves.state(id)).isEqualTo("staged");
      moves.seconds(4);
      assertThat(moves.state(id)).isEqualTo("awaiting-confirm");
    }
  }

  @Test
  void aClockThatIsFarAheadForOnePruneCostsNoRevision() {
    try (Rig rig = new Rig(folder)) {
      fortyRevisions(rig);
      set(rig, "P7300D");
      rig.commitEngine.prune(LONG);
      set(rig, "P-7300D");
      assertThat(revisions(rig)).isEqualTo(40);
      assertThat(catchThrowable(() -> back(rig))).isNull();
    }
  }

  /** A client that asks again with its key must not change anything twice. */
  @Test
  void aClockThatIsFarAheadForOnePruneForgetsNoKeyOfAClient() {
    try (Rig rig = new Rig(folder)) {
      IdempotencyKey key = IdempotencyKey.of("uid:0", "one", "POST /commits", new byte[] {1});
      Request request = one(NIC1, on(3)).keyed(Optional.of(key));
      String id = moves(rig).open(request);
      moves(rig).confirm(id);
      set(rig, "P7300D");
      rig.commitEngine.prune(LONG);
      set(rig, "P-7300D");
      assertThat(rig.commitEngine.begunWith(key))
          .get()
          .satisfies(known -> assertThat(known.commit()).isEqualTo(id));
    }
  }

  /** The host has no clock of its own that goes on without power, and NTP comes later. */
  @Test
  void aClockThatIsFarAheadAtTheStartCostsNoRevision() {
    Rig first = new Rig(folder);
    fortyRevisions(first);
    first.close();
    try (Rig rig = new Rig(folder, first.nic, first.now, List.of())) {
      rig.up = Duration.ofSeconds(30);
      set(rig, "P7300D");
      rig.start();
      moves(rig).seconds(30);
      rig.commitEngine.prune(LONG);
      set(rig, "P-7300D");
      assertThat(revisions(rig)).isEqualTo(40);
    }
  }

  private static Moves moves(Rig rig) {
    return new Moves(rig);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT5H", "P30D", "PT-5H"})
  void maintenanceLastsAsLongAsItWasSaid(String step) {
    try (Rig rig = new Rig(folder)) {
      Moves moves = new Moves(rig);
      Maintenances all = rig.commitEngine.maintenance();
      var _ = all.begin(Target.port(ENS1), Duration.ofHours(2), "uid:0", "optics");
      moves.seconds(10);
      set(rig, step);
      all.round();
      assertThat(all.now()).hasSize(1);
      assertThatThrownBy(() -> moves.open(one(NIC1, on(3)))).hasMessageContaining("optics");

      moves.pass(Duration.ofHours(2), Duration.ofMinutes(1));
      all.round();
      assertThat(all.now()).isEmpty();
      moves.keep(NIC1, on(3));
    }
  }

  private static void fortyRevisions(Rig rig) {
    for (int n = 0; n < 40; n++) {
      moves(rig).keep(NIC1, on(3 + n % 2));
    }
    assertThat(revisions(rig)).isEqualTo(40);
  }

  private static int revisions(Rig rig) {
    return rig.commitEngine.revisions(Long.MAX_VALUE, 100, Revision::number).size();
  }

  private static void back(Rig rig) {
    var _ = rig.commitEngine.backTo(20, Request.everything("uid:0", ""));
  }

  /** The process dies between the record of a longer window and the dead-man file. */
  @Test
  void aWindowThatWasMadeLongerIsNotShorterAfterACrash() {
    Rig first = new Rig(folder);
    FakeDeadMan files = new FakeDeadMan();
    files.serve(first);
    String id = moves(first).open(one(NIC1, on(3)));
    files.dead = true;
    first.listener =
        _ -> {
          throw new OwnFaults.Failure(OwnFaults.Place.LISTENER);
        };
    var _ = catchThrowable(() -> first.commitEngine.extend(id, Duration.ofHours(2), "uid:0"));
    first.close();
    try (Rig rig = new Rig(folder, first.nic, START.plusSeconds(30), List.of())) {
      files.serve(rig); // with the first end of the window
      rig.start();
      assertThat(rig.commitEngine.commit(id))
          .get()
          .isInstanceOfSatisfying(
              Commit.AwaitingConfirm.class,
              open -> assertThat(open.deadline()).isEqualTo(START.plus(Duration.ofHours(2))));
      moves(rig).pass(Duration.ofSeconds(7165), Duration.ofSeconds(5));
      assertThat(moves(rig).state(id)).isEqualTo("awaiting-confirm");
      moves(rig).pass(Duration.ofSeconds(10), SECOND);
      assertThat(moves(rig).state(id)).isEqualTo("rolled-back");
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }
}
