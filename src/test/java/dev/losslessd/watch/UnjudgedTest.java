package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnjudgedTest {
  private static final PortId PORT = PortStory.PORT;
  private static final Priority THREE = Priority.of(3);
  private static final Counter DROPS =
      Counter.of(Signal.PRIORITY_DISCARDS, Direction.RX, THREE, "rx_drops", 64);
  private static final Counter SENT_DROPS =
      Counter.of(Signal.PRIORITY_DISCARDS, Direction.TX, THREE, "tx_drops", 64);
  private static final Schema QUEUES = new Schema(List.of(SENT_DROPS), "queues");
  private static final String PAUSE = " pause duty of priority 3 is not exposed";

  private final LossGuard guard =
      new LossGuard(
          Set.of(PORT),
          _ -> Optional.of(PrioritySet.of(3)),
          Map.of(),
          Map.of(),
          GuardLimits.DEFAULT);

  @Test
  void whatEitherReaderOfAPortCountsIsJudged() {
    Sweep main = new PortStory(DROPS).after(1000);
    guard.applied();
    guard.take(main);
    assertThat(unjudged())
        .containsExactly("tx drops of priority 3 are not exposed", "rx" + PAUSE, "tx" + PAUSE);

    guard.take(queues(main.tickNanos() + 1));
    assertThat(unjudged()).containsExactly("rx" + PAUSE, "tx" + PAUSE);
  }

  @Test
  void aReaderThatCountedItBeforeWillCountIt() {
    Sweep main = new PortStory(DROPS).after(1000);
    guard.before(queues(1), queues(2));
    guard.applied();
    guard.take(main);

    assertThat(unjudged()).containsExactly("rx" + PAUSE, "tx" + PAUSE);
  }

  @Test
  void theSweepsOfEachReaderAreKept() {
    RecentSweeps recent = new RecentSweeps();
    recent.accept(new PortStory(DROPS).after(1000));
    recent.accept(queues(9));
    assertThat(recent.of(PORT)).hasSize(2);
  }

  @Test
  void portsThatLackTheSameAreOneLine() {
    List<LossGuard.Unjudged> all = new ArrayList<>();
    for (int n = 10; n < 57; n++) {
      PortId port = PortId.parse("leaf1:Ethernet1/" + n);
      all.add(new LossGuard.Unjudged(port, "rx" + PAUSE));
      all.add(new LossGuard.Unjudged(port, "tx" + PAUSE));
    }
    all.add(new LossGuard.Unjudged(PORT, "was not swept yet"));

    assertThat(LossGuard.Unjudged.lines(all))
        .containsExactly(
            PORT + ": was not swept yet",
            "leaf1:Ethernet1/10, leaf1:Ethernet1/11, leaf1:Ethernet1/12 and 44 more: rx"
                + PAUSE
                + "; tx"
                + PAUSE);
  }

  private List<String> unjudged() {
    return guard.verdict(0).unjudged().stream().map(LossGuard.Unjudged::what).toList();
  }

  private static Sweep queues(long tick) {
    return new Sweep(PORT, QUEUES, new long[1], new byte[1], 0, tick);
  }
}
