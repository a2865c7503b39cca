package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nics;
import dev.losslessd.model.PortId;
import dev.losslessd.transport.FakeRdma;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.netlink.RdmaClient;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Counters of bound queue pairs as columns of a sweep. */
class QueuePairStatsTest {
  private static final int RC = 2;
  private static final int UD = 4;

  private final FakeRdma kernel = new FakeRdma();
  private final QueuePairStats stats =
      new QueuePairStats(
          Nics.full(PortId.parse("gpu01:ens1f0np0"), Nic.Role.PHYSICAL),
          new RdmaClient(kernel, WriteGate.OPEN));

  @BeforeEach
  void bindByType() {
    kernel.error = 0;
    kernel.device = "mlx5_0";
    kernel.mode = 1;
    kernel.mask = 1;
    kernel.sets.put(RC, Map.of("rx_write_requests", 7L, "rdma_rx_bytes", 900L, "np_cnp_sent", 0L));
    kernel.sets.put(UD, Map.of("rx_write_requests", 1L));
  }

  @Test
  void eachTypeHasItsCountersThatFirmwareKeepsByQueuePair() {
    assertThat(columns())
        .containsEntry("qp/RC/rx_write_requests", 7L)
        .containsEntry("qp/RC/rdma_rx_bytes", 900L)
        .containsEntry("qp/UD/rx_write_requests", 1L)
        .containsEntry("qp_counter_mode/auto", 1L)
        .containsEntry("qp_counter_mode/none", 0L)
        .containsEntry("qp_auto_mask/type", 1L)
        .containsEntry("qp_auto_mask/pid", 0L)
        .containsEntry("qp_scrape_status/ok", 1L)
        .doesNotContainKey("qp/RC/np_cnp_sent");
  }

  @Test
  void aSetThatIsGoneHasNoColumns() {
    columns();
    kernel.sets.remove(UD);

    assertThat(stats.read()).as("columns changed").isTrue();
    assertThat(columns()).doesNotContainKey("qp/UD/rx_write_requests");
    assertThat(stats.read()).isFalse();
  }

  @Test
  void setsOfProcessesAreNotAddedUp() {
    kernel.mask = 3;
    kernel.setsOfProcesses = true;

    assertThat(columns().keySet())
        .contains("qp_auto_mask/pid")
        .noneMatch(name -> name.startsWith("qp/") || name.startsWith("qp_scrape_status"));
  }

  @Test
  void aHostThatBindsNoneIsAskedForItsModeNowAndThenAndHasNoColumns() {
    kernel.mode = 0;
    for (int n = 0; n < 61; n++) {
      assertThat(stats.read()).isFalse();
    }

    assertThat(stats.counters()).isEmpty();
    assertThat(kernel.asked).containsExactly(1, 17);
  }

  @Test
  void moreQueuePairsThanAMessageNamesAreNotAskedFor() {
    kernel.summary = 2049;

    assertThat(columns())
        .containsEntry("qp_scrape_status/overflow", 1L)
        .doesNotContainKey("qp/RC/rx_write_requests");
    assertThat(kernel.asked).containsExactly(1, 17, 9);
  }

  @Test
  void aKernelWithoutTheCommandIsAskedOnce() {
    kernel.error = 22;
    stats.read();
    stats.read();

    assertThat(stats.counters()).isEmpty();
    assertThat(kernel.asked).hasSize(1);
  }

  private Map<String, Long> columns() {
    stats.read();
    Map<String, Long> all = new LinkedHashMap<>();
    for (int n = 0; n < stats.counters().size(); n++) {
      Counter counter = stats.counters().get(n);
      assertThat(counter.whyNot()).isNotEmpty();
      all.put(counter.rawName(), stats.value(n));
    }
    return all;
  }
}
