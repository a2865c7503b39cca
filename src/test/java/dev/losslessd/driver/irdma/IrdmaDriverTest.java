package dev.losslessd.driver.irdma;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.CapturedNames;
import dev.losslessd.driver.CatalogueNames;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DriverContract;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.transport.Errno;
import java.util.List;
import org.junit.jupiter.api.Test;

class IrdmaDriverTest extends DriverContract {
  private static final String HW = "sys/class/infiniband/irdma0/ports/1/hw_counters/";

  /** Effect of a write on the netdev. */
  private Runnable closing = () -> {};

  private final IrdmaDriver driver = new IrdmaDriver();

  @Override
  protected NicDriver driver() {
    return driver;
  }

  @Override
  protected void build(HostTree host) {
    dcb.addReplaces = false;
    ethtool.driver = "ice";
    host.function(PCI, "ice", 0).netdev(NETDEV, PCI).rdma("irdma0", PCI, "Ethernet");
    host.file(HW + "cnpSent", "4294967299").file(HW + "Rcvd Out of order packets", "6");
    ethtool.stats.put("rx_priority_3_xoff.nic", 8L);
    ethtool.stats.put("rx_priority_3_xon.nic", 7L);
    ethtool.stats.put("link_xoff_tx.nic", 2L);
    ethtool.stats.put("rx_dropped.nic", 1L);
  }

  /** With one class for each priority, which DSCP mode has. */
  @Override
  protected List<Setting> samples() {
    return super.samples().stream()
        .map(one ->
            one instanceof Ets ets
                ? new Ets(ets.selection(), ets.bandwidthPercent(), List.of(0, 1, 2, 3, 4, 5, 6, 7))
                : one)
        .toList();
  }

  /** dev_close takes what the kernel does not give back. */
  @Test
  void whatTheNetdevLostIsToldUntilItIsThereAgain() {
    String address = "20010db8000000000000000000000007 02 40 00 80 ens2f0np0\n";
    String others =
        """
        fe800000000000000e42a1fffe000001 02 40 20 80 ens2f0np0
        20010db8000000000000000000000008 02 40 00 00 ens2f0np0
        20010db8000000000000000000000009 03 40 00 80 other0
        """;
    String routes = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\n";
    String route = "ens2f0np0\t0000010A\t0101A8C0\t0003\t0\t0\t0\t0000FFFF\t0\t0\t0\n";
    tree.file("proc/net/if_inet6", address + others).file("proc/net/route", routes + route);
    closing = () -> tree.file("proc/net/if_inet6", "").file("proc/net/route", routes);

    session.apply(change(new Pfc(PrioritySet.of(3))));

    assertThat(session.read(target()).reading(SettingKind.PFC).text())
        .isEqualTo(
            "3 (the netdev went down and up for a setting, and lost"
                + " 2001:0db8:0000:0000:0000:0000:0000:0007/64, route 10.1.0.0/16 via"
                + " 192.168.1.1)");
    assertThat(session.read(target()).reading(SettingKind.PFC).isWhole()).isTrue();
    tree.file("proc/net/if_inet6", address).file("proc/net/route", routes + route);
    assertThat(session.read(target()).reading(SettingKind.PFC).text()).isEqualTo("3");
  }

  @Override
  protected void written(String what) {
    closing.run();
  }

  @Test
  void theFirmwaresAgentIsNamedWithItsSwitch() {
    dcb.mode = 0x0a;

    assertThatThrownBy(() -> session.apply(change(new Pfc(PrioritySet.of(3)))))
        .hasMessageEndingWith("'ethtool --set-priv-flags ens2f0np0 fw-lldp-agent off'");
    assertThat(gate).isEmpty();
  }

  /** The errno is that of ice_set_pauseparam. */
  @Test
  void pauseThatIsUnsupportedMeansThatPfcIsOn() {
    session.apply(change(new Pfc(PrioritySet.of(3))));
    Change pause = change(GlobalPause.OFF);
    ethtool.errorOfSet = Errno.EOPNOTSUPP;

    assertThatThrownBy(() -> session.apply(pause))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.REFUSED))
        .hasMessageContaining("ice takes no global-pause while pfc is on, and pfc is 3");
    session.apply(change(Pfc.OFF));
    assertThatThrownBy(() -> session.apply(pause)).hasMessageContaining("EOPNOTSUPP");
  }

  @Test
  void congestionControlIsElsewhere() {
    Capability dcqcn = session.capabilities(target()).of(SettingKind.DCQCN);

    assertThat(dcqcn.access()).isEqualTo(Capability.Access.NONE);
    assertThat(dcqcn.why()).contains("module parameters");
  }

  @Test
  void aMemberOfABondIsOnlyMonitored() {
    Nic member =
        new Nic(
            nic.port(),
            nic.rdmaDevice(),
            nic.rdmaPort(),
            nic.pciAddress(),
            nic.numaNode(),
            nic.kernelDriver(),
            nic.firmware(),
            nic.model(),
            nic.mac(),
            Nic.Role.BOND_MEMBER,
            nic.linkLayer(),
            nic.state(),
            nic.rateMbps(),
            nic.gids(),
            nic.words());
    try (Session bonded = driver.open(member, access)) {
      assertThat(bonded.capabilities(target()).of(SettingKind.PFC).why()).contains("bond");
      assertThat(bonded.sweeper(nic.port()).sweep(0, 0).schema().size()).isPositive();
    }
  }

  @Test
  void countersHaveMeaningsAndWidths() {
    Sweep sweep = session.sweeper(nic.port()).sweep(0, 0);

    assertThat(sweep.schema().counters())
        .extracting(Counter::rawName)
        .containsExactly(
            "rx_priority_3_xoff.nic",
            "rx_priority_3_xon.nic",
            "link_xoff_tx.nic",
            "rx_dropped.nic",
            "rx_packets",
            "tx_dropped",
            "cnpSent",
            "Rcvd Out of order packets");
    assertThat(sweep.schema().counters().get(6).bits()).isEqualTo(64);
    assertThat(sweep.value(6)).isEqualTo(4_294_967_299L);
    assertThat(sweep.schema().counters().get(7).signal()).isEqualTo(Signal.OUT_OF_SEQUENCE);
  }

  @Test
  void everyNameOfARealCardIsTakenOrPassedOver() throws Exception {
    assertThat(CapturedNames.ofEthtool(IrdmaCounters.ALL, "ethtool-S/ethq-ice.txt")).isEmpty();
  }

  @Test
  void namesOfEveryGenerationAreTakenOrPassedOver() {
    assertThat(
            List.of(
                "InOptErrors",
                "tcpInProtoErrors",
                "RxUDP",
                "ip4InDiscards",
                "rxVlanErrors",
                "iwInRdmaWrites",
                "InRdmaReads",
                "RNR sent",
                "RNR received",
                "ord limit count",
                "ird limit count",
                "Rx atomics",
                "Tx atomics",
                "Nak Sequence Error",
                "RTO",
                "cnpIgnored",
                "tcpRetransSegs",
                "ip6OutMcastPkts",
                "RdmaBnd"))
        .allMatch(name -> new CatalogueNames(IrdmaCounters.ALL).knows(Origin.HW_COUNTERS, name));
    assertThat(new CatalogueNames(IrdmaCounters.ALL).knows(Origin.HW_COUNTERS, "cnpForgotten"))
        .isFalse();
  }
}
