package dev.losslessd.driver.bnxt;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.CapturedNames;
import dev.losslessd.driver.CatalogueNames;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DriverContract;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.model.Change;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.transport.Errno;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A port under the inbox driver of Linux 7.2; two entries of one DSCP are both kept. */
class BnxtDriverTest extends DriverContract {
  private static final String CC = "sys/kernel/debug/bnxt_re/" + PCI + "/cc_config/";
  private static final String HW = "sys/class/infiniband/bnxt_re0/ports/1/hw_counters/";

  private final BnxtDriver driver = new BnxtDriver();

  @Override
  protected NicDriver driver() {
    return driver;
  }

  @Override
  protected void build(HostTree host) {
    dcb.addReplaces = false;
    dcb.mode = 0x09;
    ethtool.driver = "bnxt_en";
    host.function(PCI, "bnxt_en", 0).netdev(NETDEV, PCI).rdma("bnxt_re0", PCI, "Ethernet");
    host.file(CC + "enable_cc", "1")
        .file(CC + "alt_vlan_dscp", "48")
        .file(CC + "alt_vlan_pcp", "7");
    host.file(HW + "np_cnp_pkts", "4").file(HW + "rx_roce_discards", "2");
    host.file(HW + "active_qps", "11");
    ethtool.stats.put("rx_pfc_ena_frames_pri3", 8L);
    ethtool.stats.put("pfc_pri3_tx_duration_us", 9L);
    ethtool.stats.put("rx_discard_packets_cos3", 5L);
    ethtool.stats.put("tx_pause_frames", 10L);
  }

  /** With EINVAL it is tried once more. */
  @Override
  protected int refusal() {
    return Errno.EIO;
  }

  @Override
  protected List<Setting> samples() {
    List<Setting> samples = new ArrayList<>(super.samples());
    samples.add(
        new Dcqcn(
            PrioritySet.NONE,
            Map.of(DcqcnParameter.CNP_DSCP, 46L, DcqcnParameter.CNP_PRIORITY, 6L)));
    return samples;
  }

  /** bnxt_dcbnl_ieee_getets and bnxt_dcbnl_ieee_getpfc in host mode, right after a load. */
  @Test
  void whatIsShownBeforeTheFirstWriteIsUnknownAndNoScheduleIsWrittenInSilence() {
    dcb.etsFirst = true;
    Arrays.fill(dcb.ets, 2, 59, (byte) 0);

    assertThat(session.read(target()).reading(SettingKind.ETS))
        .isEqualTo(new Reading.Staged(null, FirstWrite.ONE_CLASS, Reading.Event.WRITE, ""));
    assertThat(session.read(target()).reading(SettingKind.PFC))
        .isEqualTo(new Reading.Staged(null, Pfc.OFF, Reading.Event.WRITE, ""));
    assertThat(session.capabilities(target()).of(SettingKind.ETS).risks())
        .contains(Risk.NOT_TOLD_BEFORE);
    Change pfc =
        new Change(target(), Pfc.OFF, new Pfc(PrioritySet.of(3)), List.of(nic.port()), Set.of());
    assertThatThrownBy(() -> session.apply(pfc)).hasMessageEndingWith("set ets first");
    assertThat(gate).isEmpty();

    Ets even = Ets.even(PrioritySet.of(3));
    session.apply(new Change(target(), FirstWrite.ONE_CLASS, even, List.of(), Set.of()));
    session.apply(pfc);

    assertThat(inForce(SettingKind.ETS)).isEqualTo(even);
    assertThat(inForce(SettingKind.PFC)).isEqualTo(new Pfc(PrioritySet.of(3)));
    assertThat(session.capabilities(target()).of(SettingKind.ETS).risks())
        .doesNotContain(Risk.NOT_TOLD_BEFORE);
  }

  /** bnxt_hwrm_queue_pfc_cfg counts classes against max_lltc, which is what pfc_cap tells. */
  @Test
  void pfcIsLimitedByClassesAndNotByPriorities() {
    dcb.pfc[0] = 1;
    Ets shared =
        new Ets(
            samples(Ets.class).selection(),
            List.of(30, 0, 0, 70, 0, 0, 0, 0),
            List.of(0, 0, 0, 3, 3, 3, 0, 0));
    session.apply(change(shared));

    session.apply(change(new Pfc(PrioritySet.of(3, 4, 5))));

    assertThat(inForce(SettingKind.PFC)).isEqualTo(new Pfc(PrioritySet.of(3, 4, 5)));
    assertThatThrownBy(() -> session.apply(change(new Pfc(PrioritySet.of(0, 3)))))
        .hasMessageEndingWith("pfc 0,3: in 2 traffic classes, the NIC can do 1");
  }

  private Ets samples(Class<Ets> kind) {
    return samples().stream().filter(kind::isInstance).map(kind::cast).findFirst().orElseThrow();
  }

  /** The rule is that of bnxt_ets_validate. */
  @Test
  void sharesThatStarveAClassAreRefusedBeforeTheyAreWritten() {
    Ets starving =
        new Ets(
            Collections.nCopies(8, Ets.Selection.ETS),
            List.of(30, 0, 70, 0, 0, 0, 0, 0),
            List.of(0, 0, 0, 3, 0, 0, 0, 0));

    assertThatThrownBy(() -> session.apply(change(starving)))
        .hasMessageContaining("that of class 1 is; expected strict there, or a share");
    assertThat(gate).isEmpty();
  }

