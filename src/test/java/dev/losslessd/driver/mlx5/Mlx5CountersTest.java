package dev.losslessd.driver.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Discovery;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.OnFakeNic;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Counters of PCIe congestion, and where RDMA counters are in switchdev mode: mlx5_ib_counters_init
 * of Linux drivers/infiniband/hw/mlx5/counters.c leaves them to the device, and gives ports those
 * of their guests' functions, where firmware has such.
 */
class Mlx5CountersTest extends OnFakeNic {
  private static final String DEVICE = "sys/class/infiniband/mlx5_4/";
  private static final String OF_DEVICE = DEVICE + "hw_counters/";
  private static final String PORT = DEVICE + "ports/1/hw_counters/";

  private final Mlx5Driver driver = new Mlx5Driver();

  @Override
  protected NicDriver driver() {
    return driver;
  }

  @Override
  protected void build(HostTree host) {
    host.function(PCI, "mlx5_core", 1).netdev(NETDEV, PCI).rdma("mlx5_4", PCI, "Ethernet");
    host.file(OF_DEVICE + "lifespan", "10")
        .file(OF_DEVICE + "np_cnp_sent", "71")
        .file(OF_DEVICE + "rp_cnp_handled", "72")
        .file(OF_DEVICE + "np_ecn_marked_roce_packets", "73")
        .file(OF_DEVICE + "out_of_sequence", "74")
        .file(OF_DEVICE + "roce_slow_restart", "75");
  }

  private static Counter counter(Sweep sweep, String name) {
    return sweep.schema().counters().get(column(sweep, name));
  }

  private static int column(Sweep sweep, String name) {
    List<String> names = sweep.schema().counters().stream().map(Counter::rawName).toList();
    assertThat(names).containsOnlyOnce(name);
    return names.indexOf(name);
  }

  private static long value(Sweep sweep, String name) {
    assertThat(sweep.has(column(sweep, name))).isTrue();
    return sweep.value(column(sweep, name));
  }

  private Sweep sweep(Nic of) {
    try (var opened = driver.open(of, access)) {
      return opened.sweeper(of.port()).sweep(0, 0);
    }
  }

  private Nic port(String name) {
    return new Discovery(access.files(), access.ethtool(), _ -> false)
        .find(HOST).stream()
            .filter(one -> one.port().name().equals(name))
            .findFirst()
            .orElseThrow();
  }

  @Test
  void countersOfTheDeviceHaveTheirMeaning() {
    Sweep sweep = sweep(nic);

    assertThat(value(sweep, "np_cnp_sent")).isEqualTo(71);
    assertThat(counter(sweep, "np_cnp_sent").signal()).isEqualTo(Signal.CNP_SENT);
    assertThat(counter(sweep, "np_cnp_sent").origin()).isEqualTo(Origin.DEVICE_HW_COUNTERS);
    assertThat(counter(sweep, "rp_cnp_handled").signal()).isEqualTo(Signal.CNP_HANDLED);
    assertThat(counter(sweep, "np_ecn_marked_roce_packets").signal())
        .isEqualTo(Signal.ECN_CE_PACKETS);
    assertThat(counter(sweep, "out_of_sequence").signal()).isEqualTo(Signal.OUT_OF_SEQUENCE);
    assertThat(counter(sweep, "out_of_sequence").bits()).isEqualTo(32);
    assertThat(counter(sweep, "roce_slow_restart").whyNot())
        .isEqualTo("follows from CNPs and retransmissions");
    assertThat(sweep.schema().counters())
        .as("what is in neither folder, and a setting")
        .extracting(Counter::rawName)
        .doesNotContain("packet_seq_err", "lifespan");
  }

