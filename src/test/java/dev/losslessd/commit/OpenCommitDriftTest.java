package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Mode;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import dev.losslessd.poll.Observations;
import dev.losslessd.watch.Drift;
import dev.losslessd.watch.Expected;
import dev.losslessd.watch.Moment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Drift on the targets of open commits. It is looked for with a fresh read wherever a commit goes
 * on: at each state, and before and after each write.
 */
class OpenCommitDriftTest {
  private static final Duration SOAK = Duration.ofSeconds(60);
  private static final Setting OLD = new Pfc(PrioritySet.of(3));
  private static final Setting NEW = new Pfc(PrioritySet.of(4));
  private static final Setting ALIEN = new Pfc(PrioritySet.of(6));
  private static final String ID = "c-000002";

  @TempDir private Path folder;
  private Rig rig;
  private final Set<String> found = ConcurrentHashMap.newKeySet();

  @BeforeEach
  void bothPortsHaveTheOldValueByAConfirmedCommit() throws Exception {
    rig = watched(new Rig(folder));
    rig.commitEngine.submit(Requests.of(delta(OLD)));
    assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
    rig.commitEngine.confirm("c-000001", "uid:0");
    rig.told.clear();
  }

  @AfterEach
  void noStepOfACommitWasEverToldAsDrift() {
    rig.close();
    assertThat(found).isEmpty();
  }

  private Rig watched(Rig one) {
    one.listener = _ -> found.addAll(drift(one));
    one.writing = _ -> found.addAll(drift(one));
    return one;
  }

  private void restart() {
    rig.close();
    rig = watched(new Rig(folder, Mode.ENFORCE, new TreeMap<>(), rig.nic, "boot-1"));
    rig.commitEngine.recover();
  }

  private static Moment moment(Rig one) {
    Observations fresh = new Observations(() -> List.of(one.nic), () -> one.now, () -> {});
    fresh.run();
    return new Moment(Expected.of(one.commitEngine.pending()), fresh.all(), Set.of());
  }

  private static List<String> drift(Rig one) {
    return Drift.in(moment(one)).stream().map(Drift.Difference::message).toList();
  }

  /** Drift after somebody else has set a value; it is as before on return. */
  private List<String> afterAlien(PortId port, Setting alien) {
    Setting before = rig.nic.value(port, SettingKind.PFC);
    rig.nic.set(port, SettingKind.PFC, alien);
    List<String> drift = drift(rig);
    rig.nic.set(port, SettingKind.PFC, before);
    assertThat(drift(rig)).isEmpty();
    return drift;
  }

  private static String wanted(PortId port, int wanted, int shown) {
    return port + " pfc: wanted " + wanted + ", device shows " + shown;
  }

  private static Key pfc(PortId port) {
    return new Key(Target.port(port), SettingKind.PFC);
  }

  private static TreeMap<Key, Setting> delta(Setting value) {
    return new TreeMap<>(Map.of(pfc(ENS1), value, pfc(ENS2), value));
  }

  private void change() throws InterruptedException {
    rig.commitEngine.submit(Requests.of(delta(NEW)));
    assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
  }