  @Test
  void thereIsOneSwitchForThePort() {
    assertThatThrownBy(() -> session.apply(change(new Dcqcn(PrioritySet.of(3), Map.of()))))
        .isInstanceOf(DeviceException.class)
        .hasMessage(
            "node7:ens2f0np0 dcqcn enabled=3: bnxt has one switch for the port, expected none or"
                + " 0,1,2,3,4,5,6,7");
    assertThat(gate).isEmpty();
  }

  @Test
  void aParameterOfAnotherVendorIsUnsupported() {
    assertThatThrownBy(
            () -> session.apply(change(new Dcqcn(null, Map.of(DcqcnParameter.AI_RATE, 20L)))))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED));
    assertThat(gate).isEmpty();
  }

  @Test
  void anAgentOfTheFirmwareIsNamedWithItsSwitch() {
    dcb.mode = 0x0a;

    assertThatThrownBy(() -> session.apply(change(new Pfc(PrioritySet.of(3)))))
        .hasMessageContaining("lld-managed ieee (0x0a)")
        .hasMessageContaining("niccli");
    assertThat(gate).isEmpty();
  }

  @Test
  void aPriorityOfCnpsThatOnlyMlx5HasIsRefusedInThePlan() {
    Setting copied = new Dcqcn(null, Map.of(DcqcnParameter.CNP_PRIORITY, 8L));
    String why = "dcqcn cnpPriority=8, expected 0..7: bnxt sends CNPs of one priority here";

    assertThat(session.capabilities(target()).of(SettingKind.DCQCN).limit().refusal(copied))
        .contains(why);
    assertThatThrownBy(() -> session.apply(change(copied))).hasMessageEndingWith(why);
    assertThat(gate).isEmpty();
  }

  @Test
  void garbageInAParameterIsUnread() {
    tree.file(CC + "alt_vlan_dscp", "many");

    assertThat(session.read(target()).reading(SettingKind.DCQCN))
        .isInstanceOf(Reading.Unread.class);
  }

  /** bnxt_dcbnl_ieee_setets keeps 8 for each priority when the firmware refuses the first write. */
  @Test
  void afterARefusedFirstWriteOnlyEtsIsUnreadAndCanBeWritten() {
    Arrays.fill(dcb.ets, 27, 35, (byte) 8);

    assertThat(session.read(target()).reading(SettingKind.ETS)).isInstanceOf(Reading.Unread.class);
    assertThat(session.read(target()).reading(SettingKind.PFC)).isInstanceOf(Reading.Value.class);
    Ets wanted = (Ets) samples().stream().filter(Ets.class::isInstance).findFirst().orElseThrow();
    session.apply(new Change(target(), wanted, wanted, List.of(), Set.of()));
    assertThat(session.read(target()).reading(SettingKind.ETS).standing()).contains(wanted);
  }

  @Test
  void countersHaveMeanings() {
    Sweep sweep = session.sweeper(nic.port()).sweep(0, 0);

    assertThat(sweep.schema().counters())
        .extracting(Counter::rawName)
        .containsExactly(
            "rx_pfc_ena_frames_pri3",
            "pfc_pri3_tx_duration_us",
            "rx_discard_packets_cos3",
            "tx_pause_frames",
            "rx_packets",
            "tx_dropped",
            "np_cnp_pkts",
            "rx_roce_discards",
            "active_qps");
    assertThat(sweep.schema().counters().get(1).signal()).isEqualTo(Signal.PFC_PAUSE_TIME);
    assertThat(sweep.schema().counters().get(7).signal()).isEqualTo(Signal.RDMA_DISCARDS);
    assertThat(sweep.value(6)).isEqualTo(4);
    // a class of the hardware, which is no priority
    assertThat(sweep.value(2)).isEqualTo(5);
    assertThat(sweep.schema().counters().get(2).whyNot()).startsWith("queues of the hardware");
  }

  /** bnxt_port_stats_arr and bnxt_port_stats_ext_arr of Linux 6.12: a card shows what it has. */
  @Test
  void everyNameOfTheKernelsSourceIsTakenOrPassedOver() throws Exception {
    try (InputStream names = BnxtDriverTest.class.getResourceAsStream("names-6.12.txt")) {
      assertThat(new String(requireNonNull(names).readAllBytes(), StandardCharsets.UTF_8).lines())
          .hasSize(91)
          .allMatch(name -> new CatalogueNames(BnxtCounters.ALL).knows(Origin.ETHTOOL, name));
    }
  }

  @Test
  void everyNameOfARealCardIsTakenOrPassedOver() throws Exception {
    String lists = "counter-names/";
    assertThat(
            CapturedNames.ofList(
                BnxtCounters.ALL, Origin.ETHTOOL, lists + "ethtool-Thor2EthtoolStatistics.txt"))
        .isEmpty();
    assertThat(
            CapturedNames.ofList(
                BnxtCounters.ALL, Origin.HW_COUNTERS, lists + "rdma-Thor2RdmaStatistics.txt"))
        .isEmpty();
  }
}
