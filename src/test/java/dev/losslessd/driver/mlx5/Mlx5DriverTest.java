package dev.losslessd.driver.mlx5;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.CapturedNames;
import dev.losslessd.driver.CatalogueNames;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DriverContract;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.DcbxMode;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.MaxRate;
import dev.losslessd.model.OptionalCounters;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An inbox mlx5 port; the vendor's files are another test. */
class Mlx5DriverTest extends DriverContract {
  private static final String CC = "sys/kernel/debug/mlx5/" + PCI + "/cc_params/";
  private static final String HW = "sys/class/infiniband/mlx5_4/ports/1/hw_counters/";

  private final Mlx5Driver driver = new Mlx5Driver();

  @Override
  protected NicDriver driver() {
    return driver;
  }

  @Override
  protected void build(HostTree host) {
    host.function(PCI, "mlx5_core", 1).netdev(NETDEV, PCI).rdma("mlx5_4", PCI, "Ethernet");
    host.file(CC + "np_min_time_between_cnps", "4")
        .file(CC + "np_cnp_dscp", "48")
        .file(CC + "rp_ai_rate", "5")
        .file(CC + "rp_dce_tcp_g", "1019");
    host.file(HW + "np_cnp_sent", "70")
        .file(HW + "out_of_sequence", "4294967290")
        .file(HW + "lifespan", "10");
    rdma.error = 0;
    rdma.counters.put("np_cnp_sent", 70L);
    rdma.optional.put("cc_rx_ce_pkts", false);
    rdma.optional.put("cc_rx_cnp_pkts", false);
    rdma.optional.put("cc_tx_cnp_pkts", false);
    ethtool.stats.put("rx_packets_phy", 900L);
    ethtool.stats.put("rx_prio3_discards", 2L);
    ethtool.stats.put("outbound_pci_stalled_rd", 55L);
  }

  @Override
  protected List<Setting> samples() {
    List<Setting> samples = new ArrayList<>(super.samples());
    samples.add(
        new Dcqcn(
            null,
            Map.of(
                DcqcnParameter.MIN_TIME_BETWEEN_CNPS, 8L,
                DcqcnParameter.CNP_DSCP, 46L,
                DcqcnParameter.AI_RATE, 5L,
                DcqcnParameter.ALPHA_KEEP, 1000L)));
    samples.add(new MaxRate(List.of(0L, 100_000L, 0L, 40_000_000L, 25_500_000L, 0L, 0L, 0L)));
    samples.add(DcbxMode.FIRMWARE);
    samples.add(OptionalCounters.of(Set.of("cc_rx_ce_pkts", "cc_tx_cnp_pkts")));
    return samples;
  }

  @Test
  void aNetdevThatWasRegisteredAgainIsAnotherIncarnation() {
    Target port = Target.port(nic.port());
    assertThat(session.incarnation(port)).isEmpty();
    tree.file("sys/class/net/" + NETDEV + "/ifindex", "7");
    Incarnation first = session.incarnation(port).orElseThrow();
    assertThat(first.text()).isEqualTo("ifindex 7");

    tree.file("sys/class/net/" + NETDEV + "/ifindex", "12");

    assertThat(first.isOther(session.incarnation(port).orElseThrow())).isTrue();
  }

  @Test
  void filesAreStillToldWhenDcbnlFails() {
    dcb.cutTo = 100;

    assertThat(session.read(target()).reading(SettingKind.PFC)).isInstanceOf(Reading.Unread.class);
    assertThat(inForce(SettingKind.DCQCN)).isInstanceOf(Dcqcn.class);
  }

  @Test
  void onlyTheParameterThatDiffersIsWritten() {
    session.apply(
        change(new Dcqcn(null, Map.of(DcqcnParameter.AI_RATE, 20L, DcqcnParameter.CNP_DSCP, 48L))));

    assertThat(gate).containsExactly("file " + root.resolve(CC + "rp_ai_rate"));
    assertThat(tree.text(CC + "rp_ai_rate")).isEqualTo("20");
  }

