package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.driver.OtherAgent;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that confirmed settings survive a reboot of the switch, and nothing else does. */
class SavesTest {
  private static final DeviceId LEAF1 = new DeviceId("leaf1");
  private static final PortId PORT = PortId.parse("leaf1:Eth1");
  private static final Key PFC = new Key(Target.port(PORT), SettingKind.PFC);
  private static final Key OF_NIC = new Key(Target.port(Rig.ENS1), SettingKind.PFC);
  private static final Instant START = Instant.parse("2027-01-01T00:00:00Z");
  private static final String OURS = PORT.toString();

  @TempDir private Path folder;
  private final FakeLeaf leaf = new FakeLeaf("leaf1", () -> START, "Eth1", "Eth2");

  private Rig rig() {
    return new Rig(folder, null, START, List.of(), leaf);
  }

  private static Commit apply(Rig rig, int priority) throws InterruptedException {
    return apply(rig, PFC, priority);
  }

  private static Commit apply(Rig rig, Key key, int priority) throws InterruptedException {
    Pfc wanted = new Pfc(PrioritySet.of(priority));
    rig.commitEngine.submit(Request.one(key, wanted, "uid:0", "test"));
    Commit open = rig.settled();
    assertThat(open).isInstanceOf(Commit.AwaitingConfirm.class);
    return open;
  }

  private static Unsaved save(Rig rig) {
    return rig.commitEngine.saves().save(LEAF1, "uid:7", false);
  }

  private static void confirmed(Rig rig, int priority) throws InterruptedException {
    rig.commitEngine.confirm(apply(rig, priority).id(), "uid:0");
    assertThat(rig.settled()).isInstanceOf(Commit.Confirmed.class);
  }

  private static void refuses(Rig rig, Kind kind, String... words) {
    assertThatThrownBy(() -> save(rig))
        .isInstanceOfSatisfying(
            CommitException.class,
            e -> {
              assertThat(e.kind()).as(e.getMessage()).isEqualTo(kind);
              assertThat(e.getMessage()).contains(words);
            });
  }

  @Test
  void whatIsNotConfirmedIsNeverSaved() throws Exception {
    try (Rig rig = rig()) {
      Commit open = apply(rig, 3);
      refuses(rig, Kind.IN_PROGRESS, "leaf1 is not saved while commit " + open.id());
      leaf.silent = true;
      rig.pass(Duration.ofSeconds(601));
      assertThat(rig.commitEngine.commit(open.id()).orElseThrow().state()).isEqualTo("undoing");
      leaf.silent = false;
      refuses(rig, Kind.IN_PROGRESS, "is undoing there");
      assertThat(leaf.calls).doesNotContain("save");
    }
  }

  @Test
  void whatIsConfirmedIsSavedOnceAndTheJournalKnows() throws Exception {
    try (Rig rig = rig()) {
      confirmed(rig, 3);
      assertThat(rig.commitEngine.saves().unsaved()).containsExactly(LEAF1);
      assertThat(rig.commitEngine.saves().check(LEAF1).ours()).containsExactly(OURS);
    }
    try (Rig rig = rig()) {
      assertThat(rig.commitEngine.saves().unsaved()).as("after a restart").containsExactly(LEAF1);
      assertThat(save(rig).ours()).containsExactly(OURS);
      assertThat(rig.witness.lines).contains("uid:7 saves leaf1");
      assertThat(save(rig).isNothing()).isTrue();
      assertThat(leaf.calls).containsOnlyOnce("save");
    }
    try (Rig rig = rig()) {
      assertThat(rig.commitEngine.saves().unsaved()).as("after another one").isEmpty();
    }
  }

  @Test
  void whatIsOwedOutlivesACompaction() throws Exception {
    try (Rig rig = rig()) {
      Commit open = apply(rig, 3);
      leaf.saveByHand();
      rig.commitEngine.cancel(open.id(), "no", "uid:0");
      assertThat(rig.settled()).isInstanceOf(Commit.RolledBack.class);
      for (int n = 0; n < 30; n++) {
        rig.commitEngine.confirm(apply(rig, OF_NIC, 3 + n % 2).id(), "uid:0");
        assertThat(rig.settled()).isInstanceOf(Commit.Confirmed.class);
      }
      rig.at(rig.now.plus(Duration.ofDays(2)));
      rig.commitEngine.prune(new Retention(1, Duration.ofDays(1), 10_000, Duration.ofHours(24)));
    }
    try (Rig rig = rig()) {
      assertThat(rig.commitEngine.saves().unsaved()).contains(LEAF1);
      assertThat(save(rig).ours()).containsExactly(OURS);
    }
  }

  @Test
  void whatSomebodySavedInTheWindowIsSavedAgainAfterTheUndo() throws Exception {
    try (Rig rig = rig()) {
      Commit open = apply(rig, 3);
      leaf.saveByHand();
      rig.commitEngine.cancel(open.id(), "no", "uid:0");
      assertThat(rig.commitEngine.saves().unsaved()).containsExactly(LEAF1);
      assertThat(save(rig).ours()).containsExactly(OURS);
      assertThat(leaf.calls).endsWith("save");
    }
  }

