package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.OtherAgent;
import dev.losslessd.driver.OtherAgent.Open;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Change;
import dev.losslessd.model.Key;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agents of two hosts on one Nexus, and the names of each. */
class TwoAgentsTest {
  private static final Target BOX = new Target.Device(FabricLeaf.ID);
  private static final Target PORT = Target.port(new PortId(FabricLeaf.ID, "Ethernet1/1"));

  @TempDir private Path folder;
  private FabricLeaf leaf;
  private SwitchSession ours;
  private SwitchSession theirs;
  private final AtomicLong revision = new AtomicLong();

  @BeforeEach
  void open() throws IOException {
    leaf = new FabricLeaf(folder, SwitchSystem.NXOS, new NxosDriver());
    ours = leaf.sessionOf("gpu01", revision::get);
    theirs = leaf.sessionOf("gpu02");
  }

  @AfterEach
  void close() throws IOException {
    ours.close();
    theirs.close();
    leaf.close();
  }

  private static void set(SwitchSession session, Target target, Setting wanted) {
    Setting before = session.read(target).reading(wanted.kind()).standing().orElseThrow();
    session.apply(new Change(target, before, wanted, "", "", List.of(), Set.of()));
  }

  private static Lossless lossless(int priority) {
    return new Lossless(PrioritySet.of(priority));
  }

  @Test
  void whoWroteLastHoldsTheSwitchByItsCheckpoint() throws IOException {
    assertThat(ours.foreign()).isEmpty();
    set(ours, PORT, new Mtu(9216));
    assertThat(ours.foreign()).isEmpty();

    assertThat(theirs.foreign())
        .containsExactly(ForeignMark.onAll("gpu01", "checkpoint losslessd-gpu01-r0-t1"));
    set(theirs, PORT, new Mtu(9000));

    assertThat(theirs.foreign()).isEmpty();
    assertThat(ours.foreign())
        .containsExactly(ForeignMark.onAll("gpu02", "checkpoint losslessd-gpu02-r0-t2"));

    set(ours, PORT, new Mtu(9100));
    assertThat(ours.foreign()).isEmpty();
    assertThat(theirs.foreign()).hasSize(1);
  }

  /** The clocks of the switch went back by an hour between the two: 02:50 was before 02:10. */
  @Test
  void aTakeoverAfterTheClocksWentBackIsNewerForBoth() throws IOException {
    set(theirs, PORT, new Mtu(9000));
    set(ours, PORT, new Mtu(9100));
    List<String> names =
        leaf.sent().stream()
            .filter(line -> line.startsWith("checkpoint "))
            .map(line -> line.substring("checkpoint ".length()))
            .filter(name -> !name.endsWith("-open"))
            .toList();

    Checkpoints there =
        Checkpoints.parse(
            """
            1) %s:
            Created by admin
            Created at Sun, 02:50:00 25 Oct 2026
            Size is 2,048 bytes
            2) %s:
            Created by admin
            Created at Sun, 02:10:00 25 Oct 2026
            Size is 2,048 bytes
            """
                .formatted(names.toArray()));

    assertThat(names).hasSize(2);
    assertThat(there.newer(new AgentName("gpu01"))).isEmpty();
    assertThat(there.newer(new AgentName("gpu02")))
        .contains(ForeignMark.onAll("gpu01", "checkpoint " + names.getLast()));
  }

  @Test
  void ofTwoThatHaveSeenNobodyBothFindTheSameOneNewer() {
    Checkpoints both =
        new Checkpoints(
            List.of(
                new Checkpoints.Checkpoint("losslessd-gpu01-r9-t1"),
                new Checkpoints.Checkpoint("losslessd-gpu02-r3-t1")));

    assertThat(both.newer(new AgentName("gpu01"))).isPresent();
    assertThat(both.newer(new AgentName("gpu02"))).isEmpty();
    assertThat(both.next(new AgentName("gpu01"), 9)).isEqualTo("losslessd-gpu01-r9-t2");
    assertThat(both.next(new AgentName("gpu02"), 4)).isEqualTo("losslessd-gpu02-r4-t1");
  }

  @Test
  void ofTwoInOneSecondExactlyOneIsRefused() throws IOException {
    set(ours, PORT, new Mtu(9216));
    set(theirs, PORT, new Mtu(9000));

    assertThat(ours.foreign()).hasSize(1);
    assertThat(theirs.foreign()).isEmpty();
  }

