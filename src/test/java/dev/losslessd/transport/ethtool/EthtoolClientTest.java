package dev.losslessd.transport.ethtool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.transport.FakeEthtool;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import java.util.List;
import org.junit.jupiter.api.Test;

class EthtoolClientTest {
  private final FakeEthtool kernel = new FakeEthtool("ens2f0np0");
  private final EthtoolClient client = new EthtoolClient(kernel, WriteGate.OPEN);

  @Test
  void theDriverTellsItsName() {
    kernel.stats.put("rx_packets", 1L);

    DriverInfo info = client.driverInfo("ens2f0np0");

    assertThat(info).isEqualTo(new DriverInfo("mlx5_core", "", "28.41.1000", "", 1));
  }

  @Test
  void theAddressThatAPortWasMadeWith() {
    kernel.permanent = new byte[] {0x0c, 0x42, (byte) 0xa1, 0, 0, 1};
    assertThat(client.permanentAddress("ens2f0np0")).contains("0c:42:a1:00:00:01");

    kernel.permanent = new byte[20];
    assertThat(client.permanentAddress("ens2f0np0")).as("InfiniBand").isEmpty();
    kernel.cutTo = 12;
    assertThatThrownBy(() -> client.permanentAddress("ens2f0np0"))
        .hasMessageContaining("ethtool GPERMADDR ens2f0np0: answer of 8 bytes, expected 40");
  }

  @Test
  void namesAndValuesBelongTogether() {
    kernel.stats.put("rx_prio3_pause", 12L);
    kernel.stats.put("tx_prio3_pause", -1L);
    StatTable table = client.stats("ens2f0np0");

    assertThat(table.read()).isTrue();

    assertThat(table.names()).containsExactly("rx_prio3_pause", "tx_prio3_pause");
    assertThat(table.value(0)).isEqualTo(12);
    assertThat(Long.toUnsignedString(table.value(1))).isEqualTo("18446744073709551615");
  }

  @Test
  void aGrownSetIsReadAnew() {
    kernel.stats.put("rx_packets", 5L);
    StatTable table = client.stats("ens2f0np0");
    table.read();

    kernel.stats.put("rx_prio3_pause", 7L);

    assertThat(table.read()).isTrue();
    assertThat(table.names()).containsExactly("rx_packets", "rx_prio3_pause");
    assertThat(table.value(1)).isEqualTo(7);
    assertThat(table.read()).isFalse();
  }

  @Test
  void aMovedPriorityWithTheSameCountIsReadAnew() {
    kernel.stats.put("rx_prio3_pause", 7L);
    StatTable table = client.stats("ens2f0np0");
    table.read();

    kernel.stats.clear();
    kernel.stats.put("rx_prio4_pause", 9L);

    assertThat(table.read()).isTrue();
    assertThat(table.names()).containsExactly("rx_prio4_pause");
    assertThat(table.value(0)).isEqualTo(9);
  }

  @Test
  void namesThatNeverStandStillAreAnError() {
    kernel.stats.put("a", 1L);
    int[] count = {0};
    kernel.meanwhile =
        () -> {
          kernel.stats.clear();
          kernel.stats.put("name" + count[0]++, 1L);
        };

    assertThatThrownBy(() -> client.stats("ens2f0np0").read())
        .hasMessage("ethtool GSTATS ens2f0np0: the names changed 3 times");
  }

  @Test
  void aDriverWithoutStatisticsSaysSo() {
    assertThatThrownBy(() -> client.stats("ens2f0np0").read())
        .hasMessage("ethtool GSSET_INFO ens2f0np0: EOPNOTSUPP (95)");
  }

  @Test
  void aMissingNetdevIsGone() {
    assertThatThrownBy(() -> client.pause("eth9"))
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.kind()).isEqualTo(Kind.GONE));
  }

  @Test
  void everyCutOfAnAnswerIsAnError() {
    kernel.stats.put("rx_packets", 5L);
    List<Runnable> reads =
        List.of(
            () -> client.driverInfo("ens2f0np0"),
            () -> client.pause("ens2f0np0"),
            () -> client.stats("ens2f0np0").read());

    for (int cut = 0; cut < 16; cut++) {
      kernel.cutTo = cut;
      for (Runnable read : reads) {
        assertThatThrownBy(read::run)
            .isInstanceOfSatisfying(
                TransportException.class, e -> assertThat(e.kind()).isEqualTo(Kind.GARBLED));
      }
    }
  }

  @Test
  void pauseIsSetThroughTheGate() {
    client.setPause("ens2f0np0", new PauseParam(false, false, true));

    assertThat(client.pause("ens2f0np0")).isEqualTo(new PauseParam(false, false, true));
    EthtoolClient closed =
        new EthtoolClient(
            kernel,
            what -> {
              throw new TransportException(Kind.CLOSED_GATE, what);
            });
    assertThatThrownBy(() -> closed.setPause("ens2f0np0", new PauseParam(false, false, false)))
        .hasMessage("ethtool pause ens2f0np0");
    assertThat(kernel.pause).containsExactly(0, 0, 1);
  }
}
