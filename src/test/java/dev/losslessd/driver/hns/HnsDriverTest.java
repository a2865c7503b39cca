package dev.losslessd.driver.hns;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.DriverContract;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.SettingKind;
import org.junit.jupiter.api.Test;

class HnsDriverTest extends DriverContract {
  private static final String HW = "sys/class/infiniband/hns_0/ports/1/hw_counters/";

  private final HnsDriver driver = new HnsDriver();

  @Override
  protected NicDriver driver() {
    return driver;
  }

  @Override
  protected void build(HostTree host) {
    dcb.mode = 0x09;
    ethtool.driver = "hns3";
    host.function(PCI, "hns3", 0).netdev(NETDEV, PCI).rdma("hns_0", PCI, "Ethernet");
    host.file(HW + "tx_cnp_pkt", "3").file(HW + "rx_rc_pkt", "9");
    ethtool.stats.put("mac_tx_pfc_pri3_pkt_num", 8L);
    ethtool.stats.put("mac_tx_pfc_pri3_xoff_time", 7L);
    ethtool.stats.put("mac_rx_mac_pause_num", 2L);
  }

  @Test
  void algorithmsWithoutUnitsAreNotSet() {
    Capability dcqcn = session.capabilities(target()).of(SettingKind.DCQCN);

    assertThat(dcqcn.access()).isEqualTo(Capability.Access.NONE);
    assertThat(dcqcn.why()).contains("/sys/kernel/debug/hns_roce/" + PCI + "/{dcqcn");
  }

  @Test
  void aTimeWithoutAUnitIsNotTaken() {
    assertThat(session.sweeper(nic.port()).sweep(0, 0).schema().counters())
        .extracting(Counter::rawName)
        .containsExactly(
            "mac_tx_pfc_pri3_pkt_num",
            "mac_rx_mac_pause_num",
            "rx_packets",
            "tx_dropped",
            "tx_cnp_pkt",
            "rx_rc_pkt");
    assertThat(HnsCounters.ALL.knows(Origin.ETHTOOL, "mac_tx_pfc_pri3_xoff_time")).isTrue();
    assertThat(HnsCounters.ALL.knows(Origin.ETHTOOL, "mac_tx_new_thing")).isFalse();
  }
}