  @Test
  void anOpenCommitIsMarkedAndKeepsTheOtherFromSaving() throws IOException {
    set(ours, PORT, new Mtu(9216));
    assertThat(theirs.agents())
        .containsExactly(new OtherAgent("gpu01", "checkpoint", "losslessd-gpu01-open", Open.YES));

    assertThatThrownBy(theirs::save)
        .hasMessageContaining(
            "the agent of gpu01 has a commit open (checkpoint losslessd-gpu01-open)");
    assertThat(leaf.sent()).doesNotContain("copy running-config startup-config");
    ours.settled();

    assertThat(theirs.agents())
        .containsExactly(new OtherAgent("gpu01", "checkpoint", "losslessd-gpu01-r0-t1", Open.NO));
    theirs.save();
    assertThat(leaf.sent()).contains("copy running-config startup-config");
    assertThat(ours.agents()).as("the mark of the save is gone").isEmpty();
  }

  @Test
  void nothingIsWrittenWhileTheOtherSaves() throws IOException {
    assertThatThrownBy(() -> leaf.tell("foreign leaf1 end ; checkpoint losslessd-gpu02-saving"))
        .as("the switch says that it did")
        .hasMessageContaining("...Done");

    assertThatThrownBy(() -> set(ours, PORT, new Mtu(9216)))
        .hasMessageContaining("gpu02 saves the configuration (checkpoint losslessd-gpu02-saving)")
        .hasMessageContaining("'no checkpoint losslessd-gpu02-saving' on the switch");

    assertThat(leaf.state()).noneMatch(line -> line.contains("9216"));
    assertThat(theirs.agents()).as("the mark of the commit is gone").isEmpty();
    theirs.settled();
    set(ours, PORT, new Mtu(9216));
    assertThat(leaf.state()).anyMatch(line -> line.contains("9216"));
  }

  @Test
  void aMarkThatAKilledProcessHasLeftIsOursAndGoes() throws IOException {
    set(ours, PORT, new Mtu(9216));
    try (SwitchSession next = leaf.sessionOf("gpu01", revision::get)) {
      set(next, PORT, new Mtu(9100));
      next.settled();
    }

    assertThat(theirs.agents()).extracting(OtherAgent::open).containsExactly(Open.NO);
    set(ours, PORT, new Mtu(9000));
    ours.leave();
    assertThat(theirs.agents()).isEmpty();
  }

  @Test
  void aPolicyOfTheOtherIsNoneOfOursAndHoldsItsSettings() throws IOException {
    set(theirs, BOX, lossless(3));
    set(ours, PORT, new Mtu(9216));

    List<ForeignMark> marks = ours.foreign();

    assertThat(marks)
        .containsExactly(
            ForeignMark.on(
                BOX, SettingKind.LOSSLESS, "gpu02", "policy losslessd-gpu02-network-qos-1"));
    assertThat(ForeignMark.find(marks, new Key(BOX, SettingKind.LOSSLESS))).isPresent();
    assertThat(ForeignMark.find(marks, new Key(BOX, SettingKind.ETS))).isEmpty();
    ours.cleanUp();
    assertThat(leaf.state()).contains("policy-map type network-qos losslessd-gpu02-network-qos-1");
    set(ours, BOX, lossless(4));
    assertThat(ours.foreign()).isEmpty();
    set(ours, BOX, lossless(3));
    assertThat(leaf.state())
        .contains("  service-policy type network-qos losslessd-gpu02-network-qos-1");
  }

  @Test
  void aCommitRenamesNothingAndItsRevisionStandsInTheCheckpoint() throws IOException {
    for (int n = 0; n < 5; n++) {
      revision.set(n);
      set(ours, PORT, new Mtu(9000 + n));
    }
    set(ours, BOX, lossless(3));

    assertThat(leaf.sent())
        .contains("checkpoint losslessd-gpu01-r0-t1", "checkpoint losslessd-gpu01-r4-t1")
        .contains("no checkpoint losslessd-gpu01-r0-t1", "no checkpoint losslessd-gpu01-r1-t1")
        .doesNotContain("no checkpoint losslessd-gpu01-r2-t1");
    assertThat(leaf.state())
        .contains("  service-policy type network-qos losslessd-gpu01-network-qos-1");
  }

  @Test
  void whatAnEarlyReleaseHasLeftIsOursAndGoesWhenItIsReplaced() throws IOException {
    leaf.tell(
        "foreign leaf1 policy-map type network-qos losslessd-network-qos-1"
            + " ; class type network-qos c-8q-nq3 ; mtu 9216 ; pause pfc-cos 3");
    leaf.tell("foreign leaf1 system qos ; service-policy type network-qos losslessd-network-qos-1");

    assertThat(ours.foreign()).isEmpty();
    set(ours, PORT, new Mtu(9216));
    ours.cleanUp();
    assertThat(leaf.state()).contains("  service-policy type network-qos losslessd-network-qos-1");

    set(ours, BOX, lossless(4));
    assertThat(leaf.state())
        .contains("  service-policy type network-qos losslessd-gpu01-network-qos-1")
        .noneMatch(line -> line.contains("losslessd-network-qos"));
  }
}
