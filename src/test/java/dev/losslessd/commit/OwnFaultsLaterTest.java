package dev.losslessd.commit;

import static dev.losslessd.commit.Moves.ETH1;
import static dev.losslessd.commit.Moves.LEAF1;
import static dev.losslessd.commit.Moves.NIC1;
import static dev.losslessd.commit.Moves.NIC2;
import static dev.losslessd.commit.Moves.START;
import static dev.losslessd.commit.Moves.on;
import static dev.losslessd.commit.Moves.one;
import static dev.losslessd.commit.Rig.ENS1;
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
      Moves moves = new Moves(rig);
      TreeMap<Key, Setting> two = new TreeMap<>(Map.of(NIC1, on(3), NIC2, on(3)));
      Rollout waves =
          new Rollout(List.of(WaveSize.parse("1"), WaveSize.ALL), Duration.ofSeconds(30), false);
      String id = moves.open(Requests.of(two).inWaves(Optional.of(waves)));
      moves.seconds(28);
      rig.faults.once(place, Kind.EXCEPTION, 0);
      moves.seconds(120);
      assertThat(rig.faults.thrown).hasSize(1);
      assertThat(moves.state(id)).isEqualTo("awaiting-confirm");
      moves.pass(HOURS, TICK);
      assertThat(moves.state(id)).isEqualTo("rolled-back");
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Place.class,
      names = {"GUARD_BREACH", "GUARD_UNDECIDED", "GUARD_IDLE", "GUARD_END"})
  void aRepairWhoseGuardFailsOnceIsDecided(Place place) {
    try (Rig rig = new Rig(folder)) {
      Moves moves = new Moves(rig);
      moves.keep(NIC1, on(3));
      rig.nic.set(ENS1, SettingKind.PFC, Pfc.OFF);
      String id = moves.open(Request.repair(Set.of(NIC1), "drift", Set.of()));
      rig.faults.once(place, Kind.EXCEPTION, 0);
      moves.seconds(120);
      assertThat(moves.state(id)).isEqualTo("confirmed");
    }
  }

  /** Late, it asks before each step that takes a link down whether a job runs there. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void anUndoDuringWhichAReaderOfTrafficFailsOnceIsTriedAgain(Kind kind) {
    FakeLeaf leaf = Moves.leaf(false);
    try (Rig rig = rig(leaf)) {
      Moves moves = new Moves(rig);
      TreeMap<Key, Setting> both = new TreeMap<>(Map.of(LEAF1, on(3), NIC1, on(3)));
      String id = moves.open(Requests.of(both));
      leaf.silent = true;
      assertThat(moves.cancel(id).state()).isEqualTo("undoing");
      moves.seconds(70);
      leaf.silent = false;
      rig.faults.once(Place.BUSY, kind, 0);
      moves.seconds(200);
      assertThat(rig.faults.thrown).hasSize(1);
      assertThat(moves.state(id)).isEqualTo("rolled-back");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aRetryIsNotLostWhenTheLookAtTheNeighbourhoodFailsOnce(Kind kind) {
    FakeLeaf leaf = Moves.leaf(false);
    try (Rig rig = rig(leaf)) {
      Moves moves = new Moves(rig);
      String id = moves.open(one(LEAF1, on(3)));
      leaf.silent = true;
      var _ = moves.cancel(id);
      leaf.silent = false;
      rig.faults.once(Place.AROUND, kind, 0);
      moves.seconds(120);
      assertThat(rig.faults.thrown).hasSize(1);
      assertThat(moves.state(id)).isEqualTo("rolled-back");
      assertThat(Moves.pfc(leaf, ETH1)).isEqualTo(Pfc.OFF);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aBreachIsCarriedOutThoughItsUndoCannotBeginAtFirst(Kind kind) {
    try (Rig rig = new Rig(folder)) {
      Moves moves = new Moves(rig);
      String id = moves.open(one(NIC1, on(3)));
      moves.seconds(2);
      rig.guard.breach = "drops";
      rig.faults.once(Place.AROUND, kind, 0);
      moves.seconds(120);
      assertThat(moves.state(id)).isEqualTo("rolled-back");
      assertThat(moves.pfc(ENS1)).isEqualTo(Pfc.OFF);
    }
  }

  /** All the time of the window; a guard that cannot judge is no reason to keep a commit open. */
  @ParameterizedTest
  @EnumSource(
      value = Place.class,
      names = {"GUARD_BREACH", "AROUND", "BUSY", "WITNESS", "LISTENER"})
  void oneThatFailsAtEachCallDoesNotKeepACommitPastItsDeadlineOnceItIsOver(Place place) {
    try (Rig rig = new Rig(folder)) {
      Moves moves = new Moves(rig);
      String id = moves.open(one(NIC1, on(3)));
      rig.faults.always(place, Kind.EXCEPTION);
      moves.pass(Duration.ofSeconds(700), Duration.ofSeconds(1));
      rig.faults.end();
      moves.seconds(61);
      assertThat(moves.state(id)).isEqualTo("rolled-back");
      assertThat(moves.pfc(ENS1)).isEqualTo(Pfc.OFF);
    }
  }
}
