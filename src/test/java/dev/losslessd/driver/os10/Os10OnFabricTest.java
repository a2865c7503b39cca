package dev.losslessd.driver.os10;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.OnWatchedLeaf;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The driver with a switch of the fabric. */
class Os10OnFabricTest extends OnWatchedLeaf {
  private static final Target PORT = Target.port(new PortId(FabricLeaf.ID, "ethernet1/1/1"));

  Os10OnFabricTest() {
    super(SwitchSystem.OS10, new Os10Driver(), PORT);
  }

  @Override
  protected Map<SettingKind, String> read() {
    return Map.of(
        SettingKind.PFC, "3",
        SettingKind.TRUST, "pcp",
        SettingKind.DSCP_MAP, "",
        SettingKind.ETS, "tc0=45%",
        SettingKind.ECN, "3=150KB..1500KB@100%",
        SettingKind.GLOBAL_PAUSE, "tx",
        SettingKind.MTU, "9184",
        SettingKind.PFC_WATCHDOG, "");
  }

  @Override
  protected String reads() {
    return "terminal length 0|show .*";
  }

  @Override
  protected boolean serves(String rawName) {
    return !rawName.startsWith("dot3");
  }

  @Test
  void pauseThatComesBackAfterARebootIsSeen() throws IOException {
    assertThat(value(PORT, GlobalPause.OFF)).isEqualTo(GlobalPause.OFF);
    leaf.tell("reboot leaf1");

    assertThat(value(PORT, GlobalPause.OFF)).isEqualTo(new GlobalPause(true, true));
  }

  @Test
  void theFakeRefusesWhatItDoesNotKnowAndWhatIsInUse() throws IOException {
    leaf.tell("foreign leaf1 " + byHand());

    for (String line :
        List.of(
            "priority-flow-control watchdog",
            "interface ethernet1/1/99",
            "interface ethernet1/1/2 ; service-policy input type network-qos NONE",
            "interface ethernet1/1/2 ; mtu 9217",
            "no policy-map type network-qos PFC",
            "no class-map type queuing Q3",
            "no wred MARKS")) {
      assertThatThrownBy(() -> leaf.tell("foreign leaf1 " + line))
          .as(line)
          .hasMessageContaining("leaf1 says: % Error");
    }
  }

  @Test
  void theGuidesUndoLeavesNothing() throws IOException {
    List<String> before = leaf.state();
    leaf.tell("foreign leaf1 " + byHand());

    leaf.tell(
        "foreign leaf1 "
            + String.join(
                " ; ",
                "interface ethernet1/1/1",
                "no priority-flow-control",
                "no ets",
                "no service-policy input type network-qos PFC",
                "no service-policy output type queuing SHARES",
                "no qos-map traffic-class",
                "no mtu",
                "no flowcontrol transmit",
                "system qos",
                "no trust-map dot1p",
                "no ets",
                "no policy-map type queuing SHARES",
                "no class-map type queuing Q0",
                "no class-map type queuing Q3",
                "no qos-map traffic-class QUEUES",
                "no trust dot1p-map SITE",
                "no policy-map type network-qos PFC",
                "no class-map type network-qos COS3"));

    List<String> left = new ArrayList<>(leaf.state());
    left.removeAll(before);
    assertThat(left)
        .as("no source has the undo of wred")
        .allMatch(line -> line.matches("wred MARKS| random-detect .*|system qos"));
  }
}
