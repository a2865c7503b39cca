package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Nic;
import dev.losslessd.model.Nics;
import dev.losslessd.model.PortId;
import dev.losslessd.transport.FakeRdma;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.netlink.RdmaClient;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueuePairsTest {
  private static final int RTS = 3;
  private static final int RC = 2;
  private static final PortId FIRST = PortId.parse("node7:ens2f0np0");
  private static final PortId SECOND = PortId.parse("node7:ens2f1np1");
  private static final List<Nic> NICS =
      List.of(
          Nics.plain(FIRST, "mlx5_4", 1),
          Nics.plain(SECOND, "mlx5_4", 2),
          Nics.plain(PortId.parse("node7:eno1"), "", 0));

  private final FakeRdma kernel = new FakeRdma();
  private final QueuePairs pairs = new QueuePairs(new RdmaClient(kernel, WriteGate.OPEN));

  QueuePairsTest() {
    kernel.error = 0;
  }

  @Test
  void aPairThatIsReadyToSendHoldsItsPort() {
    kernel.pairs.add(new int[] {2, RC, RTS});

    assertThat(pairs.connected(NICS)).containsExactly(SECOND);
  }

  @Test
  void aPairThatIsOnlyWrittenToHoldsItsPort() {
    kernel.pairs.add(new int[] {2, RC, 2});

    assertThat(pairs.connected(NICS)).containsExactly(SECOND);
  }

  @Test
  void managementAndUnconnectedPairsHoldNothing() {
    kernel.pairs.add(new int[] {1, 0, RTS});
    kernel.pairs.add(new int[] {1, 1, RTS});
    for (int state : new int[] {0, 1, 4, 5, 6}) {
      kernel.pairs.add(new int[] {1, RC, state});
    }

    assertThat(pairs.connected(NICS)).isEmpty();
  }

  @Test
  void aPairWithoutAPortHoldsEveryPortOfItsDevice() {
    kernel.pairs.add(new int[] {0, RC, RTS});

    assertThat(pairs.connected(NICS)).containsExactlyInAnyOrder(FIRST, SECOND);
  }

  @Test
  void aCrowdIsNotAskedOneByOne() {
    kernel.summary = 5000;

    assertThat(pairs.connected(NICS)).containsExactlyInAnyOrder(FIRST, SECOND);
    assertThat(kernel.asked).doesNotContain(10);
  }

  @Test
  void usersAreProcessesWithDataOnThePort() {
    kernel.pairs.add(new int[] {1, 1, RTS});
    kernel.pairs.add(new int[] {1, RC, RTS, 4711});
    kernel.pairs.add(new int[] {1, RC, RTS, 4711});
    kernel.pairs.add(new int[] {2, RC, RTS, 4712});

    QueuePairs.Users users = pairs.users(NICS.getFirst()).orElseThrow();

    assertThat(users.count()).isEqualTo(4);
    assertThat(users.byProcess()).containsExactly(Map.entry(4711, 2));
    assertThat(pairs.users(NICS.getLast())).isEmpty();
  }

  @Test
  void usersOfACrowdAreThoseOfProtectionDomains() {
    kernel.summary = 5000;
    kernel.domains.addAll(List.of(4711, 4713));

    assertThat(pairs.users(NICS.getFirst()).orElseThrow().byProcess()).containsKeys(4711, 4713);
    assertThat(kernel.asked).doesNotContain(10);
  }

  @Test
  void aKernelWithoutRdmaIsAskedOnce() {
    kernel.error = 93;

    assertThat(pairs.connected(NICS)).isEmpty();
    assertThat(pairs.connected(NICS)).isEmpty();
    assertThat(kernel.asked).hasSize(1);
  }

  @Test
  void whatIsNotToldCountsAsConnected() {
    kernel.cutTo = 50;

    assertThat(pairs.connected(NICS)).containsExactlyInAnyOrder(FIRST, SECOND);
    kernel.cutTo = Integer.MAX_VALUE;
    assertThat(pairs.connected(NICS)).isEmpty();
  }
}
