package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.OnLeaf;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.driver.Transcript;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Change;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NxosSessionTest extends OnLeaf {
  private static final Target PORT = Target.port(new PortId(FabricLeaf.ID, "Ethernet1/1"));

  /** Somebody has set this box up by hand, with names and units of their own. */
  private static final String SITE = Transcript.site(SwitchSystem.NXOS);

  NxosSessionTest() {
    super(SwitchSystem.NXOS, new NxosDriver(), PORT);
  }

  @Test
  void aBareSwitchReadsAsItsDefaults() {
    assertThat(session.targets()).startsWith(BOX, PORT).hasSize(5);
    assertThat(value(BOX, Lossless.NONE)).isEqualTo(Lossless.NONE);
    assertThat(value(BOX, Ecn.OFF)).isEqualTo(Ecn.OFF);
    assertThat(value(BOX, DscpMap.EMPTY)).isEqualTo(DscpMap.EMPTY);
    assertThat(value(PORT, Pfc.OFF)).isEqualTo(Pfc.OFF);
    assertThat(value(PORT, new Mtu(1500))).isEqualTo(new Mtu(1500));
    assertThat(value(PORT, Wishes.dscp())).isEqualTo(new Trust(Trust.Field.PCP));
  }

  @Test
  void policiesOfOthersAreNeverEditedOrDeleted() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);

    try (SwitchSession one = fresh()) {
      for (var step : steps()) {
        one.apply(change(step.getKey(), step.getValue()));
      }
    }

    assertThat(leaf.sent())
        .noneMatch(line -> line.matches("(no )?(policy-map|class-map) .*(SITE|STORAGE).*"))
        .contains("checkpoint losslessd-r12-r0-t1")
        .doesNotContain("copy running-config startup-config");
  }

  @Test
  void aRefusedLineIsToldAndUndone() throws IOException {
    List<String> before = leaf.state();
    leaf.tell("refuse leaf1 service-policy type network-qos losslessd-r12-network-qos-1");
    Change change = change(BOX, new Lossless(PrioritySet.of(3)));

    assertThatThrownBy(() -> session.apply(change))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("Resource not available");
    assertThat(leaf.state()).isEqualTo(before);
    assertThat(leaf.sent().getLast()).isEqualTo("end");
  }

  @Test
  void pfcOutsideTheLosslessSetIsRefused() throws IOException {
    leaf.tell("foreign leaf1 " + SITE);
    Change change = change(PORT, new Pfc(PrioritySet.of(3, 4)));

    assertThatThrownBy(() -> session.apply(change))
        .hasMessageContaining("one lossless set for all ports");
    assertThat(leaf.sent()).doesNotContain("configure terminal");
  }

  @Test
  void hostileNamesAreNeverSent() throws IOException {
    Target hostile = Target.port(new PortId(FabricLeaf.ID, "Ethernet1/1:reload"));

    assertThatThrownBy(() -> session.read(hostile)).hasMessageContaining("no such interface");
    assertThat(leaf.sent()).noneMatch(line -> line.contains("reload"));
  }

  @Test
  void savingIsAStepOfItsOwn() throws IOException {
    session.save();

    assertThat(leaf.sent()).contains("copy running-config startup-config");
  }

  static List<Map.Entry<Target, Setting>> steps() {
    return List.of(
        Map.entry(BOX, new Lossless(PrioritySet.of(4))),
        Map.entry(PORT, new Pfc(PrioritySet.of(4))),
        Map.entry(PORT, Pfc.OFF),
        Map.entry(PORT, new GlobalPause(false, true)),
        Map.entry(PORT, new Mtu(9000)),
        Map.entry(BOX, Wishes.shares()),
        Map.entry(BOX, Wishes.ecn()),
        Map.entry(BOX, new PfcWatchdog(true)),
        Map.entry(PORT, new PfcWatchdog(true)),
        Map.entry(PORT, Wishes.dscp()),
        Map.entry(BOX, Wishes.map(Map.of(26, 4, 27, 4, 48, 6))),
        Map.entry(BOX, Wishes.map(Map.of(26, 3, 48, 6))));
  }
}