  private void changeInWaves() throws InterruptedException {
    Rollout rollout = new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), SOAK, true);
    rig.commitEngine.submit(Request.of(delta(NEW), "uid:0", "test").inWaves(Optional.of(rollout)));
    rig.soaking(ID);
  }

  private String state() {
    return rig.commitEngine.commit(ID).map(Commit::state).orElseThrow();
  }

  @Test
  void whatAwaitsItsConfirmIsAsWantedAndEverythingElseThereIsDrift() throws Exception {
    change();

    assertThat(moment(rig).state(pfc(ENS1))).isEqualTo(SettingState.STAGED);
    assertThat(afterAlien(ENS1, ALIEN)).containsExactly(wanted(ENS1, 4, 6));
    assertThat(afterAlien(ENS2, OLD)).as("the old value").containsExactly(wanted(ENS2, 4, 3));
  }

  @Test
  void whatIsConfirmedIsWanted() throws Exception {
    change();
    rig.commitEngine.confirm(ID, "uid:0");

    assertThat(moment(rig).state(pfc(ENS1))).isEqualTo(SettingState.AS_WANTED);
    assertThat(afterAlien(ENS1, OLD)).containsExactly(wanted(ENS1, 4, 3));
  }

  @Test
  void whatIsCancelledOrOverdueIsWantedAsBefore() throws Exception {
    change();
    rig.commitEngine.cancel(ID, "no", "uid:0");
    assertThat(state()).isEqualTo("rolled-back");
    assertThat(afterAlien(ENS1, NEW)).containsExactly(wanted(ENS1, 3, 4));

    rig.told.clear();
    rig.commitEngine.submit(Requests.of(delta(NEW)));
    assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
    rig.pass(Duration.ofSeconds(601));
    assertThat(afterAlien(ENS1, NEW)).containsExactly(wanted(ENS1, 3, 4));
  }

  @Test
  void theFirstOverrideOfASettingIsWatchedBeforeItIsConfirmed() throws Exception {
    rig.commitEngine.submit(
        Requests.of(new TreeMap<>(Map.of(pfc(ENS1), NEW))).unsetting(Set.of(pfc(ENS2))));
    assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");

    assertThat(afterAlien(ENS1, OLD)).containsExactly(wanted(ENS1, 4, 3));
    assertThat(afterAlien(ENS2, ALIEN)).as("nothing is wanted there any more").isEmpty();
  }

  @Test
  void eachWaveIsWantedOnceItSoaksAndLaterOnesStayAsTheyAre() throws Exception {
    changeInWaves();
    assertThat(afterAlien(ENS1, OLD)).containsExactly(wanted(ENS1, 4, 3));
    assertThat(afterAlien(ENS2, ALIEN)).containsExactly(wanted(ENS2, 3, 6));

    rig.pass(SOAK);
    rig.soaking(ID);
    assertThat(afterAlien(ENS1, ALIEN)).containsExactly(wanted(ENS1, 4, 6));
    assertThat(afterAlien(ENS2, OLD)).containsExactly(wanted(ENS2, 4, 3));

    rig.pass(SOAK);
    assertThat(state()).isEqualTo("awaiting-confirm");
    assertThat(afterAlien(ENS2, OLD)).containsExactly(wanted(ENS2, 4, 3));
    rig.commitEngine.confirm(ID, "uid:0");
    assertThat(afterAlien(ENS2, OLD)).containsExactly(wanted(ENS2, 4, 3));
  }

  @Test
  void aWaveThatFailsIsUndoneAndRetriedWithoutAWordOfDrift() throws Exception {
    changeInWaves();
    rig.nic.obeys = 0;
    rig.pass(SOAK);
    rig.quiet();
    assertThat(state()).isNotEqualTo("applying");

    rig.nic.obeys = Integer.MAX_VALUE;
    for (int tries = 0; tries < 20 && !state().equals("rolled-back"); tries++) {
      rig.pass(Duration.ofSeconds(60));
      rig.quiet();
      if (state().equals("stuck")) {
        rig.commitEngine.retry(ID, false, false, "uid:0");
      }
    }
    assertThat(state()).isEqualTo("rolled-back");
    assertThat(afterAlien(ENS1, NEW)).containsExactly(wanted(ENS1, 3, 4));
  }

  @Test
  void whileAnUndoWaitsForASilentDeviceNothingIsToldOfIt() throws Exception {
    change();
    rig.nic.touched =
        () -> {
          throw new DeviceException(DeviceException.Kind.TIMEOUT, "no answer");
        };
    rig.pass(Duration.ofSeconds(601));
    assertThat(state()).isEqualTo("undoing");
    rig.nic.touched = () -> {};
    assertThat(drift(rig)).as("it still has the new value").isEmpty();

    rig.pass(Duration.ofSeconds(60));
    assertThat(state()).isEqualTo("rolled-back");
    assertThat(afterAlien(ENS1, NEW)).containsExactly(wanted(ENS1, 3, 4));
  }

  @Test
  void aRestartInTheWindowKeepsWhatIsWanted() throws Exception {
    change();
    restart();

    assertThat(state()).isEqualTo("awaiting-confirm");
    assertThat(afterAlien(ENS1, OLD)).containsExactly(wanted(ENS1, 4, 3));
    rig.commitEngine.confirm(ID, "uid:0");
    assertThat(afterAlien(ENS1, OLD)).containsExactly(wanted(ENS1, 4, 3));
    restart();
    assertThat(afterAlien(ENS1, OLD)).containsExactly(wanted(ENS1, 4, 3));
  }

  @Test
  void aRestartInAWaveUndoesItAndTheOldValuesAreWanted() throws Exception {
    changeInWaves();
    restart();
    rig.quiet();

    assertThat(state()).isEqualTo("rolled-back");
    assertThat(afterAlien(ENS1, NEW)).containsExactly(wanted(ENS1, 3, 4));
  }
}
