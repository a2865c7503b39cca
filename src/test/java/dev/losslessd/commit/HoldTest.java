package dev.losslessd.commit;

import static dev.losslessd.commit.Rig.ENS1;
import static dev.losslessd.commit.Rig.ENS2;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Hold;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.WaveSize;
import dev.losslessd.store.Entries;
import dev.losslessd.store.Entry;
import dev.losslessd.topology.Link;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One host with a NIC on each of two switches that hold what is written until it is kept. */
class HoldTest {
  private static final String ID = "c-000001";
  private static final PortId LEAF1 = PortId.parse("leaf1:Ethernet1");
  private static final PortId LEAF2 = PortId.parse("leaf2:Ethernet1");
  private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
  private static final Setting ON3 = new Pfc(PrioritySet.of(3));
  private static final Setting MAP = DscpMap.of(Map.of(Dscp.of(26), Priority.of(3)));

  @TempDir private Path folder;

  private final FakeLeaf leaf1 = new FakeLeaf("leaf1", () -> START, "Ethernet1");
  private final FakeLeaf leaf2 = new FakeLeaf("leaf2", () -> START, "Ethernet1");
  private final String factory = leaf1.values() + " " + leaf2.values();

  @Test
  void aSwitchGetsOneBatchAfterItsNicIsReadyAndIsToldToKeepItAfterTheConfirmIsDurable()
      throws Exception {
    try (Rig rig = open()) {
      assertThat(leaf1.calls).containsExactly("hold 3 for 720 s");
      assertThat(leaf2.calls).containsExactly("hold 3 for 720 s");
      assertThat(leaf1.heldFor()).isPresent();
      assertThat(rig.nic.value(ENS1, SettingKind.DSCP_MAP)).isEqualTo(MAP);

      leaf1.asked =
          () -> assertThat(Entries.of(rig.journal).getLast()).isInstanceOf(Entry.Confirmed.class);
      Commit done = rig.commitEngine.confirm(ID, "uid:0");

      assertThat(done.state()).isEqualTo("confirmed");
      assertThat(Entries.of(rig.journal).getLast()).isInstanceOf(Entry.Kept.class);
      assertThat(leaf1.calls).endsWith("keep");
      rig.pass(Duration.ofDays(1));
      assertThat(pfc(leaf1, LEAF1)).isEqualTo(ON3);
      assertThat(rig.commitEngine.unkept()).isEmpty();
    }
  }

  @Test
  void switchesAreWrittenSideBySide() throws Exception {
    CyclicBarrier both = new CyclicBarrier(2);
    Runnable meet =
        () -> {
          try {
            both.await(10, TimeUnit.SECONDS);
          } catch (Exception e) {
            throw new IllegalStateException("the other one was not asked meanwhile", e);
          }
        };
    leaf1.given = meet;
    leaf2.given = meet;
    try (Rig rig = open()) {
      leaf1.asked = meet;
      leaf2.asked = meet;
      assertThat(rig.commitEngine.confirm(ID, "uid:0").state()).isEqualTo("confirmed");
      assertThat(rig.commitEngine.unkept()).isEmpty();
    }
  }

