package dev.losslessd.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The tour with leaves of each system that is written. */
@SystemGroup
@Timeout(900)
class DemoSystemsTest {
  @Test
  void onePolicyLandsOnLeavesOfEverySystemAndComesBack() throws Exception {
    assertThat(DemoTour.run("--os", "nxos,eos,nvue,sonic,junos"))
        .contains("leaf1 itself: Ethernet1/1 has priority-flow-control mode on")
        .contains("leaf2 itself: Ethernet1 has priority-flow-control on")
        .contains("leaf3 itself: swp1 has nv set interface swp1 qos pfc profile ROCE")
        .contains("leaf4 itself: Ethernet0 has PORT_QOS_MAP|Ethernet0 pfc_enable=3")
        .contains("leaf5 itself: et-0/0/0 has set class-of-service interfaces et-0/0/0")
        .contains("leaf5:et-0/0/0 pfc: the device said yes and shows 3")
        .contains("every step did what it says");
  }
}
