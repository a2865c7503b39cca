package dev.losslessd.driver.ionic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.CapturedNames;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Discovery;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NetdevAddresses;
import dev.losslessd.driver.NoFirmware;
import dev.losslessd.driver.Session;
import dev.losslessd.model.Change;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.transport.FakeDcb;
import dev.losslessd.transport.FakeEthtool;
import dev.losslessd.transport.FakeRdma;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a card that is only monitored. */
class IonicDriverTest {
  private static final String NETDEV = "enp9s0";
  private static final String PCI = "0000:09:00.0";

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  private Path root;

  private final FakeDcb dcb = new FakeDcb(NETDEV);
  private final FakeEthtool ethtool = new FakeEthtool(NETDEV);
  private final IonicDriver driver = new IonicDriver();

  @SuppressWarnings("NullAway.Init") // before each test
  private HostAccess access;

  @SuppressWarnings("NullAway.Init") // before each test
  private Nic nic;

  @SuppressWarnings("NullAway.Init") // before each test
  private Session session;

  @BeforeEach
  void open() {
    ethtool.driver = "ionic";
    ethtool.stats.put("rx_pripause_3_1us_count", 40L);
    ethtool.stats.put("frames_rx_pri_3", 900L);
    String hardware = "sys/class/infiniband/ionic_0/ports/1/hw_counters/";
    new HostTree(root)
        .function(PCI, "ionic", 0)
        .netdev(NETDEV, PCI)
        .rdma("ionic_0", PCI, "Ethernet")
        .file(hardware + "resp_rx_outouf_seq", "12")
        .file(hardware + "tx_rdma_cnp_pkts", "18446744073709551615");
    access =
        new HostAccess(
            new HostFiles(root, WriteGate.OPEN),
            new DcbClient(dcb, WriteGate.OPEN),
            new EthtoolClient(ethtool, WriteGate.OPEN),
            new RdmaClient(new FakeRdma(), WriteGate.OPEN),
            new NoFirmware(),
            new NetdevAddresses());
    nic =
        new Discovery(access.files(), access.ethtool(), _ -> false)
            .find(new DeviceId("node7"))
            .getFirst();
    session = driver.open(nic, access);
  }

  @AfterEach
  void close() {
    session.close();
    access.close();
  }

  @Test
  void nothingIsSetAndThePlaceIsNamed() {
    assertThat(driver.drives(nic)).isTrue();
    Target target = Target.port(nic.port());
    for (SettingKind kind : SettingKind.values()) {
      assertThat(session.read(target).reading(kind))
          .isInstanceOfSatisfying(
              Reading.Unsupported.class, u -> assertThat(u.why()).contains("nicctl"));
    }
    assertThatThrownBy(() ->
            session.apply(
                new Change(target, Pfc.OFF, new Pfc(PrioritySet.of(3)), List.of(), Set.of())))
        .isInstanceOf(DeviceException.class)
        .hasMessageContaining("nicctl");
    assertThat(dcb.writes).isEmpty();
    assertThat(driver.ledger().entries()).isEmpty();
  }

  @Test
  void aCounterThatCouldNotBeReadIsMissing() {
    Sweep sweep = session.sweeper(nic.port()).sweep(0, 0);

    assertThat(sweep.schema().counters())
        .extracting(counter -> counter.signal())
        .containsExactly(
            Signal.PFC_PAUSE_TIME,
            Signal.PRIORITY_PACKETS,
            Signal.PORT_PACKETS,
            Signal.PORT_DISCARDS,
            Signal.CNP_SENT,
            Signal.OUT_OF_SEQUENCE);
    assertThat(sweep.missing(4)).isEqualTo(Sweep.Missing.UNREAD);
    assertThat(sweep.value(5)).isEqualTo(12);
  }

  @Test
  void everyNameOfARealCardIsTakenOrPassedOver() throws Exception {
    String lists = "counter-names/";
    assertThat(
            CapturedNames.ofList(
                IonicCounters.ALL, Origin.ETHTOOL, lists + "ethtool-PollaraEthtoolStatistics.txt"))
        .isEmpty();
    assertThat(
            CapturedNames.ofList(
                IonicCounters.ALL, Origin.HW_COUNTERS, lists + "rdma-PollaraRdmaStatistics.txt"))
        .isEmpty();
    for (String file : List.of("enp68s0", "enp132s0", "enp132s0v0")) {
      assertThat(
              CapturedNames.ofEthtool(
                  IonicCounters.ALL, "ainic-mockdata/ethtool_S_" + file + ".txt"))
          .as(file)
          .isEmpty();
    }
    assertThat(
            CapturedNames.ofRdma(
                IonicCounters.ALL, "rdma-json/rdma_statistic_example_data.json", "ionic_"))
        .isEmpty();
    assertThat(
            CapturedNames.ofRdma(
                IonicCounters.ALL, "ainic-mockdata/rdma_statistic_j.txt", "ionic_|rocep"))
        .isEmpty();
  }
}
