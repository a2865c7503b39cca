package dev.losslessd.driver.generic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DriverContract;
import dev.losslessd.driver.HostTree;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Counter;
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

/** A bnxt port: APP entries in hardware, two entries of one DSCP are both kept. */
class GenericDriverTest extends DriverContract {
  private final GenericDriver driver = new GenericDriver();

  @Override
  protected NicDriver driver() {
    return driver;
  }

  @Override
  protected void build(HostTree host) {
    dcb.addReplaces = false;
    ethtool.driver = "bnxt_en";
    host.function(PCI, "bnxt_en", 0).netdev(NETDEV, PCI).rdma("bnxt_re0", PCI, "Ethernet");
    host.file("sys/class/infiniband/bnxt_re0/ports/1/hw_counters/np_cnp_pkts", "4");
    ethtool.stats.put("rx_pfc_ena_frames_pri3", 8L);
    ethtool.stats.put("pfc_pri3_tx_duration_us", 9L);
    ethtool.stats.put("tx_pause_frames", 10L);
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
        .isEqualTo("unsupported: the kernel driver bnxt_en has no dcbnl operations (EOPNOTSUPP)");
    assertThatThrownBy(() ->
            session.apply(
                new Change(target(), Pfc.OFF, new Pfc(PrioritySet.of(3)), List.of(), Set.of())))
        .isInstanceOfSatisfying(
            DeviceException.class,
            e -> assertThat(e.kind()).isEqualTo(DeviceException.Kind.UNSUPPORTED));
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
            "rx_pfc_ena_frames_pri3",
            "pfc_pri3_tx_duration_us",
            "tx_pause_frames",
            "rx_packets",
            "tx_dropped",
            "np_cnp_pkts");
    assertThat(sweep.schema().counters().get(1).signal()).isEqualTo(Signal.PFC_PAUSE_TIME);
    assertThat(sweep.value(5)).isEqualTo(4);
  }
}
