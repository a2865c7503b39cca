package dev.losslessd.driver.hns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.CatalogueNames;
import dev.losslessd.driver.DriverContract;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Ets.Selection;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.util.Arrays;
import java.util.List;
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

  /** hns3 has no class without a share. */
  @Override
  protected List<Setting> samples() {
    return super.samples().stream()
        .map(one ->
            one instanceof Ets
                ? new Ets(
                    List.of(
                        Selection.ETS,
                        Selection.ETS,
                        Selection.ETS,
                        Selection.ETS,
                        Selection.ETS,
                        Selection.ETS,
                        Selection.STRICT,
                        Selection.ETS),
                    List.of(30, 0, 0, 70, 0, 0, 0, 0),
                    List.of(0, 0, 0, 3, 0, 0, 6, 0))
                : one)
        .toList();
  }

  /** The rule is that of hclge_ets_sch_mode_validate. */
  @Test
  void aClassWithoutPrioritiesIsWrittenAsStrictAndAShareOfZeroNotAtAll() {
    Ets wanted = (Ets) samples().stream().filter(Ets.class::isInstance).findFirst().orElseThrow();
    session.apply(change(wanted));

    assertThat(Arrays.copyOfRange(dcb.ets, 19, 27)).containsExactly(2, 0, 0, 2, 0, 0, 0, 0);
    Ets none =
        new Ets(wanted.selection(), List.of(100, 0, 0, 0, 0, 0, 0, 0), wanted.classOfPriority());
    assertThatThrownBy(() -> session.apply(change(none)))
        .hasMessageContaining("class 3 has a share of 0, expected 1..100");
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
    assertThat(
            new CatalogueNames(HnsCounters.ALL).knows(Origin.ETHTOOL, "mac_tx_pfc_pri3_xoff_time"))
        .isTrue();
    assertThat(new CatalogueNames(HnsCounters.ALL).knows(Origin.ETHTOOL, "mac_tx_new_thing"))
        .isFalse();
  }
}