  @Test
  void aParameterOutOfRangeIsRefusedBeforeAnyIsWritten() {
    var values = Map.of(DcqcnParameter.AI_RATE, 20L, DcqcnParameter.CNP_DSCP, 70L);
    assertThatThrownBy(() -> session.apply(change(new Dcqcn(null, values))))
        .hasMessage("node7:ens2f0np0 dcqcn cnpDscp=70, expected 0..63");
    assertThat(gate).isEmpty();
  }

  @Test
  void aParameterThatTheKernelLacksIsUnsupported() {
    assertThatThrownBy(
            () -> session.apply(change(new Dcqcn(null, Map.of(DcqcnParameter.TIME_RESET, 100L)))))
        .hasMessageContaining("timeResetMicros: no file /" + CC + "rp_time_reset");
  }

  @Test
  void inboxDoesNotSwitchPriorities() {
    assertThat(((Dcqcn) inForce(SettingKind.DCQCN)).enabled()).isNull();

    assertThatThrownBy(() -> session.apply(change(new Dcqcn(PrioritySet.of(3), Map.of()))))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("only the vendor's driver switches it per priority");
  }

  @Test
  void anUnreadableParameterFileIsNotZero() {
    tree.file(CC + "rp_ai_rate", "");

    assertThat(session.read(target()).reading(SettingKind.DCQCN))
        .isInstanceOf(Reading.Unread.class);
  }

  @Test
  void aChangeOfPfcBouncesTheLink() {
    assertThat(session.capabilities(target()).of(SettingKind.PFC).risks())
        .containsExactly(Risk.LINK_BOUNCE);
  }

  @Test
  void firmwareModeIsTakenToTheHostOnceAndByName() {
    dcb.mode = 0x0c;

    session.apply(change(new Pfc(PrioritySet.of(3))));

    assertThat(dcb.mode).isEqualTo(0x0d);
    assertThat(gate).containsExactly("netlink DCBX " + NETDEV, "netlink PFC " + NETDEV);
  }

  @ParameterizedTest
  @ValueSource(longs = {50_000, 150_000, 25_600_000})
  void aLimitThatTheNicWouldRoundIsRefusedBeforeItIsWritten(long kbit) {
    MaxRate between = new MaxRate(List.of(0L, 0L, 0L, kbit, 0L, 0L, 0L, 0L));

    assertThatThrownBy(() -> session.apply(change(between)))
        .hasMessage(
            "node7:ens2f0np0 max-rate tc3="
                + kbit / 1000
                + "mbit: the NIC keeps limits up to 25500mbit in steps of 100mbit, and above in"
                + " steps of 1gbit up to 255gbit");
    assertThat(gate).isEmpty();
  }

  /** rdma_nl_rcv_msg knows no STAT_GET_STATUS before 5.16. */
  @Test
  void anOldKernelHasNoOptionalCounters() {
    rdma.error = 0;
    rdma.errorOfStatus = 22;

    assertThat(session.read(target()).reading(SettingKind.OPTIONAL_COUNTERS))
        .isInstanceOf(Reading.Unsupported.class);
    assertThat(session.sweeper(nic.port()).sweep(0, 0).schema().size()).isPositive();
  }

  @Test
  void firmwareGetsTheDecisionAndGivesItBackInTheSameVersions() {
    dcb.mode = 0x09;

    session.apply(change(DcbxMode.FIRMWARE));

    assertThat(dcb.mode).isEqualTo(0x08);
    session.apply(change(DcbxMode.HOST));
    assertThat(dcb.mode).isEqualTo(0x09);
  }

  @Test
  void anAgentOfTheFirmwareKeepsTheDecision() {
    dcb.mode = 0x0a;

    assertThatThrownBy(() -> session.apply(change(DcbxMode.HOST)))
        .hasMessageContaining("lld-managed ieee (0x0a)");
    assertThat(gate).isEmpty();
  }

  @Test
  void anAgentOfTheFirmwareIsNotFought() {
    dcb.mode = 0x0a;

    assertThatThrownBy(() -> session.apply(change(new Pfc(PrioritySet.of(3)))))
        .hasMessageContaining("lld-managed ieee (0x0a)");
    assertThat(gate).isEmpty();
  }