  /** As i40iw of 5.10 does, whose alloc_hw_stats makes no difference. */
  @Test
  void whatBothPlacesShowIsCountedOnceAsThePorts() {
    tree.file(PORT + "np_cnp_sent", "5").file(PORT + "roce_slow_restart", "6");

    Sweep sweep = sweep(nic);

    assertThat(value(sweep, "np_cnp_sent")).isEqualTo(5);
    assertThat(counter(sweep, "np_cnp_sent").origin()).isEqualTo(Origin.HW_COUNTERS);
    assertThat(value(sweep, "roce_slow_restart")).isEqualTo(6);
    assertThat(value(sweep, "rp_cnp_handled")).isEqualTo(72);
  }

  @Test
  void theUplinkHasTheDevicesCountersAndNotTheZerosOfItsOwnFunction() {
    tree.file(PORT + "vport_out_of_sequence", "0").file(PORT + "vport_packet_seq_err", "0");

    Sweep sweep = sweep(nic);

    assertThat(value(sweep, "out_of_sequence")).isEqualTo(74);
    assertThat(counter(sweep, "out_of_sequence").signal()).isEqualTo(Signal.OUT_OF_SEQUENCE);
    assertThat(counter(sweep, "vport_out_of_sequence").signal()).isEqualTo(Signal.OTHER);
    assertThat(counter(sweep, "vport_out_of_sequence").whyNot())
        .isEqualTo("of a guest's function: the uplink's are always 0");
  }

  @Test
  void thePortOfAGuestHasItsOwnCountersAndNoneOfTheDevice() {
    String second = DEVICE + "ports/2/";
    tree.file(second + "link_layer", "Ethernet")
        .file(second + "hw_counters/vport_out_of_sequence", "9")
        .file(second + "hw_counters/vport_rx_dct_connect", "8")
        .netdev("eth_rep", PCI)
        .file("sys/class/net/eth_rep/phys_port_name", "pf0vf0");

    Sweep sweep = sweep(port("mlx5_4/2"));

    assertThat(value(sweep, "vport_out_of_sequence")).isEqualTo(9);
    assertThat(counter(sweep, "vport_out_of_sequence").signal()).isEqualTo(Signal.OUT_OF_SEQUENCE);
    assertThat(counter(sweep, "vport_rx_dct_connect").whyNot()).startsWith("work that peers");
    assertThat(sweep.schema().counters())
        .extracting(Counter::origin)
        .doesNotContain(Origin.DEVICE_HW_COUNTERS);
    assertThat(value(sweep(port(NETDEV)), "np_cnp_sent")).isEqualTo(71);
  }

  /** Linux 7.2, counters.rst: congested while there were more of high than of low. */
  @Test
  void congestionOfThePciBusBeginsAndEnds() {
    ethtool.stats.put("pci_bw_inbound_high", 4L);
    ethtool.stats.put("pci_bw_inbound_low", 3L);
    ethtool.stats.put("pci_bw_outbound_high", 2L);
    ethtool.stats.put("pci_bw_outbound_low", 2L);
    ethtool.stats.put("pci_bw_stale_event", 1L);

    Sweep sweep = sweep(nic);

    assertThat(sweep.schema().counters())
        .filteredOn(one -> one.origin() == Origin.ETHTOOL)
        .extracting(one -> one.signal() + " " + one.direction() + " " + one.bits())
        .containsExactly(
            "PCIE_CONGESTION_STARTS TX 32",
            "PCIE_CONGESTION_ENDS TX 32",
            "PCIE_CONGESTION_STARTS RX 32",
            "PCIE_CONGESTION_ENDS RX 32");
    assertThat(value(sweep, "pci_bw_inbound_high")).isEqualTo(4);
    assertThat(Mlx5Counters.ALL.whyNot(Origin.ETHTOOL, "pci_bw_stale_event"))
        .contains("of the PCI bus; its stalled seconds and congestion are told");
  }

  /** A zero there would hide a real loss: no sum of the port may have it. */
  @Test
  void theZerosOfTheUplinkMeanNothingWhereTheDeviceHasNoSuchCounter() {
    tree.file(PORT + "vport_packet_seq_err", "0");

    assertThat(counter(sweep(nic), "vport_packet_seq_err").signal()).isEqualTo(Signal.OTHER);
  }
}
