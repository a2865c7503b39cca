package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Steps.ETH1;
import static dev.losslessd.commit.Steps.LEAF1;
import static dev.losslessd.commit.Steps.NIC1;
import static dev.losslessd.commit.Steps.NIC2;
import static dev.losslessd.commit.Steps.START;
import static dev.losslessd.commit.Steps.on;
import static dev.losslessd.commit.Steps.one;
import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.commit.OwnFaultStory.Way;
import dev.losslessd.commit.OwnFaults.Kind;
import dev.losslessd.commit.OwnFaults.Place;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.WaveSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * An unexpected exception of our own, thrown once at any point, costs one attempt: each commit is
 * decided, its devices are as the verdict says, and its targets are free.
 */
class OwnFaultsLaterTest {
  private static final Duration HOURS = Duration.ofHours(3);
  private static final Duration TICK = Duration.ofSeconds(10);

  /** Points of each way and place; all of them by {@code -Dpoints=1000}. */
  private static final int POINTS = Integer.getInteger("points", 6);

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(Place.class)
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void oneExceptionAtAnyPointLeavesNoCommitUndecided(Place place) throws Exception {
    assertThat(everywhere(place, Kind.EXCEPTION)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Place.class)
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void oneErrorAtAnyPointLeavesNoCommitUndecided(Place place) throws Exception {
    assertThat(everywhere(place, Kind.ERROR)).isEmpty();
  }

  private List<String> everywhere(Place place, Kind kind) throws Exception {
    List<String> wrong = new ArrayList<>();
    int met = 0;
    for (Way way : Way.values()) {
      boolean thrown = true;
      for (int calls = 0; thrown && calls < POINTS; calls++) {
        OwnFaultStory story = new OwnFaultStory(Files.createTempDirectory(folder, "story"));
        String point = way + ", call " + calls + ": ";
        story.run(way, place, kind, calls).forEach(text -> wrong.add(point + text));
        thrown = story.met();
        met += thrown ? 1 : 0;
      }
    }
    assertThat(met).as("points at which it was thrown").isPositive();
    return wrong;
  }

  private Rig rig(FakeLeaf leaf) {
    return new Rig(folder, null, START, List.of(), leaf);
  }

  @ParameterizedTest
  @EnumSource(
      value = Place.class,
      names = {"GUARD_BREACH", "GUARD_SHARED", "GUARD_UNDECIDED", "GUARD_IDLE"})
  void aWaveWhoseGuardFailsOnceAtTheEndOfItsSoakGoesOn(Place place) {
    try (Rig rig = new Rig(folder)) {
      Steps steps = new Steps(rig);
      TreeMap<Key, Setting> two = new TreeMap<>(Map.of(NIC1, on(3), NIC2, on(3)));
      Rollout waves =
          new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), Duration.ofSeconds(30), false);
      String id = steps.open(Requests.of(two).inWaves(Optional.of(waves)));
      steps.seconds(28);
      rig.faults.once(place, Kind.EXCEPTION, 0);
      steps.seconds(120);
      assertThat(rig.faults.thrown).hasSize(1);
      assertThat(steps.state(id)).isEqualTo("awaiting-confirm");
      steps.pass(HOURS, TICK);
      assertThat(steps.state(id)).isEqualTo("rolled-back");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Place.class,
      names = {"GUARD_BREACH", "GUARD_UNDECIDED", "GUARD_IDLE", "GUARD_END"})
  void aRepairWhoseGuardFailsOnceIsDecided(Place place) {
    try (Rig rig = new Rig(folder)) {
      Steps steps = new Steps(rig);
      steps.keep(NIC1, on(3));
      rig.nic.set(ENS1, SettingKind.PFC, Pfc.OFF);
      String id = steps.open(Request.repair(Set.of(NIC1), "drift"));
      rig.faults.once(place, Kind.EXCEPTION, 0);
      steps.seconds(120);
      assertThat(steps.state(id)).isEqualTo("confirmed");
    }
  }

  @Test
  void anUndoDuringWhichAReaderOfTrafficFailsOnceIsTriedAgain() {
    FakeLeaf leaf = Steps.leaf(false);
    try (Rig rig = rig(leaf)) {
      Steps steps = new Steps(rig);
      TreeMap<Key, Setting> both = new TreeMap<>(Map.of(LEAF1, on(3), NIC1, on(3)));
      String id = steps.open(Requests.of(both));
      leaf.silent = true;
      assertThat(steps.cancel(id).state()).isEqualTo("undoing");
      leaf.silent = false;
      rig.faults.once(Place.BUSY, Kind.EXCEPTION, 0);
      steps.seconds(200);
      assertThat(steps.state(id)).isEqualTo("rolled-back");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aRetryIsNotLostWhenTheLookAtTheNeighbourhoodFailsOnce(Kind kind) {
    FakeLeaf leaf = Steps.leaf(false);
    try (Rig rig = rig(leaf)) {
      Steps steps = new Steps(rig);
      String id = steps.open(one(LEAF1, on(3)));
      leaf.silent = true;
      var _ = steps.cancel(id);
      leaf.silent = false;
      rig.faults.once(Place.AROUND, kind, 0);
      steps.seconds(120);
      assertThat(rig.faults.thrown).hasSize(1);
      assertThat(steps.state(id)).isEqualTo("rolled-back");
      assertThat(Steps.pfc(leaf, ETH1)).isEqualTo(Pfc.OFF);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aBreachIsCarriedOutThoughItsUndoCannotBeginAtFirst(Kind kind) {
    try (Rig rig = new Rig(folder)) {
      Steps steps = new Steps(rig);
      String id = steps.open(one(NIC1, on(3)));
      steps.seconds(2);
      rig.guard.breach = "drops";
      rig.faults.once(Place.AROUND, kind, 0);
      steps.seconds(120);
      assertThat(steps.state(id)).isEqualTo("rolled-back");
      assertThat(steps.pfc(ENS1)).isEqualTo(Pfc.OFF);
    }
  }

  /** All the time of the window; a guard that cannot judge is no reason to keep a commit open. */
  @ParameterizedTest
  @EnumSource(
      value = Place.class,
      names = {"GUARD_BREACH", "AROUND", "BUSY", "WITNESS", "LISTENER"})
  void oneThatFailsAtEachCallDoesNotKeepACommitPastItsDeadlineOnceItIsOver(Place place) {
    try (Rig rig = new Rig(folder)) {
      Steps steps = new Steps(rig);
      String id = steps.open(one(NIC1, on(3)));
      rig.faults.always(place, Kind.EXCEPTION);
      steps.pass(Duration.ofSeconds(700), Duration.ofSeconds(1));
      rig.faults.end();
      steps.seconds(61);
      assertThat(steps.state(id)).isEqualTo("rolled-back");
      assertThat(steps.pfc(ENS1)).isEqualTo(Pfc.OFF);
    }
  }
}