  @Test
  void countersHaveMeaningsWidthsAndGaps() {
    Sweep sweep = session.sweeper(nic.port()).sweep(5, 6);

    assertThat(sweep.schema().counters())
        .extracting(Counter::rawName)
        .containsExactly(
            "rx_packets_phy",
            "rx_prio3_discards",
            "outbound_pci_stalled_rd",
            "np_cnp_sent",
            "out_of_sequence",
            "rx_packets",
            "tx_dropped");
    assertThat(sweep.value(1)).isEqualTo(2);
    assertThat(sweep.value(4)).isEqualTo(4_294_967_290L);
    assertThat(sweep.schema().counters().get(4).bits()).isEqualTo(32);
    assertThat(sweep.schema().counters().get(3).bits()).isEqualTo(64);
    // what has a name alone, and netdev counters that RDMA goes past
    assertThat(sweep.schema().counters())
        .filteredOn(counter -> counter.signal() == Signal.OTHER)
        .extracting(Counter::origin)
        .containsExactly(Counter.Origin.ETHTOOL, Counter.Origin.NETDEV, Counter.Origin.NETDEV);
    assertThat(sweep.atMillis()).isEqualTo(5);
  }

  @Test
  void turningPfcOnBringsNewColumns() {
    Sweep before = session.sweeper(nic.port()).sweep(0, 0);
    ethtool.stats.put("rx_prio3_pause_duration", 77L);

    Sweep after = session.sweeper(nic.port()).sweep(1, 1);

    assertThat(after.schema().size()).isEqualTo(before.schema().size() + 1);
    assertThat(session.sweeper(nic.port()).sweep(2, 2).schema()).isSameAs(after.schema());
  }

  @Test
  void aCounterThatGoesIsMissingAndNotZero() throws Exception {
    session.sweeper(nic.port()).sweep(0, 0);
    Files.delete(root.resolve(HW + "np_cnp_sent"));

    Sweep sweep = session.sweeper(nic.port()).sweep(1, 1);

    assertThat(sweep.has(3)).isFalse();
    assertThat(sweep.missing(3)).isEqualTo(Sweep.Missing.NOT_EXPOSED);
    assertThat(sweep.has(4)).isTrue();
  }

  @Test
  void failingStatisticsLeaveTheFilesAndAreTold() {
    var sweeper = session.sweeper(nic.port());
    sweeper.sweep(0, 0);
    ethtool.error = 5;

    Sweep sweep = sweeper.sweep(1, 1);

    assertThat(sweep.missing(0)).isEqualTo(Sweep.Missing.UNREAD);
    assertThat(sweep.value(3)).isEqualTo(70);
    assertThat(sweeper.unread().orElseThrow()).hasMessageContaining("EIO");
  }

