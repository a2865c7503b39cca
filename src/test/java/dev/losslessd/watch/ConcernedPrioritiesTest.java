package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Tests that priorities which a commit makes lossless or lossy are judged, whatever the port shows
 * afterwards.
 */
class ConcernedPrioritiesTest {
  private static final PortId PORT = PortStory.PORT;
  private static final Counter DROPS3 = drops(3);
  private static final Counter DROPS4 = drops(4);
  private static final PrioritySet BOTH = PrioritySet.of(3, 4);

  private final PortStory nic = new PortStory(DROPS3, DROPS4);
  private Optional<PrioritySet> observed = Optional.of(PrioritySet.of(4));

  private static Counter drops(int priority) {
    return Counter.of(
        Signal.PRIORITY_DISCARDS,
        Direction.RX,
        Priority.of(priority),
        "rx_prio" + priority + "_discards",
        64);
  }

  private LossGuard guard(Map<PortId, PrioritySet> judged, Map<PortId, PrioritySet> wanted) {
    return new LossGuard(Set.of(PORT), _ -> observed, judged, wanted, GuardLimits.DEFAULT);
  }

  private void settle(LossGuard guard) {
    guard.applied();
    guard.take(nic.after(1000));
    guard.take(nic.after(16_000));
  }

  private List<String> breaches(LossGuard guard) {
    return guard.verdict(nic.tick()).breaches().stream().map(LossGuard.Breach::message).toList();
  }

  @Test
  void trafficThatIsStillInThePriorityThatWasTakenIsSeen() {
    LossGuard guard = guard(Map.of(PORT, BOTH), Map.of(PORT, PrioritySet.of(4)));
    settle(guard);

    guard.take(nic.grow(DROPS3, 100_000).after(1000));

    assertThat(breaches(guard))
        .containsExactly(
            PORT + " dropped 100000 packets of lossless priority 3 (rx_prio3_discards)");
  }

  @Test
  void whatWasLosslessBeforeIsJudgedThoughThePlanDoesNotNameIt() {
    observed = Optional.of(PrioritySet.of(3));
    LossGuard guard = guard(Map.of(), Map.of());
    observed = Optional.of(PrioritySet.NONE);
    settle(guard);

    guard.take(nic.grow(DROPS3, 1).after(1000));

    assertThat(breaches(guard)).hasSize(1);
  }

  @Test
  void aLosslessSetThatShrinksIsABreachAndIsToldOnce() {
    LossGuard guard = guard(Map.of(PORT, BOTH), Map.of(PORT, BOTH));
    observed = Optional.of(BOTH);
    settle(guard);
    assertThat(breaches(guard)).isEmpty();

    observed = Optional.of(PrioritySet.of(4));
    guard.take(nic.after(1000));
    guard.take(nic.after(1000));

    assertThat(breaches(guard))
        .containsExactly(PORT + " shows lossless priorities 4, the commit wrote 3,4");
  }

  @Test
  void settingsThatCannotBeReadNeitherBlindItNorPassForHealth() {
    observed = Optional.empty();
    LossGuard known = guard(Map.of(PORT, BOTH), Map.of(PORT, BOTH));
    LossGuard unknown = guard(Map.of(), Map.of());
    settle(known);
    settle(unknown);
    Sweep lossy = nic.grow(DROPS3, 5).after(1000);
    known.take(lossy);
    unknown.take(lossy);

    assertThat(breaches(known)).hasSize(1);
    assertThat(unknown.undecided()).contains("the lossless priorities of 1 port are not known");
  }

  @Test
  void threeStridesMakeAJudgement() {
    LossGuard guard = guard(Map.of(PORT, BOTH), Map.of());
    settle(guard);
    for (int stride = 0; stride < 3; stride++) {
      assertThat(guard.undecided()).get().asString().contains("was not read 4 times");
      guard.take(nic.after(10_000));
    }
    assertThat(guard.undecided()).isEmpty();
  }

  /** Twelve bursts of a second in two minutes: 1000 packets each, 100 a second in the mean. */
  private RecentDrops bursts() {
    RecentDrops recent = new RecentDrops();
    for (int second = 0; second < 120; second++) {
      nic.grow(DROPS3, second % 10 == 0 ? 1000 : 0);
      recent.accept(nic.after(1000));
    }
    return recent;
  }

  @Test
  void theTailOfAFaultThatDropsInBurstsEndsSlowlyAndIsNoBreach() {
    LossGuard guard = guard(Map.of(PORT, BOTH), Map.of());
    guard.before(PORT, bursts().of(PORT));
    settle(guard);
    for (int burst = 1000; burst > 0; burst -= 100) {
      guard.take(nic.grow(DROPS3, burst).after(1000));
      guard.take(nic.after(9000));
    }
    assertThat(breaches(guard)).isEmpty();

    guard.take(nic.grow(DROPS3, 1001).after(1000));

    assertThat(breaches(guard)).hasSize(1);
  }

  @Test
  void dropsOfLongAgoExcuseNothing() {
    RecentDrops recent = bursts();
    for (int second = 0; second < 125; second++) {
      recent.accept(nic.after(1000));
    }
    assertThat(recent.of(PORT)).isEmpty();
    recent.accept(nic.grow(DROPS3, 10).after(1000));
    assertThat(recent.of(PORT)).containsExactly(Map.entry(DROPS3, 10.0));
  }

  @Test
  void aTailOfWhatTheChangeMendsIsNoBreachAndMoreOfItIs() {
    LossGuard guard = guard(Map.of(PORT, BOTH), Map.of());
    guard.before(nic.grow(DROPS3, 1).after(1000), nic.grow(DROPS3, 1_000_000).after(1000));
    settle(guard);

    guard.take(nic.grow(DROPS3, 10).after(1000));
    assertThat(breaches(guard)).isEmpty();
    guard.take(nic.grow(DROPS4, 10).after(1000));
    assertThat(breaches(guard)).as("another priority had none before").hasSize(1);
    guard.take(nic.grow(DROPS3, 1_000_001).after(1000));
    assertThat(breaches(guard)).hasSize(2);
  }
}