  @Test
  void whatOthersHaveNotSavedWaitsForAPerson() throws Exception {
    try (Rig rig = rig()) {
      confirmed(rig, 3);
      leaf.foreign.add("+ vlan ...");
      refuses(rig, Kind.FOREIGN, "'+ vlan ...'", "losslessd save leaf1 --with-foreign");
      leaf.foreign.clear();
      leaf.box.set(new PortId(LEAF1, "Eth2"), SettingKind.PFC, new Pfc(PrioritySet.of(5)));
      refuses(rig, Kind.FOREIGN, "leaf1:Eth2");
      assertThat(leaf.calls).doesNotContain("save");

      rig.commitEngine.saves().save(LEAF1, "uid:7", true);
      assertThat(leaf.calls).endsWith("save");
      assertThat(rig.witness.lines).contains("uid:7 saves leaf1 with [not ours: leaf1:Eth2]");
      assertThat(rig.commitEngine.saves().unsaved()).isEmpty();
    }
  }

  private void agent(OtherAgent.Open open) {
    leaf.agents.clear();
    leaf.agents.add(new OtherAgent("gpu02", "checkpoint", "losslessd-gpu02-r0-t1", open));
  }

  @Test
  void settingsOfAnotherAgentDoNotBlockASaveAndLinesOfAnOperatorDo() throws Exception {
    try (Rig rig = rig()) {
      confirmed(rig, 3);
      leaf.box.set(new PortId(LEAF1, "Eth2"), SettingKind.PFC, new Pfc(PrioritySet.of(5)));
      refuses(rig, Kind.FOREIGN, "leaf1:Eth2");
      agent(OtherAgent.Open.NO);
      leaf.foreign.add("+ vlan ...");
      refuses(rig, Kind.FOREIGN, "unsaved lines that are not ours: '+ vlan ...'; save it by hand");
      leaf.foreign.clear();

      assertThat(save(rig).foreign()).containsExactly("not ours: leaf1:Eth2");
      assertThat(rig.witness.lines).contains("uid:7 saves leaf1 with [not ours: leaf1:Eth2]");
      assertThat(leaf.calls).endsWith("save");
    }
  }

  @Test
  void anOpenCommitOfAnotherAgentIsNeverSavedNotEvenWithForeignLines() throws Exception {
    try (Rig rig = rig()) {
      confirmed(rig, 3);
      for (OtherAgent.Open open : List.of(OtherAgent.Open.YES, OtherAgent.Open.UNKNOWN)) {
        agent(open);
        for (boolean withForeign : List.of(false, true)) {
          assertThatThrownBy(() -> rig.commitEngine.saves().save(LEAF1, "uid:7", withForeign))
              .hasMessageStartingWith("leaf1 is not saved")
              .hasMessageContaining("the agent of gpu02 (checkpoint losslessd-gpu02-r0-t1)");
        }
      }
      assertThat(leaf.calls).doesNotContain("save");
      agent(OtherAgent.Open.NO);
      assertThat(save(rig).ours()).containsExactly(OURS);
    }
  }

  @Test
  void aCommitThatAnotherAgentBeginsWhileTheSwitchSavesIsSavedAgainAfterItsEnd() throws Exception {
    try (Rig rig = rig()) {
      confirmed(rig, 3);
      leaf.saving = () -> agent(OtherAgent.Open.YES);
      refuses(rig, Kind.FOREIGN, "has begun a commit on leaf1 while it was saved");
      assertThat(rig.commitEngine.saves().unsaved()).containsExactly(LEAF1);
    }
  }

  @Test
  void theMarkOfAnOpenCommitStaysUntilItsEnd() throws Exception {
    try (Rig rig = rig()) {
      Commit open = apply(rig, 3);
      assertThatThrownBy(() -> rig.commitEngine.saves().settle(LEAF1))
          .hasMessageContaining("while commit " + open.id());
      assertThat(leaf.calls).doesNotContain("settled");

      rig.commitEngine.confirm(open.id(), "uid:0");
      rig.commitEngine.saves().settle(LEAF1);

      assertThat(leaf.calls).endsWith("settled");
    }
  }

  @Test
  void aSwitchThatOnlySaysThatItSavedIsNotBelieved() throws Exception {
    try (Rig rig = rig()) {
      confirmed(rig, 3);
      leaf.saves = false;
      refuses(rig, Kind.DEVICE, "does not show", OURS);
      assertThat(rig.commitEngine.saves().unsaved()).containsExactly(LEAF1);
    }
  }

  @Test
  void aFrozenDaemonSavesNothing() throws Exception {
    try (Rig rig = rig()) {
      confirmed(rig, 3);
      rig.commitEngine.freeze("uid:0");
      refuses(rig, Kind.FROZEN, "frozen");
      assertThat(leaf.calls).doesNotContain("save");
    }
  }

  @Test
  void aCommitThatBeginsMeanwhileIsNotSaved() throws Exception {
    try (Rig rig = rig()) {
      confirmed(rig, 3);
      leaf.calls.clear();
      leaf.saving =
          () -> {
            Pfc wanted = new Pfc(PrioritySet.of(4));
            rig.threads.execute(
                () -> rig.commitEngine.submit(Request.one(PFC, wanted, "uid:0", "second")));
          };
      assertThat(save(rig).ours()).containsExactly(OURS);
      assertThat(rig.settled()).isInstanceOf(Commit.AwaitingConfirm.class);
      assertThat(leaf.calls.getFirst()).isEqualTo("save");
      assertThat(leaf.calls).hasSizeGreaterThan(1);
      assertThat(rig.commitEngine.saves().check(LEAF1).ours()).containsExactly(OURS);
    }
  }
}