  @Test
  void aNetdevThatWentIsGone() {
    ethtool.error = 19;

    assertThatThrownBy(() -> session.sweeper(nic.port()).sweep(0, 0))
        .isInstanceOfSatisfying(
            DeviceException.class, e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.GONE));
  }

  @Test
  void everyNameOfRealCardsIsTakenOrPassedOver() throws Exception {
    String lists = "counter-names/";
    assertThat(
            CapturedNames.ofList(
                Mlx5Counters.ALL, Origin.ETHTOOL, lists + "ethtool-Cx7EthtoolStatistics.txt"))
        .isEmpty();
    assertThat(
            CapturedNames.ofList(
                Mlx5Counters.ALL, Origin.HW_COUNTERS, lists + "rdma-Cx7RdmaStatistics.txt"))
        .isEmpty();
    for (String file : List.of("ethq-mlx5_core.txt", "byteps179-mlx5-grep-prio-before.txt")) {
      assertThat(CapturedNames.ofEthtool(Mlx5Counters.ALL, "ethtool-S/" + file)).as(file).isEmpty();
    }
    assertThat(
            CapturedNames.ofRdma(
                Mlx5Counters.ALL, "rdma-json/rdma_statistic_example_data.json", "mlx5_"))
        .isEmpty();
    assertThat(CapturedNames.ofTree(Mlx5Counters.ALL, "procfs-sysfs/sys/class/infiniband/mlx5_0"))
        .isEmpty();
  }

  @Test
  void namesOfQueuesAreGeneralAndNewNamesAreUnknown() {
    assertThat(
            List.of(
                "rx117_xdp_drop",
                "ptp_tx0_cqe",
                "qos_tx3_packets",
                "ch63_poll",
                "ch_arm",
                "rx_prio7_cong_discard",
                "rx_xsk_wqe_err",
                "phy_raw_errors_lane7",
                "rx_8192_to_10239_bytes_phy",
                "tx_prio0_pause_transition"))
        .allMatch(name -> new CatalogueNames(Mlx5Counters.ALL).knows(Origin.ETHTOOL, name));
    assertThat(List.of("rx_prio8_pause", "rx_prio3_lost", "roce_new_thing"))
        .noneMatch(name -> new CatalogueNames(Mlx5Counters.ALL).knows(Origin.ETHTOOL, name));
    assertThat(new CatalogueNames(Mlx5Counters.ALL).knows(Origin.HW_COUNTERS, "np_new_thing"))
        .isFalse();
  }

  @Test
  void aSweepOfEverythingHasTheQueuesToo() {
    ethtool.stats.put("rx14_packets", 5L);
    ethtool.stats.put("wire_new_thing", 6L);

    Sweep polled = session.sweeper(nic.port()).sweep(0, 0);
    Sweep whole = session.sweeper(nic.port()).readAll(1, 1);

    assertThat(whole.schema().size()).isEqualTo(polled.schema().size() + 2);
    assertThat(whyNot(whole, "rx14_packets")).contains("one queue");
    assertThat(whyNot(whole, "wire_new_thing")).isEqualTo(Counter.UNKNOWN);
    assertThat(whyNot(whole, "outbound_pci_stalled_rd")).startsWith("a gauge");
    assertThat(whyNot(whole, "np_cnp_sent")).isEmpty();
  }

  @Test
  void optionalCountersThatAreOnBecomeColumns() {
    session.apply(change(OptionalCounters.of(Set.of("cc_rx_ce_pkts", "cc_rx_cnp_pkts"))));

    Sweep sweep = session.sweeper(nic.port()).sweep(0, 0);

    Counter marked = counter(sweep, "cc_rx_ce_pkts");
    assertThat(marked.signal()).isEqualTo(Signal.ECN_CE_PACKETS);
    assertThat(marked.origin()).isEqualTo(Origin.RDMA_NETLINK);
    assertThat(sweep.value(sweep.schema().counters().indexOf(marked))).isEqualTo(5);
    assertThat(whyNot(sweep, "cc_rx_cnp_pkts")).startsWith("CNPs that came in");

    rdma.error = 5;
    Sweep later = session.sweeper(nic.port()).sweep(1, 1);
    assertThat(later.missing(later.schema().counters().indexOf(marked)))
        .isEqualTo(Sweep.Missing.UNREAD);
  }

  @Test
  void oneThatTheDriverLacksIsRefusedWithThoseThatItHas() {
    assertThatThrownBy(
            () -> session.apply(change(OptionalCounters.of(Set.of("cc_rx_ce_pkts", "cc_none")))))
        .hasMessage(
            "node7:ens2f0np0 optional-counters cc_none: expected of [cc_rx_ce_pkts,"
                + " cc_rx_cnp_pkts, cc_tx_cnp_pkts]");
    assertThat(gate).isEmpty();
  }

  @Test
  void aKernelWithoutThemSaysSo() {
    rdma.error = 93;

    assertThat(session.read(target()).reading(SettingKind.OPTIONAL_COUNTERS))
        .isInstanceOfSatisfying(
            Reading.Unsupported.class,
            no -> assertThat(no.why()).startsWith("this kernel has no optional counters"));
    assertThat(session.capabilities(target()).of(SettingKind.OPTIONAL_COUNTERS).access())
        .isEqualTo(Capability.Access.NONE);
  }

  private static Counter counter(Sweep sweep, String name) {
    return sweep.schema().counters().stream()
        .filter(counter -> counter.rawName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String whyNot(Sweep sweep, String name) {
    return counter(sweep, name).whyNot();
  }
}
