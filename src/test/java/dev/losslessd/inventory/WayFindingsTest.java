package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.PortId;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class WayFindingsTest {
  @Test
  void ofManyMembersThreeAreNamed() {
    TreeMap<PortId, String> ports = new TreeMap<>();
    for (int n = 1; n <= 5; n++) {
      ports.put(PortId.parse("leaf1:Ethernet1/" + n), "port-channel7");
    }

    Finding found = WayFindings.members(new DeviceId("leaf1"), ports);

    assertThat(found.rule()).isEqualTo(FindingRule.BUNDLE_MEMBER);
    assertThat(found.message())
        .contains("Ethernet1/3 (port-channel7) and 2 more;")
        .doesNotContain("Ethernet1/4");
  }

  @Test
  void aListenerThatStoppedIsAFindingOfTheDaemon() {
    Finding found = WayFindings.lapse("the thread that hears LLDP met a bug");

    assertThat(found.rule()).isEqualTo(FindingRule.LISTENER_STOPPED);
    assertThat(found.subject()).isEqualTo("losslessd");
  }
}
