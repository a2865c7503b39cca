package dev.losslessd.driver.generic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.CapturedNames;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DriverContract;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Counter;
import dev.losslessd.model.DcbxMode;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** An i40e port: APP entries in hardware, two entries of one DSCP are both kept. */
class GenericDriverTest extends DriverContract {
  private final GenericDriver driver = new GenericDriver();

  @Override
  protected NicDriver driver() {
    return driver;
  }

  @Override
  protected void build(HostTree host) {
    dcb.addReplaces = false;
    ethtool.driver = "i40e";
    host.function(PCI, "i40e", 0).netdev(NETDEV, PCI).rdma("rxe0", PCI, "Ethernet");
    host.file("sys/class/infiniband/rxe0/ports/1/hw_counters/rcvd_seq_err", "4");
    ethtool.stats.put("port.rx_priority_3_xoff", 8L);
    ethtool.stats.put("port.link_xoff_tx", 10L);
  }

  @Test
  void whatIeeeGetDoesNotShowIsNotWritten() {
    Change change = change(new Headroom(Collections.nCopies(8, 0), Collections.nCopies(8, 64L)));
    dcb.buffer = null;

    assertThat(session.read(target()).reading(SettingKind.HEADROOM))
        .isInstanceOf(Reading.Unsupported.class);
    assertThat(session.capabilities(target()).of(SettingKind.HEADROOM).access())
        .isEqualTo(Capability.Access.NONE);
    assertThatThrownBy(() -> session.apply(change))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED));
    assertThat(gate).isEmpty();
  }

  @Test
  void twoEntriesOfOneDscpAreNoMap() {
    dcb.apps.add(new int[] {5, 3, 26});
    dcb.apps.add(new int[] {5, 4, 26});

    assertThat(session.read(target()).reading(SettingKind.DSCP_MAP))
        .isInstanceOfSatisfying(
            Reading.Unread.class,
            unread -> assertThat(unread.why()).startsWith("DSCP 26 has two entries"));
  }

  @Test
  void aDriverWithoutDcbnlIsNamed() {
    dcb.errorForAll = 95;

    assertThat(session.read(target()).reading(SettingKind.PFC).text())
        .isEqualTo("unsupported: the kernel driver i40e has no dcbnl operations (EOPNOTSUPP)");
    assertThatThrownBy(() ->
            session.apply(
                new Change(target(), Pfc.OFF, new Pfc(PrioritySet.of(3)), List.of(), Set.of())))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED));
  }

  @Test
  void whoDecidesIsReadAndNotSet() {
    dcb.mode = 0x08;

    assertThat(inForce(SettingKind.DCBX_MODE)).isEqualTo(DcbxMode.FIRMWARE);
    assertThat(session.capabilities(target()).of(SettingKind.DCBX_MODE).access())
        .isEqualTo(Capability.Access.READ);
  }

  @Test
  void firmwareModeIsLeftToItsAgent() {
    dcb.mode = 0x08;

    assertThatThrownBy(() -> session.apply(change(new Pfc(PrioritySet.of(3)))))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.REFUSED));
    assertThat(gate).isEmpty();
  }

  @Test
  void countersComeFromThreePlaces() {
    Sweep sweep = session.sweeper(nic.port()).sweep(0, 0);

    assertThat(sweep.schema().counters())
        .extracting(Counter::rawName)
        .containsExactly(
            "port.rx_priority_3_xoff",
            "port.link_xoff_tx",
            "rx_packets",
            "tx_dropped",
            "rcvd_seq_err");
    assertThat(sweep.schema().counters().get(0).signal()).isEqualTo(Signal.PFC_PAUSE_FRAMES);
    assertThat(sweep.value(4)).isEqualTo(4);
  }

  @Test
  void everyNameOfRealCardsIsTakenOrPassedOver() throws Exception {
    assertThat(CapturedNames.ofEthtool(GenericCounters.ALL, "ethtool-S/ethq-i40e.txt")).isEmpty();
    for (String device : List.of("mlx4_0", "i40iw0")) {
      assertThat(
              CapturedNames.ofTree(
                  GenericCounters.ALL, "node_exporter-sysfs/sys/class/infiniband/" + device))
          .as(device)
          .isEmpty();
    }
    for (String device : List.of("mlx4_0", "hfi1_0")) {
      assertThat(
              CapturedNames.ofTree(
                  GenericCounters.ALL, "procfs-sysfs/sys/class/infiniband/" + device))
          .as(device)
          .isEmpty();
    }
  }
}