  @Test
  void whenTheDaemonDiesForGoodTheSwitchesGoBackByThemselves() throws Exception {
    Rig rig = open();
    rig.close();
    rig.at(START.plusSeconds(719));
    assertThat(pfc(leaf1, LEAF1)).isEqualTo(ON3);
    rig.at(START.plusSeconds(720));
    assertFactory();

    try (Rig next = new Rig(folder, rig.nic, rig.now, links(), leaf1, leaf2)) {
      next.commitEngine.recover();

      assertThat(next.commitEngine.commit(ID).orElseThrow().state()).isEqualTo("rolled-back");
      assertThat(next.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
      assertFactory();
    }
  }

  @Test
  void aCancelAsksItBackBeforeItWritesAnything() throws Exception {
    try (Rig rig = open()) {
      rig.commitEngine.cancel(ID, "enough", "uid:0");

      assertThat(rig.commitEngine.commit(ID).orElseThrow().state()).isEqualTo("rolled-back");
      assertThat(leaf1.calls).containsExactly("hold 3 for 720 s", "release");
      assertFactory();
      assertThat(rig.nic.value(ENS1, SettingKind.DSCP_MAP)).isEqualTo(DscpMap.EMPTY);
    }
  }

  @Test
  void whatASwitchDoesNotTakeBackIsWritten() throws Exception {
    try (Rig rig = open()) {
      leaf1.confirm(new Hold(ID, Duration.ZERO));
      rig.commitEngine.cancel(ID, "enough", "uid:0");

      assertThat(leaf1.calls).contains("release", "apply");
      assertFactory();
    }
  }

  @Test
  void aBatchThatOneSwitchRefusesIsTakenBackEverywhere() throws Exception {
    leaf2.box.refuses.add(SettingKind.PFC);
    try (Rig rig = rig()) {
      rig.commitEngine.submit(everything());

      Commit.RolledBack back = (Commit.RolledBack) rig.settled();
      assertThat(back.why()).contains("leaf2:Ethernet1 pfc: none -> 3: EINVAL");
      assertFactory();
      assertThat(rig.nic.value(ENS1, SettingKind.PFC)).isEqualTo(Pfc.OFF);
    }
  }

  @Test
  void aLieInABatchIsFoundByTheReadBack() throws Exception {
    leaf1.box.lies.add(SettingKind.PFC);
    try (Rig rig = rig()) {
      rig.commitEngine.submit(everything());

      Commit.RolledBack back = (Commit.RolledBack) rig.settled();
      assertThat(back.why()).startsWith("leaf1:Ethernet1 pfc: the device said yes and shows none");
      assertFactory();
    }
  }

  @Test
  void anExtensionStartsTheTimersAnew() throws Exception {
    try (Rig rig = open()) {
      rig.pass(Duration.ofSeconds(500));
      rig.commitEngine.extend(ID, Duration.ofSeconds(600), "uid:0");

      assertThat(leaf1.calls).endsWith("prolong for 720 s");
      rig.pass(Duration.ofSeconds(590));
      assertThat(leaf1.heldFor()).isPresent();
      rig.commitEngine.confirm(ID, "uid:0");
      rig.pass(Duration.ofDays(1));
      assertThat(pfc(leaf1, LEAF1)).isEqualTo(ON3);
    }
  }

  @Test
  void aTimerThatCannotBeStartedAnewBoundsTheWindowAndIsNamed() throws Exception {
    leaf2.prolongs = false;
    try (Rig rig = open()) {
      rig.pass(Duration.ofSeconds(500));

      assertThatThrownBy(() -> rig.commitEngine.extend(ID, Duration.ofSeconds(600), "uid:0"))
          .isInstanceOf(CommitException.class)
          .hasMessage(
              "the window of c-000001 can last until 2027-01-01T00:11:30Z at most: leaf2 takes it"
                  + " back by its own timer at 2027-01-01T00:12:00Z, which goes on: leaf2 has a"
                  + " timer that runs only once");
      assertThat(rig.commitEngine.extend(ID, Duration.ofSeconds(190), "uid:0").state())
          .isEqualTo("awaiting-confirm");
      rig.pass(Duration.ofSeconds(190));
      assertThat(rig.commitEngine.commit(ID).orElseThrow().state()).isEqualTo("rolled-back");
      assertFactory();
    }
  }

  @Test
  void aConfirmThatDiedBeforeTheSwitchesWereToldIsToldThemAtTheNextStart() throws Exception {
    Rig rig = open();
    leaf1.asked = HoldTest::dies;
    leaf2.asked = HoldTest::dies;
    rig.commitEngine.confirm(ID, "uid:0");
    rig.close();
    assertThat(leaf1.heldFor()).isPresent();
    leaf1.asked = () -> {};
    leaf2.asked = () -> {};

    try (Rig next = new Rig(folder, rig.nic, START.plusSeconds(60), links(), leaf1, leaf2)) {
      next.commitEngine.recover();

      assertThat(next.commitEngine.commit(ID).orElseThrow().state()).isEqualTo("confirmed");
      assertThat(leaf1.calls).containsExactly("hold 3 for 720 s", "keep");
      assertThat(leaf2.heldFor()).isEmpty();
    }
    try (Rig again = new Rig(folder, rig.nic, START.plusSeconds(90), links(), leaf1, leaf2)) {
      again.commitEngine.recover();
      assertThat(leaf1.calls).as("once is enough").hasSize(2);
    }
  }

  private static void dies() {
    throw new DeviceException(DeviceException.Kind.GONE, "leaf2 is gone");
  }

  @Test
  void aSwitchThatIsSilentAtTheConfirmIsNamedAndToldLater() throws Exception {
    try (Rig rig = open()) {
      leaf2.asked = HoldTest::dies;
      assertThat(rig.commitEngine.confirm(ID, "uid:0").state()).isEqualTo("confirmed");

      assertThat(rig.commitEngine.unkept())
          .containsExactly(
              Map.entry(
                  new DeviceId("leaf2"),
                  "commit c-000001 is confirmed, but the device takes it back at"
                      + " 2027-01-01T00:12:00Z: leaf2 is gone"));
      leaf2.asked = () -> {};
      rig.pass(Duration.ofSeconds(5));
      assertThat(rig.commitEngine.unkept()).isEmpty();
      assertThat(leaf2.heldFor()).isEmpty();
    }
  }

  @Test
  void aSwitchThatIsSilentUntilItsTimeIsOverHasDrifted() throws Exception {
    try (Rig rig = open()) {
      leaf2.asked = HoldTest::dies;
      rig.commitEngine.confirm(ID, "uid:0");
      rig.pass(Duration.ofSeconds(721));

      assertThat(rig.commitEngine.commit(ID).orElseThrow().state()).isEqualTo("confirmed");
      assertThat(pfc(leaf2, LEAF2)).isEqualTo(Pfc.OFF);
      assertThat(rig.commitEngine.unkept()).isEmpty();
      leaf2.asked = () -> {};
      Request repair =
          Request.repair(Set.of(new Key(Target.port(LEAF2), SettingKind.PFC)), "drift", Set.of());
      rig.told.clear();
      rig.commitEngine.submit(repair);
      assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
      rig.pass(Duration.ofSeconds(26));
      assertThat(pfc(leaf2, LEAF2)).isEqualTo(ON3);
      assertThat(leaf2.heldFor()).isEmpty();
    }
  }

  @Test
  void aConfirmWhileFrozenIsRefusedForTheSwitchesCouldNotBeTold() throws Exception {
    try (Rig rig = open()) {
      rig.commitEngine.freeze("uid:0");

      assertThatThrownBy(() -> rig.commitEngine.confirm(ID, "uid:0"))
          .hasMessage(
              "[leaf1, leaf2] must be told to keep commit c-000001; writing is frozen;"
                  + " 'losslessd thaw' resumes");
      rig.commitEngine.thaw("uid:0");
      assertThat(rig.commitEngine.confirm(ID, "uid:0").state()).isEqualTo("confirmed");
    }
  }

  @Test
  void whenWhatASwitchHasCannotBeUndoneItIsSaidWhenItWillDoSoItself() throws Exception {
    try (Rig rig = open()) {
      leaf1.silent = true;
      rig.commitEngine.cancel(ID, "enough", "uid:0");

      Commit.Undoing undoing = (Commit.Undoing) rig.commitEngine.commit(ID).orElseThrow();
      assertThat(undoing.waits())
          .endsWith("; leaf1 takes it back by its own timer at 2027-01-01T00:12:00Z");
      assertThat(undoing.left())
          .as("the switch, and the end of its cable that relies on it")
          .extracting(change -> change.target().device())
          .containsOnly(new DeviceId("leaf1"), ENS1.device());
      rig.at(START.plusSeconds(720));
      leaf1.silent = false;
      rig.pass(Duration.ofSeconds(61));
      assertFactory();
    }
  }

  @Test
  void wavesHaveTheirSoaksInTheTimers() throws Exception {
    Rollout waves =
        new Rollout(List.of(WaveSize.parse("1"), WaveSize.parse("100%")), Duration.ofSeconds(60));
    try (Rig rig = rig()) {
      rig.commitEngine.submit(everything().inWaves(Optional.of(waves)));
      rig.soaking(ID);
      assertThat(leaf1.calls).containsExactly("hold 3 for 840 s");
      assertThat(leaf2.calls).isEmpty();

      rig.pass(Duration.ofSeconds(60));
      rig.soaking(ID);
      assertThat(leaf2.calls).containsExactly("hold 3 for 780 s");
      rig.pass(Duration.ofSeconds(60));
      rig.commitEngine.confirm(ID, "uid:0");
      assertThat(leaf1.calls).containsExactly("hold 3 for 840 s", "keep");
      assertThat(leaf1.heldFor()).isEmpty();
      assertThat(leaf2.heldFor()).isEmpty();
    }
  }

  @Test
  void aWaveThatIsHeldForLongStartsTheTimersOfTheEarlierOnesAnew() throws Exception {
    Rollout waves =
        new Rollout(List.of(WaveSize.parse("1"), WaveSize.parse("100%")), Duration.ofSeconds(60));
    leaf2.prolongs = false;
    try (Rig rig = rig()) {
      rig.commitEngine.submit(everything().inWaves(Optional.of(waves)));
      rig.soaking(ID);
      rig.guard.shared = "also on ports that were not changed: storm";
      for (int minute = 0; minute < 5; minute++) {
        rig.pass(Duration.ofSeconds(60));
      }
      assertThat(leaf1.calls).contains("prolong for 840 s");
      assertThat(rig.commitEngine.commit(ID).orElseThrow().state()).isEqualTo("applying");
      assertThat(leaf1.heldFor()).isPresent();
    }
  }

  private Rig rig() {
    return new Rig(folder, null, START, links(), leaf1, leaf2);
  }

  private Rig open() throws Exception {
    Rig rig = rig();
    rig.commitEngine.submit(everything());
    assertThat(rig.settled().state()).isEqualTo("awaiting-confirm");
    return rig;
  }

  private static List<Link> links() {
    return List.of(
        new Link(ENS1, LEAF1, OptionalInt.of(3), Link.Source.CONFIG),
        new Link(ENS2, LEAF2, OptionalInt.of(3), Link.Source.CONFIG));
  }

  /** PFC on both ends of both cables, and everything that goes with it. */
  private static Request everything() {
    TreeMap<Key, Setting> delta = new TreeMap<>();
    for (PortId port : List.of(ENS1, ENS2, LEAF1, LEAF2)) {
      delta.put(new Key(Target.port(port), SettingKind.PFC), ON3);
      Target map =
          port.device().name().startsWith("leaf")
              ? new Target.Device(port.device())
              : Target.port(port);
      delta.put(new Key(map, SettingKind.DSCP_MAP), MAP);
    }
    return Request.of(delta, "uid:0", "both ends").accepting(new Acceptance(true, true));
  }

  private void assertFactory() {
    assertThat(leaf1.values() + " " + leaf2.values()).isEqualTo(factory);
  }

  private static Setting pfc(FakeLeaf leaf, PortId port) {
    var _ = leaf.heldFor(); // its timer may have run out
    return leaf.box.value(port, SettingKind.PFC);
  }
}
