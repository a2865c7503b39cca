package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.model.Unsaved;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * A switch with two ASICs: odd ports are in asic0, even ones in asic1, and each has a port to the
 * backplane.
 */
class SonicAsicsTest extends OnSonicLeaf {
  private static final Target FIRST = SonicLeaf.port(1);
  private static final Target SECOND = SonicLeaf.port(2);
  private static final Setting MAP = Wishes.map(Map.of(26, 3, 48, 6));

  private static List<Setting> wishes() {
    return List.of(
        SonicLeaf.THREE,
        SonicLeaf.shares(),
        Wishes.ecn(400_000, 1_600_000, 20),
        new Trust(Trust.Field.PCP),
        new Mtu(9000),
        new PfcWatchdog(true));
  }

  private List<String> of(String namespace) throws Exception {
    return leaf.cells(namespace + " ");
  }

  private void severalAsics() throws Exception {
    leaf.foreign("echo NUM_ASIC=2 > asic.conf ; sudo reboot");
  }

  @Test
  void eachSettingIsWrittenInTheNamespaceOfItsPortAndComesBack() throws Exception {
    severalAsics();
    try (SwitchSession session = leaf.session()) {
      assertThat(session.targets()).contains(FIRST, SECOND);
      List<String> found = leaf.state();
      for (Target port : List.of(FIRST, SECOND)) {
        String other = port.equals(FIRST) ? "asic1" : "asic0";
        List<String> untouched = of(other);
        List<Change> done = new ArrayList<>();
        for (Setting wanted : wishes()) {
          done.add(passes(session, port, wanted));
        }
        assertThat(of(other)).as(other).isEqualTo(untouched);
        assertThat(leaf.state()).isNotEqualTo(found);
        done.reversed().forEach(change -> session.apply(change.inverse()));
        session.cleanUp();
        assertThat(leaf.state()).isEqualTo(found);
      }
    }
    assertThat(leaf.sent())
        .anyMatch(line -> line.contains("\"path\":\"/asic1/PORT_QOS_MAP/Ethernet4/"))
        .anyMatch(
            line -> line.startsWith("sudo sonic-db-cli -n asic0 CONFIG_DB hset 'WRED_PROFILE"))
        .anyMatch(line -> line.startsWith("sudo config interface -n asic0 mtu Ethernet0 9000"))
        .anyMatch(line -> line.startsWith("sudo pfcwd start") && line.contains(" Ethernet4 "))
        .noneMatch(line -> line.contains("\"path\":\"/P"));
  }

  @Test
  void whatIsNotSavedIsToldOfEachNamespace() throws Exception {
    severalAsics();
    try (SwitchSession session = leaf.session()) {
      assertThat(session.unsaved(Set.of(FIRST)).isNothing()).isTrue();
      session.apply(SonicLeaf.change(session, FIRST, new Mtu(9000)));
      session.apply(SonicLeaf.change(session, SECOND, new Mtu(9000)));

      Unsaved told = session.unsaved(Set.of(FIRST));
      assertThat(told.ours())
          .containsExactly(
              "asic0: PORT: Ethernet0: + mtu 9000", "asic0: PORT: Ethernet0: - mtu 9100");
      assertThat(told.foreign()).hasSize(2).allMatch(l -> l.startsWith("asic1: PORT: Ethernet4"));
      session.save();
      assertThat(session.unsaved(Set.of(FIRST)).isNothing()).isTrue();
    }
  }

  /** Checks that a change reads back, and that applying it twice is the same as once. */
  private Change passes(SwitchSession session, Target port, Setting wanted) throws Exception {
    assertThat(session.capabilities(port).of(wanted.kind()).access())
        .isEqualTo(Capability.Access.WRITE);
    Change change = SonicLeaf.change(session, port, wanted);
    session.apply(change);
    assertThat(SonicLeaf.value(session, port, wanted))
        .as(change.text())
        .matches(change.after()::isMetBy);
    List<String> once = leaf.state();
    session.apply(change);
    assertThat(leaf.state()).as(change.text()).isEqualTo(once);
    return change;
  }

