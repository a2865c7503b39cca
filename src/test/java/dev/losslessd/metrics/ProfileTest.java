package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Health;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nics;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.OptionalCounters;
import dev.losslessd.model.PollCost;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Schema;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.model.TrafficClass;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProfileTest {
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");
  private static final PortId LEAF = PortId.parse("leaf1:Ethernet1/1");
  private static final PortId SERVER = PortId.parse("esx1:vmnic2");
  private static final String ROCE = "{device=\"mlx5_0\",port=\"1\"} ";

  private final LatestCounters latestCounters = new LatestCounters();
  private PollStats pollStats = PollStats.NONE;
  private List<Observation> observations = List.of();
  private List<Health> health = List.of();
  private List<Nic> nics = List.of(Nics.full(PORT, Nic.Role.PHYSICAL));
  private int limit = 100_000;
  private Set<DeviceId> hosts = Set.of();

  @Test
  void rdmaExporterHasWordsAndMicrosecondsAsTheKernelCountsThem() {
    sweepNic();

    assertThat(page(Profile.RDMA_EXPORTER))
        .contains("rdma_port_rcv_data_total" + ROCE + "250\n")
        .contains("rdma_vl15_dropped_total" + ROCE + "2\n")
        .contains("rdma_multicast_rcv_packets_total" + ROCE + "9\n")
        .contains("rdma_port_multicast_rcv_packets_total" + ROCE + "9\n")
        .contains("rdma_np_cnp_sent_total" + ROCE + "17\n")
        .contains(
            "rdma_roce_pfc_pause_duration_total{device=\"mlx5_0\",port=\"1\",netdev=\"ens1f0np0\","
                + "direction=\"rx\",priority=\"3\"} 1500000\n")
        .contains(
            "rdma_port_info{device=\"mlx5_0\",port=\"1\",netdev=\"ens1f0np0\","
                + "link_layer=\"Ethernet\",state=\"ACTIVE\",phys_state=\"LINK_UP\",link_width=\"\","
                + "link_speed=\"400 Gb/sec\",pci_addr=\"0000:1a:00.0\",is_vf=\"false\","
                + "pf_device=\"\"} 1\n")
        .doesNotContain("roce_pfc_pause_seconds", "losslessd_", "rdma_cc_rx_ce_pkts_total");
  }

  @Test
  void optionalCountersAreToldWhileTheyAreOnAndFailuresOfTheHostAlone() {
    Target port = Target.port(PORT);
    Reading on =
        new Reading.Value(
            OptionalCounters.of(Set.of("cc_rx_ce_pkts", "rdma_tx_bytes")),
            "",
            OptionalCounters.note(List.of("cc_rx_ce_pkts", "cc_tx_cnp_pkts", "rdma_tx_bytes")));
    observations =
        List.of(
            new Observation(
                new Observed(port, Map.of(SettingKind.OPTIONAL_COUNTERS, on)), Instant.EPOCH));
    health =
        List.of(
            new Health(PORT, "", true, Optional.empty(), "", 3, false),
            new Health(LEAF, "", true, Optional.empty(), "", 400, false));
    List<Counter> columns =
        List.of(
            Counter.of(Signal.ECN_CE_PACKETS, "cc_rx_ce_pkts", 64).from(Origin.RDMA_NETLINK),
            Counter.other("rdma_tx_bytes", 64, Origin.RDMA_NETLINK),
            Counter.other("qp/RC/rdma_tx_bytes", 64, Origin.RDMA_NETLINK),
            Counter.other("qp/XRC_INI/packet_seq_err", 64, Origin.RDMA_NETLINK),
            Counter.other("qp_counter_mode/auto", 64, Origin.RDMA_NETLINK));
    latestCounters.accept(
        new Sweep(PORT, new Schema(columns), new long[] {6, 800, 70, 2, 1}, new byte[5], 1000, 1));

    assertThat(page(Profile.RDMA_EXPORTER))
        .contains("rdma_cc_rx_ce_pkts_total" + ROCE + "6\n")
        .contains("rdma_optional_tx_bytes_total" + ROCE + "800\n")
        .contains(
            "rdma_qp_tx_bytes_total{device=\"mlx5_0\",port=\"1\",qp_type=\"RC\"} 70\n",
            "rdma_qp_packet_seq_err_total{device=\"mlx5_0\",port=\"1\",qp_type=\"XRC_INI\"} 2\n",
            "# TYPE rdma_qp_counter_mode gauge\n",
            "rdma_qp_counter_mode{device=\"mlx5_0\",port=\"1\",mode=\"auto\"} 1\n")
        .doesNotContain("rdma_qp_rc", "rdma_qp_counter_mode_auto")
        .contains("# TYPE rdma_optional_counter_enabled gauge\n")
        .contains(
            "rdma_optional_counter_enabled{device=\"mlx5_0\",port=\"1\","
                + "counter=\"cc_rx_ce_pkts\"} 1\n")
        .contains("counter=\"cc_tx_cnp_pkts\"} 0\n")
        .contains("counter=\"rdma_tx_bytes\"} 1\n")
        .contains("rdma_scrape_errors_total 3\n");
  }

  @Test
  void othersTellSettingsAsFactsAndTheHostByItsKernel() {
    Map<SettingKind, Reading> read =
        Map.of(
            SettingKind.MTU, new Reading.Value(new Mtu(9000)),
            SettingKind.TRAFFIC_CLASS, new Reading.Value(TrafficClass.NONE));
    observations = List.of(new Observation(new Observed(Target.port(PORT), read), Instant.EPOCH));
    sweepNic();

    assertThat(page(Profile.NODE_EXPORTER))
        .contains("node_network_mtu_bytes{device=\"ens1f0np0\"} 9000\n")
        .containsPattern("node_uname_info\\{sysname=\"Linux\",release=\"\\d.*=\"gpu01\"\\} 1");
    assertThat(page(Profile.UNIFABRIC)).containsPattern("unifabric_port_mtu\\{.*\\} 9000\n");
    assertThat(page(Profile.SPIDERPOOL)).containsPattern("rdma_device_tos_total\\{.*\\} 0\n");
    assertThat(page(Profile.OMNISTAT))
        .contains("_rx_bytes{device_class=\"infiniband\",interface=\"mlx5_0:1\"} 1000\n");
  }

  @Test
  void aVirtualFunctionHasNoCountersOfTheWire() {
    nics = List.of(Nics.full(PORT, Nic.Role.VIRTUAL_FUNCTION));
    sweepNic();

    assertThat(page(Profile.RDMA_EXPORTER))
        .contains("rdma_np_cnp_sent_total" + ROCE)
        .contains("is_vf=\"true\"")
        .doesNotContain("rdma_roce_pfc_pause_frames_total{");
  }

  @Test
  void nodeExporterHasBytesAndItsOwnWords() {
    sweepNic();

    assertThat(page(Profile.NODE_EXPORTER))
        .contains("node_infiniband_port_data_received_bytes_total" + ROCE + "1000\n")
        .contains("node_infiniband_np_cnp_packets_sent_total" + ROCE + "17\n")
        .contains("node_infiniband_state_id" + ROCE + "4\n")
        .contains("node_infiniband_physical_state_id" + ROCE + "5\n")
        .contains("node_infiniband_rate_bytes_per_second" + ROCE + "50000000000\n")
        .contains(
            "node_infiniband_info{device=\"mlx5_0\",board_id=\"MT_0000000838\","
                + "firmware_version=\"28.39.1002\",hca_type=\"MT4129\"} 1\n")
        .contains("# TYPE node_ethtool_received_prio3_pause untyped\n")
        .contains("node_ethtool_received_prio3_pause{device=\"ens1f0np0\"} 12\n")
        .contains("node_ethtool_received_bytes_total{device=\"ens1f0np0\"} 77\n")
        .contains("node_network_receive_bytes_total{device=\"ens1f0np0\"} 77\n")
        .contains("node_network_speed_bytes{device=\"ens1f0np0\"} 50000000000\n")
        .contains("node_network_up{device=\"ens1f0np0\"} 1\n")
        .doesNotContain("node_ethtool_received_bytes{");
  }

  @Test
  void theSeedHasItsNicNamesAndThoseOfNodeExporterThatItsPanelsAskFor() {
    sweepNic();

    assertThat(page(Profile.SEED))
        .contains("rdma_cnp_sent" + ROCE + "17\n")
        .contains("rdma_operations{device=\"mlx5_0\",operation=\"rx_write_requests\"} 4\n")
        .contains(
            "pfc_pause_frames{interface=\"ens1f0np0\",priority=\"3\",direction=\"rx\"} 12\n"
                + "pfc_pause_frames{interface=\"ens1f0np0\",priority=\"global\",direction=\"rx\"}"
                + " 5\n")
        .contains("network_bytes{interface=\"ens1f0np0\",direction=\"rx\"} 77\n")
        .contains("node_infiniband_port_data_received_bytes_total" + ROCE + "1000\n")
        .containsOnlyOnce("# TYPE pfc_pause_frames ");
  }

  @Test
  void theSeedsSwitchHasOneSumOfPausesAndTwoSpellingsOfItsPorts() {
    sweepLeaf("", 30, 4);
    sweepLeaf("cli", 31, 5);

    assertThat(page(Profile.SEED))
        .contains("nexus_pfc_rx_pause{interface=\"Ethernet1/1\",switch=\"leaf1\"} 34\n")
        .contains("nexus_interface_rx_bytes{interface=\"ethernet1/1\",switch=\"leaf1\"} 64\n")
        .contains(
            "nexus_interface_rx_packets{interface=\"ethernet1/1\",type=\"unicast\","
                + "switch=\"leaf1\"} 8\n")
        .contains(
            "nexus_queue_tx_bytes{interface=\"ethernet1/1\",qos_group=\"3\",switch=\"leaf1\"}"
                + " 99\n");
  }

  @Test
  void aServersOwnNumbersHaveTheNamesOfTheSeed() {
    hosts = Set.of(SERVER.device());
    sweepServer();

    assertThat(page(Profile.SEED))
        .contains("esxi_pause_rx_phy{host=\"esx1\",vmnic=\"vmnic2\"} 1\n")
        .contains("esxi_pause_tx_phy{host=\"esx1\",vmnic=\"vmnic2\"} 2\n")
        .contains("esxi_pause_rx_global{host=\"esx1\",vmnic=\"vmnic2\"} 3\n")
        .contains("esxi_pause_rx_duration{host=\"esx1\",vmnic=\"vmnic2\"} 4\n")
        .contains("esxi_pause_rx_transitions{host=\"esx1\",vmnic=\"vmnic2\"} 5\n")
        .contains("esxi_pause_storm_warnings{host=\"esx1\",vmnic=\"vmnic2\"} 6\n")
        .contains("# TYPE esxi_pause_storm_errors counter\n")
        .contains("esxi_pause_storm_errors{host=\"esx1\",vmnic=\"vmnic2\"} 7\n")
        .doesNotContain("vmnic2\"} 8\n", "nexus_");
    assertThat(page(Profile.RDMA_EXPORTER)).doesNotContain("vmnic2");
    hosts = Set.of();
    assertThat(page(Profile.SEED)).doesNotContain("esxi_");
  }

  private void sweepServer() {
    List<Counter> columns =
        List.of(
            Counter.other("rxPauseCtrlPhy", 64, Origin.DEVICE),
            Counter.other("txPauseCtrlPhy", 64, Origin.DEVICE),
            Counter.of(Signal.GLOBAL_PAUSE_FRAMES, Direction.RX, "rx_global_pause", 64),
            Counter.of(Signal.GLOBAL_PAUSE_TIME, Direction.RX, "rx_global_pause_duration", 64),
            Counter.other("rx_global_pause_transition", 64, Origin.DEVICE),
            Counter.of(Signal.PAUSE_STORM_WARNINGS, "txPauseStormWarningEvents", 64),
            Counter.of(Signal.PAUSE_STORM_ERRORS, "txPauseStormErrorEvents", 64),
            Counter.of(
                Signal.PFC_PAUSE_FRAMES, Direction.RX, Priority.of(3), "rx_prio3_pause", 64));
    long[] values = {1, 2, 3, 4, 5, 6, 7, 8};
    latestCounters.accept(
        new Sweep(SERVER, new Schema(columns, "cli"), values, new byte[8], 1000, 1));
  }

  @Test
  void anotherExportersPageHasNoSeriesTwiceAndEndsInBothFormats() {
    sweepNic();
    sweepLeaf("", 30, 4);
    sweepLeaf("cli", 31, 5);

    for (Profile profile : Profile.values()) {
      String open = text(PageRequest.of(PageFormat.OPENMETRICS, profile));
      assertThat(series(page(profile))).as(profile.word()).doesNotHaveDuplicates();
      assertThat(open).endsWith("# EOF\n").containsOnlyOnce("# EOF");
      assertThat(heads(open)).as(profile.word()).doesNotHaveDuplicates();
    }
    assertThat(text(PageRequest.of(PageFormat.OPENMETRICS, Profile.SEED)))
        .contains("# TYPE rdma_cnp_sent unknown\n");
  }

  @Test
  void onlyWhatIsAskedForIsOnThePage() {
    sweepNic();
    sweepLeaf("", 30, 4);

    assertThat(collect(Group.NIC))
        .contains("roce_cnp_sent_total{", "roce_port_info{")
        .doesNotContain("end=\"switch\"", "own_meter", "roce_findings", "roce_target_up");
    assertThat(collect(Group.SWITCH))
        .containsPattern("end=\"switch\",[^}]*poller=\"gpu01\"} ")
        .doesNotContain("end=\"nic\"");
    assertThat(collect(Group.DAEMON)).contains("own_meter 1\n").doesNotContain("roce_");
    assertThat(collect(Group.FINDINGS)).contains("roce_findings_open{").doesNotContain("roce_cnp");
    assertThat(
            text(
                new PageRequest(
                    PageFormat.PROMETHEUS, Profile.NODE_EXPORTER, Set.of(Group.SWITCH))))
        .isEmpty();
  }

  @Test
  void portsBeyondTheLimitAreLeftOutWholeInTheOrderOfThePage() {
    sweepNic();
    sweepLeaf("", 30, 4);
    int nic = (int) series(collect(Group.NIC)).stream().filter(s -> s.contains("_total{")).count();

    limit = nic + 1;

    assertThat(page(Profile.NATIVE))
        .contains("end=\"nic\"")
        .doesNotContain("end=\"switch\",direction")
        .contains("losslessd_page_series " + nic + "\n")
        .contains("losslessd_page_series_dropped 5\n")
        .contains("losslessd_page_ports_dropped 1\n");
    limit = 3;
    assertThat(page(Profile.RDMA_EXPORTER))
        .contains("rdma_port_info{", "losslessd_page_ports_dropped 2\n")
        .doesNotContain("rdma_np_cnp_sent_total");
  }

  private void sweepNic() {
    List<Counter> columns = new ArrayList<>();
    columns.add(rate(Signal.PFC_PAUSE_FRAMES, "rx_prio3_pause"));
    columns.add(rate(Signal.PFC_PAUSE_TIME, "rx_prio3_pause_duration"));
    columns.add(
        new Counter(Signal.RDMA_BYTES, Direction.RX, null, "port_rcv_data", 64, 4)
            .from(Origin.PORT_COUNTERS));
    columns.add(Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64).from(Origin.HW_COUNTERS));
    columns.add(Counter.other("VL15_dropped", 64, Origin.HW_COUNTERS));
    columns.add(Counter.other("multicast_rcv_packets", 64, Origin.HW_COUNTERS));
    columns.add(Counter.other("rx_write_requests", 32, Origin.HW_COUNTERS));
    columns.add(Counter.other("rx_pause_ctrl_phy", 64, Origin.ETHTOOL));
    columns.add(Counter.other("rx_bytes", 64, Origin.ETHTOOL));
    columns.add(Counter.other("rx_bytes", 64, Origin.NETDEV));
    columns.add(Counter.other("cc_rx_ce_pkts", 64, Origin.HW_COUNTERS));
    long[] values = {12, 1_500_000, 250, 17, 2, 9, 4, 5, 77, 77, 0};
    byte[] missing = new byte[values.length];
    missing[values.length - 1] = 1;
    latestCounters.accept(new Sweep(PORT, new Schema(columns), values, missing, 1000, 1));
  }

  private void sweepLeaf(String source, long pausesOf3, long pausesOf4) {
    List<Counter> columns =
        List.of(
            paused(3),
            paused(4),
            Counter.of(Signal.PORT_BYTES, Direction.RX, "ifHCInOctets", 64),
            Counter.of(Signal.PORT_PACKETS, Direction.RX, "ifHCInUcastPkts", 64),
            Counter.of(
                Signal.PRIORITY_BYTES, Direction.TX, Priority.of(3), "PRIORITY_BYTES.3", 64));
    long[] values = {pausesOf3, pausesOf4, 64, 8, 99};
    latestCounters.accept(
        new Sweep(LEAF, new Schema(columns, source), values, new byte[5], 1000, 1));
  }

  private static Counter paused(int priority) {
    return Counter.of(
        Signal.PFC_PAUSE_FRAMES,
        Direction.RX,
        Priority.of(priority),
        "cpfcIfPriorityIndications." + priority,
        64);
  }

  private static Counter rate(Signal signal, String name) {
    return Counter.of(signal, Direction.RX, Priority.of(3), name, 64).from(Origin.ETHTOOL);
  }

  @Test
  void burstsAndReadersBelongToTheNicsAndWhatASwitchTookToTheTargets() {
    pollStats =
        new PollStats(
            List.of(new PollCost(new DeviceId("leaf1"), "", OptionalDouble.of(0.2), 1, 2, 0, 0, 0)),
            List.of(new PollRate(PORT, "fast", 0.05, 0.2, 0.004)),
            List.of(Bursts.ofCnps(PORT)));

    assertThat(collect(Group.NIC))
        .contains("roce_cnp_sent_per_second_max{", "window=\"15s\"} 1500.0\n")
        .contains("roce_cnp_sent_per_second_bucket{", "le=\"+Inf\"} 20\n")
        .contains("roce_reader_interval_seconds{", "roce_reader_duty_ratio{")
        .doesNotContain("roce_target_", "window=\"60s\"");
    assertThat(collect(Group.TARGETS))
        .contains("roce_target_sweep_duration_seconds{device=\"leaf1\",poller=\"gpu01\"} 0.200\n")
        .doesNotContain("_per_second", "roce_reader_");
    assertThat(collect(Group.SWITCH)).doesNotContain("_per_second_max", "roce_reader_");
    assertThat(page(Profile.NODE_EXPORTER)).doesNotContain("roce_reader_", "_per_second_max");
  }

  private String page(Profile profile) {
    return text(PageRequest.of(PageFormat.PROMETHEUS, profile));
  }

  private String collect(Group group) {
    return text(new PageRequest(PageFormat.PROMETHEUS, Profile.NATIVE, Set.of(group)));
  }

  private String text(PageRequest request) {
    Facts facts =
        new Facts(
            Instant.EPOCH,
            PORT.device(),
            nics,
            health,
            observations,
            List.of(),
            List.of(),
            Map.of(),
            Map.of(),
            pollStats,
            hosts,
            List.of(),
            LabelFacts.NONE,
            StateFacts.NONE);
    Page page =
        new Page(latestCounters, () -> facts, () -> ManagementFacts.NONE, Pages::own, () -> limit);
    return Pages.text(page, request);
  }

  private static List<String> series(String page) {
    return page.lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.substring(0, line.lastIndexOf(' ')))
        .toList();
  }

  private static List<String> heads(String page) {
    return page.lines().filter(line -> line.startsWith("# TYPE ")).toList();
  }
}
