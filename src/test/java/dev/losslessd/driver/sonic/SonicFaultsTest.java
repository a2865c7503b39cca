package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceException.Kind;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Change;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A switch that refuses, lies, breaks off, or belongs to another. */
class SonicFaultsTest extends OnSonicLeaf {
  private static void refused(SwitchSession session, Change change, String words) {
    assertThatThrownBy(() -> session.apply(change))
        .isInstanceOfSatisfying(
            DeviceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.REFUSED))
        .hasMessageContaining(words);
  }

  @Test
  void aRefusedPatchLeavesNothingOfTheChange() throws Exception {
    try (SwitchSession session = leaf.session()) {
      List<String> found = leaf.state();
      leaf.tell("refuse leaf1 config apply-patch 1");
      Change change =
          SonicLeaf.change(session, SonicLeaf.port(1), Wishes.ecn(400_000, 1_600_000, 20));
      refused(session, change, "Unable to connect to redis");
      assertThat(leaf.state()).isEqualTo(found);
      session.apply(change);
      assertThat(SonicLeaf.value(session, SonicLeaf.port(1), Ecn.OFF)).isEqualTo(change.after());
    }
  }

  @Test
  void aCheckpointIsTakenBeforeTheFirstWriteAndOnlyOnce() throws Exception {
    try (SwitchSession session = leaf.session()) {
      List<String> found = leaf.state();
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), SonicLeaf.THREE));
      session.apply(SonicLeaf.change(session, SonicLeaf.port(2), SonicLeaf.THREE));
      assertThat(leaf.sent().stream().filter(line -> !line.startsWith("show ")))
          .startsWith(
              "sudo config list-checkpoints </dev/null",
              "sudo config checkpoint losslessd-r12-r0 </dev/null")
          .filteredOn(line -> line.contains("config checkpoint"))
          .hasSize(1);
      leaf.foreign("sudo config rollback losslessd-r12-r0");
      assertThat(leaf.state()).isEqualTo(found);
    }
    try (SwitchSession again = leaf.session()) {
      leaf.tell("log leaf1 clear");
      again.apply(SonicLeaf.change(again, SonicLeaf.port(1), SonicLeaf.THREE));
      assertThat(leaf.sent()).noneMatch(line -> line.contains("config checkpoint"));
    }
  }

  @Test
  void aSecondWriterIsRefusedByItsMark() throws Exception {
    leaf.foreign("sudo config checkpoint losslessd-other-7");
    try (SwitchSession session = leaf.session()) {
      List<String> found = leaf.state();
      Change change = SonicLeaf.change(session, SonicLeaf.port(1), SonicLeaf.THREE);
      refused(session, change, "losslessd-other-7, the mark of another losslessd");
      assertThat(leaf.state()).isEqualTo(found);
      leaf.foreign("sudo config delete-checkpoint losslessd-other-7");
      session.apply(change);
    }
  }

  @Test
  void anAccountWithoutSudoIsToldBefore() throws Exception {
    try (SwitchSession admin = leaf.session();
        SwitchSession observer = leaf.session("observer")) {
      assertThat(admin.missingPermissions()).isEmpty();
      assertThat(observer.missingPermissions())
          .singleElement()
          .asString()
          .contains("sudo config list-checkpoints", "observer", "not in the sudoers file");
      leaf.tell("forbid leaf1 config checkpoint");
      List<String> found = leaf.state();
      Change change = SonicLeaf.change(admin, SonicLeaf.port(1), SonicLeaf.THREE);
      refused(admin, change, "is not allowed to execute");
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @Test
  void onlyWhatIsSavedOutlivesAReboot() throws Exception {
    try (SwitchSession session = leaf.session()) {
      session.apply(SonicLeaf.change(session, SonicLeaf.port(1), SonicLeaf.THREE));
      session.save();
      session.apply(SonicLeaf.change(session, SonicLeaf.port(2), SonicLeaf.THREE));
      leaf.foreign("sudo reboot");
      assertThat(SonicLeaf.value(session, SonicLeaf.port(1), Pfc.OFF)).isEqualTo(SonicLeaf.THREE);
      assertThat(SonicLeaf.value(session, SonicLeaf.port(2), Pfc.OFF))
          .isEqualTo(new Pfc(PrioritySet.of(3, 4)));
      assertThat(leaf.sent()).contains("sudo config save -y </dev/null");
    }
  }

  @Test
  void hostileNamesAndWordsAreNeverSent() throws Exception {
    try (SwitchSession session = leaf.session()) {
      Target hostile = Target.port(new PortId(SonicLeaf.ID, "Ethernet0:reboot"));
      assertThatThrownBy(() -> session.read(hostile)).hasMessageContaining("no such port");
      for (String words :
          List.of(
              "PORT_QOS_MAP|Ethernet0 pfc_enable='$(reboot)'",
              "PORT_QOS_MAP|Ethernet4 pfc_enable=3",
              "PORT|Ethernet0 admin_status=down",
              "reboot")) {
        Change worded =
            new Change(SonicLeaf.port(1), Pfc.OFF, SonicLeaf.THREE, "", words, List.of(), Set.of());
        assertThatThrownBy(() -> session.apply(worded)).hasMessageContaining("no cell");
      }
      assertThat(leaf.sent()).allMatch(line -> line.startsWith("show "));
    }
  }

  @Test
  void wordsThatAreNotTheValueAreRefused() throws Exception {
    try (SwitchSession session = leaf.session()) {
      Change worded =
          new Change(
              SonicLeaf.port(1),
              Pfc.OFF,
              SonicLeaf.THREE,
              "",
              "PORT_QOS_MAP|Ethernet0 pfc_enable=3,4",
              List.of(),
              Set.of());
      assertThatThrownBy(() -> session.apply(worded)).hasMessageContaining("would be 3,4");
    }
  }
}