  @Test
  void theMapOfTheSwitchIsSetInEveryAsicAndComesBackInEach() throws Exception {
    severalAsics();
    try (SwitchSession session = leaf.session()) {
      List<String> found = leaf.state();

      Change change = passes(session, SonicLeaf.box(), MAP);

      assertThat(leaf.state())
          .contains("asic0 DSCP_TO_TC_MAP|AZURE 26=3", "asic1 DSCP_TO_TC_MAP|AZURE 26=3");
      assertThat(session.read(SECOND).inForce(SettingKind.DSCP_MAP)).contains(change.after());
      session.apply(change.inverse());
      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @Test
  void mapsThatDifferAreToldAndNeitherIsWrittenOver() throws Exception {
    severalAsics();
    leaf.foreign("sudo sonic-db-cli -n asic1 CONFIG_DB hset 'DSCP_TO_TC_MAP|AZURE' 26 3");
    try (SwitchSession session = leaf.session()) {
      Reading map = session.read(SonicLeaf.box()).reading(SettingKind.DSCP_MAP);

      assertThat(map.inForce()).isEmpty();
      assertThat(map.text())
          .contains("the DSCP map of asic0 is not that of asic1: make them alike by hand first");
      assertThat(session.read(FIRST).inForce(SettingKind.DSCP_MAP))
          .isNotEqualTo(session.read(SECOND).inForce(SettingKind.DSCP_MAP));
    }
  }

  @Test
  void whatOneAsicRefusesIsTakenBackInTheOther() throws Exception {
    severalAsics();
    // a reference to nothing, which every patch of asic1 fails on
    leaf.foreign("sudo sonic-db-cli -n asic1 CONFIG_DB hset 'QUEUE|Ethernet4|6' scheduler nobody");
    List<String> found = leaf.state();
    try (SwitchSession session = leaf.session()) {
      Change change = SonicLeaf.change(session, SonicLeaf.box(), MAP);

      assertThatThrownBy(() -> session.apply(change))
          .isInstanceOfSatisfying(
              DeviceException.class,
              e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.REFUSED))
          .hasMessageContaining("Failed to apply patch");

      assertThat(leaf.state()).isEqualTo(found);
    }
  }

  @Test
  void aLieInOneNamespaceIsSeenByReadingBack() throws Exception {
    severalAsics();
    try (SwitchSession session = leaf.session()) {
      leaf.tell("lie leaf1 pfc");

      session.apply(SonicLeaf.change(session, SECOND, SonicLeaf.THREE));

      assertThat(SonicLeaf.value(session, SECOND, Pfc.OFF))
          .isEqualTo(new Pfc(PrioritySet.of(3, 4)));
    } finally {
      leaf.tell("clear leaf1");
    }
  }

  @Test
  void queuesOfAChassisAreReadOnlyAndTheRestIsNot() throws Exception {
    severalAsics();
    leaf.foreign(
        "sudo sonic-db-cli -n asic1 CONFIG_DB hset 'DEVICE_METADATA|localhost' switch_type voq");
    try (SwitchSession session = leaf.session()) {
      for (SettingKind kind : List.of(SettingKind.ETS, SettingKind.ECN)) {
        assertThat(session.capabilities(SECOND).of(kind).access())
            .isEqualTo(Capability.Access.READ);
        assertThat(session.capabilities(FIRST).of(kind).access())
            .isEqualTo(Capability.Access.WRITE);
      }
      assertThat(session.capabilities(SECOND).of(SettingKind.PFC).access())
          .isEqualTo(Capability.Access.WRITE);
    }
  }

  @Test
  void countersOfEachNamespaceAreSwept() throws Exception {
    severalAsics();
    try (SwitchSession session = leaf.session()) {
      assertThat(session.queues().sweep(List.of(SonicLeaf.id(1), SonicLeaf.id(2)), 1, 2))
          .extracting(Sweep::port)
          .containsExactlyInAnyOrder(SonicLeaf.id(1), SonicLeaf.id(2));
      assertThat(session.missingPermissions()).isEmpty();
    }
  }

  @Test
  void theSwitchRefusesAPatchThatNamesNoAsic() throws Exception {
    severalAsics();
    List<String> found = leaf.state();

    String patch =
        "echo '[{\"op\":\"replace\",\"path\":\"/PORT_QOS_MAP/Ethernet0/pfc_enable\",\"value\":\"3\"}]'"
            + " > p.json ; sudo config apply-patch p.json";

    assertThatThrownBy(() -> leaf.foreign(patch))
        .hasMessageContaining("Multi ASIC must have namespace prefix in path");
    assertThatThrownBy(() -> leaf.foreign("sudo config interface mtu Ethernet0 1500"))
        .hasMessageContaining("Missing option \"-n\"");
    assertThat(leaf.state()).isEqualTo(found);
  }
}
