package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Signal;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Ports that nothing runs on cannot lose anything, whatever was set. */
class IdlePortsTest {
  private static final PortId PORT = PortStory.PORT;
  private static final Counter BYTES0 = bytes(0);
  private static final Counter BYTES3 = bytes(3);
  private static final Counter RDMA =
      Counter.of(Signal.RDMA_BYTES, Direction.TX, "port_xmit_data", 64);
  private static final Counter ALL = Counter.of(Signal.PORT_BYTES, Direction.RX, "rx_bytes", 64);
  private static final long MEGABYTE = 1_000_000;

  private static Counter bytes(int priority) {
    return Counter.of(
        Signal.PRIORITY_BYTES,
        Direction.RX,
        Priority.of(priority),
        "rx_prio" + priority + "_bytes",
        64);
  }

  private static LossGuard guard(PortStory... ports) {
    LossGuard guard =
        new LossGuard(
            Set.of(PORT, OTHER),
            _ -> Optional.of(PrioritySet.of(3)),
            Map.of(),
            Map.of(),
            GuardLimits.DEFAULT);
    guard.applied();
    for (PortStory port : ports) {
      guard.take(port.after(1000));
      guard.take(port.after(15_000));
    }
    return guard;
  }

  private static final PortId OTHER = PortId.parse("gpu02:ens1f0np0");

  private static void run(LossGuard guard, PortStory port, Counter counter, long perSecond) {
    for (int second = 0; second < 3; second++) {
      guard.take(port.grow(counter, perSecond).after(1000));
    }
  }

  @Test
  void withoutTrafficNothingIsDecidedThoughTheCountersAreRead() {
    PortStory nic = new PortStory(BYTES0, BYTES3, ALL);
    LossGuard guard = guard(nic);
    run(guard, nic, BYTES3, 50_000);

    assertThat(guard.undecided()).isEmpty();
    assertThat(guard.idle())
        .contains(
            "no traffic: undecided; none of 2 ports moved 100 kB/s in a lossless priority 3 times"
                + " since its settle time");
  }

  @Test
  void lossyTrafficIsNone() {
    PortStory nic = new PortStory(BYTES0, BYTES3, ALL);
    LossGuard guard = guard(nic);
    run(guard, nic, BYTES0, MEGABYTE);
    run(guard, nic, ALL, MEGABYTE);

    assertThat(guard.idle()).isPresent();
  }

  @Test
  void threeStridesWithTrafficOnOnePortAreEnough() {
    PortStory nic = new PortStory(BYTES0, BYTES3);
    PortStory idle = new PortStory(OTHER, BYTES0, BYTES3);
    LossGuard guard = guard(nic, idle);
    guard.take(nic.grow(BYTES3, MEGABYTE).after(1000));
    guard.take(nic.grow(BYTES3, MEGABYTE).after(1000));
    assertThat(guard.idle()).isPresent();
    guard.take(nic.grow(BYTES3, MEGABYTE).after(1000));

    assertThat(guard.idle()).isEmpty();
  }

  @Test
  void whereAPriorityIsNotCountedRdmaStandsInAndElseThePort() {
    PortStory nic = new PortStory(RDMA, ALL);
    LossGuard byRdma = guard(nic);
    run(byRdma, nic, ALL, MEGABYTE);
    assertThat(byRdma.idle()).isPresent();
    run(byRdma, nic, RDMA, MEGABYTE);
    assertThat(byRdma.idle()).isEmpty();

    PortStory leaf = new PortStory(ALL);
    LossGuard byPort = guard(leaf);
    run(byPort, leaf, ALL, MEGABYTE);
    assertThat(byPort.idle()).isEmpty();
  }

  @Test
  void whatMovedBeforeTheSettleTimeWasOverDoesNotCount() {
    PortStory nic = new PortStory(BYTES0, BYTES3);
    LossGuard guard = guard();
    guard.take(nic.after(1000));
    run(guard, nic, BYTES3, MEGABYTE);
    assertThat(guard.idle()).isPresent();
  }
}
