package dev.losslessd.driver.onyx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.OnWatchedLeaf;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The driver with a switch of the fabric. */
class OnyxOnFabricTest extends OnWatchedLeaf {
  private static final PortId PORT_ID = new PortId(FabricLeaf.ID, "Eth1/1");

  OnyxOnFabricTest() {
    super(SwitchSystem.ONYX, new OnyxDriver(), Target.port(PORT_ID));
  }

  @Override
  protected String byHand() {
    return super.byHand()
        + " ; traffic pool roce type lossless ; traffic pool roce memory percent 50.00"
        + " ; traffic pool roce map switch-priority 3";
  }

  @Override
  protected Map<SettingKind, String> read() {
    return Map.of(
        SettingKind.PFC, "3",
        SettingKind.TRUST, "dscp",
        SettingKind.DSCP_MAP, "0-7->0 ",
        SettingKind.ETS, "tc0=",
        SettingKind.ECN, "",
        SettingKind.GLOBAL_PAUSE, "rx",
        SettingKind.MTU, "9216",
        SettingKind.PFC_WATCHDOG, "");
  }

  @Override
  protected String reads() {
    return "enable|no cli session paging enable|show .*";
  }

  @Override
  protected boolean serves(String rawName) {
    return !rawName.startsWith("dot3");
  }

  @Test
  void thePrioritiesAreThoseOfTheWholeSwitchWhileItsPfcIsOn() throws IOException {
    leaf.tell("foreign leaf1 " + byHand());

    assertThat(value(BOX, Lossless.NONE)).isEqualTo(new Lossless(PrioritySet.of(3)));
    assertThat(reading(BOX, SettingKind.LOSSLESS).text()).contains("pool roce for 3");

    leaf.tell("foreign leaf1 no dcb priority-flow-control enable force");
    assertThat(value(BOX, Lossless.NONE)).isEqualTo(Lossless.NONE);
    assertThat(reading(Target.port(PORT_ID), SettingKind.PFC).text())
        .isEqualTo("none (oper Disabled)");
  }

  @Test
  void thePortsQueuesTellTheirMarksAndDrops() throws IOException {
    leaf.tell("foreign leaf1 " + byHand());

    Sweep sweep = session.queues().sweep(List.of(PORT_ID), 1_000, 2_000).getFirst();

    assertThat(sweep.has(column(sweep, Signal.PRIORITY_MARKED, 3))).isTrue();
  }

  @Test
  void anOlderReleaseTellsItsPrioritiesInItsTextAlone() throws IOException {
    FabricLeaf old = leaf.beside(new DeviceId("leaf2"));
    old.tell("reset leaf2");
    old.tell("foreign leaf2 dcb priority-flow-control enable");
    old.tell("foreign leaf2 dcb priority-flow-control priority 4 enable");
    old.tell("foreign leaf2 interface ethernet 1/2 dcb priority-flow-control mode on force");

    try (SwitchSession session = old.session("admin")) {
      var box = session.read(new Target.Device(old.id()));
      var port = session.read(Target.port(new PortId(old.id(), "Eth1/2")));

      assertThat(box.reading(SettingKind.LOSSLESS).text()).isEqualTo("4");
      assertThat(port.reading(SettingKind.PFC).text()).isEqualTo("4");
    }
    assertThat(old.sent()).contains("show dcb priority-flow-control");
    assertRefused("leaf2", "traffic pool roce type lossless");
  }

  @Test
  void theFakeRefusesWhatItDoesNotKnowAndPfcBesidePause() throws IOException {
    assertRefused("leaf1", "roce lossless");
    assertRefused("leaf1", "interface ethernet 1/99 mtu 9216");
    assertRefused("leaf1", "interface ethernet 1/1 mtu 99999");
    leaf.tell("foreign leaf1 interface ethernet 1/1 flowcontrol send on force");
    assertRefused("leaf1", "interface ethernet 1/1 dcb priority-flow-control mode on");
  }

  @Test
  void aRebootLeavesWhatWasSaved() throws IOException {
    leaf.tell("foreign leaf1 " + byHand());
    List<String> saved = leaf.state();
    leaf.tell("foreign leaf1 configuration write");
    leaf.tell("foreign leaf1 no dcb priority-flow-control enable force");

    leaf.tell("reboot leaf1");

    assertThat(leaf.state()).isEqualTo(saved);
  }

  private void assertRefused(String name, String line) {
    assertThatThrownBy(() -> leaf.tell("foreign " + name + " " + line))
        .hasMessageContaining(name + " says: %");
  }
}
