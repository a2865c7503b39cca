package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import org.junit.jupiter.api.Test;

/** A member has the MTU of its port channel, whatever its own row says (sonic-swss, teammgr). */
class BundleMtuTest extends OnSonicLeaf {
  @Test
  void aMemberHasTheMtuOfItsPortChannelAndNoOtherCanBeSet() throws Exception {
    set("PORTCHANNEL_MEMBER|PortChannel12|Ethernet4", "NULL NULL");
    set("PORTCHANNEL_MEMBER|PortChannel13|Ethernet8", "NULL NULL");
    set("PORTCHANNEL|PortChannel12", "mtu 1600 admin_status up");
    set("PORT|Ethernet4", "mtu 9000");
    set("PORT|Ethernet8", "mtu 8000");

    try (SwitchSession session = leaf.session()) {
      Reading told = session.read(SonicLeaf.port(2)).reading(SettingKind.MTU);
      assertThat(told.inForce()).contains(new Mtu(1600));
      assertThat(told.text()).contains("of PortChannel12");
      Capability can = session.capabilities(SonicLeaf.port(2)).of(SettingKind.MTU);
      assertThat(can.access()).isEqualTo(Capability.Access.READ);
      assertThat(can.why()).contains("PortChannel12: set it there");

      assertThat(session.read(SonicLeaf.port(3)).reading(SettingKind.MTU).inForce())
          .contains(new Mtu(9100));
      assertThat(session.capabilities(SonicLeaf.port(1)).of(SettingKind.MTU).access())
          .isEqualTo(Capability.Access.WRITE);
    }
  }

  private void set(String row, String cells) throws Exception {
    leaf.foreign("sudo sonic-db-cli CONFIG_DB hset '" + row + "' " + cells);
  }
}
