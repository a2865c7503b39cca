package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LossGuardTest {
  private static final PortId PORT = PortStory.PORT;
  private static final Counter DROPS = of(Signal.PRIORITY_DISCARDS, "rx_prio3_discards");
  private static final Counter PAUSE = of(Signal.PFC_PAUSE_TIME, "rx_prio3_pause_duration");
  private static final Counter BYTES = of(Signal.PRIORITY_BYTES, "rx_prio3_bytes");
  private static final Counter LOSSY =
      Counter.of(Signal.PRIORITY_DISCARDS, Direction.RX, Priority.of(0), "rx_prio0_discards", 64);
  private static final Counter TX_PORT =
      Counter.of(Signal.PORT_DISCARDS, Direction.TX, "tx_discards_phy", 64);
  private static final Counter RX_PORT =
      Counter.of(Signal.PORT_DISCARDS, Direction.RX, "ifInDiscards", 32);
  private static final Counter STORMS =
      Counter.of(Signal.PAUSE_STORM_ERRORS, "tx_pause_storm_error_events", 64);

  private Optional<PrioritySet> lossless = Optional.of(PrioritySet.of(3));

  @Test
  void aDropOnALosslessPriorityIsABreach() {
    PortStory nic = nic();
    LossGuard guard = settled(nic);
    guard.take(nic.after(1000));
    assertThat(breaches(guard, nic)).isEmpty();

    guard.take(nic.grow(DROPS, 2).after(1000));

    assertThat(breaches(guard, nic))
        .containsExactly(PORT + " dropped 2 packets of lossless priority 3 (rx_prio3_discards)");
    guard.take(nic.after(1000));
    assertThat(breaches(guard, nic)).as("a breach stays, and is told once").hasSize(1);
  }

  @Test
  void dropsOnLossyPrioritiesAndBeforeTheSettleTimeAreNone() {
    PortStory nic = nic();
    LossGuard guard = guard(nic);
    guard.take(nic.grow(DROPS, 7).after(1000));
    guard.applied();
    guard.take(nic.grow(DROPS, 7).after(1000));
    guard.take(nic.grow(DROPS, 7).after(14_999));
    assertThat(guard.verdict(nic.tick()).settled()).isFalse();
    guard.take(nic.after(1));
    assertThat(guard.verdict(nic.tick()).settled()).isTrue();
    guard.take(nic.grow(LOSSY, 1000).after(1000));

    assertThat(breaches(guard, nic)).isEmpty();
    guard.take(nic.grow(DROPS, 1).after(1000));
    assertThat(breaches(guard, nic)).hasSize(1);
  }

  @Test
  void aNicThatGaveUpPausingIsABreach() {
    PortStory nic = nic();
    LossGuard guard = settled(nic);

    guard.take(nic.grow(STORMS, 1).after(1000));

    assertThat(breaches(guard, nic)).singleElement().asString().contains("gave up pausing");
  }

  @Test
  void aResetIsNoBreachAndTheNextDropIs() {
    PortStory nic = nic().set(DROPS, 500).set(BYTES, 1_000_000_000);
    LossGuard guard = settled(nic);

    guard.take(nic.set(DROPS, 3).set(BYTES, 10).set(PAUSE, 0).after(1000));
    guard.take(nic.after(1000));
    assertThat(breaches(guard, nic)).isEmpty();
    assertThat(unjudged(guard, nic))
        .containsExactly(
            PORT + " tx pause duty of priority 3 is not exposed",
            PORT + " rx_prio3_discards began anew; what it counted just before is lost");

    guard.take(nic.grow(DROPS, 1).after(1000));
    assertThat(breaches(guard, nic)).hasSize(1);
  }

  @Test
  void anotherCounterThatFallsDoesNotBlindTheGuard() {
    PortStory nic = nic().set(BYTES, 1_000_000);
    LossGuard guard = settled(nic);
    guard.take(nic.grow(BYTES, -10).grow(DROPS, 1).after(1000));
    assertThat(breaches(guard, nic)).hasSize(1);
  }

  @Test
  void aNarrowCounterThatFellTogetherWithAWideOneDidNotWrap() {
    PortStory leaf = new PortStory(RX_PORT, BYTES).set(RX_PORT, 0xf000_0000L).set(BYTES, 1_000);
    LossGuard guard = settled(leaf);
    guard.take(leaf.set(RX_PORT, 0).set(BYTES, 0).after(1000));
    assertThat(breaches(guard, leaf)).isEmpty();
    assertThat(unjudged(guard, leaf)).anyMatch(text -> text.contains("ifInDiscards began anew"));
  }

  @Test
  void aWrapIsNoBreachOfItselfAndCountsOnlyWhatItPassed() {
    Counter pause32 =
        new Counter(Signal.PFC_PAUSE_TIME, Direction.RX, Priority.of(3), "pause", 32, 1);
    Counter drops32 =
        new Counter(Signal.PRIORITY_DISCARDS, Direction.RX, Priority.of(3), "drops", 32, 1);
    PortStory nic =
        new PortStory(pause32, drops32, BYTES)
            .set(pause32, 0xffff_fff0L)
            .set(drops32, 0xffff_fffeL);
    LossGuard guard = settled(nic);

    guard.take(nic.set(pause32, 100).after(1000));
    guard.take(nic.set(pause32, 200).after(1000));
    assertThat(breaches(guard, nic)).isEmpty();

    guard.take(nic.set(drops32, 1).after(1000));
    assertThat(breaches(guard, nic)).singleElement().asString().contains("dropped 3 packets");
  }

  @Test
  void a32BitCounterThatFellFromItsFirstHalfBeganAnew() {
    PortStory leaf = new PortStory(RX_PORT).set(RX_PORT, 40);
    LossGuard guard = settled(leaf);
    guard.take(leaf.set(RX_PORT, 2).after(1000));
    assertThat(breaches(guard, leaf)).isEmpty();
    assertThat(unjudged(guard, leaf)).noneMatch(text -> text.contains("grew"));
  }

  @Test
  void portDiscardsAreProofOnlyWhileNothingLossyMoves() {
    List<Counter> counters = new ArrayList<>(List.of(RX_PORT, PAUSE, BYTES));
    for (int n = 0; n < 8; n++) {
      counters.add(packets(n));
    }
    PortStory port = new PortStory(counters.toArray(new Counter[0]));
    LossGuard guard = settled(port);

    guard.take(port.grow(RX_PORT, 5).grow(packets(0), 1).grow(packets(3), 9).after(1000));
    assertThat(breaches(guard, port)).isEmpty();
    assertThat(unjudged(guard, port))
        .anyMatch(text -> text.contains("ifInDiscards grew, and the port may carry lossy"));

    guard.take(port.grow(RX_PORT, 5).grow(packets(3), 9).after(1000));
    assertThat(breaches(guard, port))
        .containsExactly(
            PORT + " dropped 5 packets while only lossless priority 3 moved (ifInDiscards)");
  }

  @Test
  void portDiscardsWithoutTrafficByPriorityAreNeverProof() {
    PortStory leaf = new PortStory(RX_PORT, PAUSE);
    LossGuard guard = settled(leaf);
    guard.take(leaf.after(1000));
    assertThat(unjudged(guard, leaf))
        .as("no discards of the port are none of the priority")
        .noneMatch(text -> text.contains("rx drops"));

    guard.take(leaf.grow(RX_PORT, 5).after(1000));

    assertThat(breaches(guard, leaf)).isEmpty();
    assertThat(unjudged(guard, leaf)).anyMatch(text -> text.contains("is not known"));
  }

  @Test
  void absentCountersNeverBreachAndNeverPassSilently() {
    PortStory bare = new PortStory(Counter.of(Signal.PORT_BYTES, Direction.RX, "rx_bytes", 64));
    LossGuard guard = settled(bare);
    guard.take(bare.after(1000));

    assertThat(breaches(guard, bare)).isEmpty();
    assertThat(unjudged(guard, bare))
        .containsExactly(
            PORT + " rx drops of priority 3 are not exposed",
            PORT + " tx drops of priority 3 are not exposed",
            PORT + " rx pause duty of priority 3 is not exposed",
            PORT + " tx pause duty of priority 3 is not exposed");
  }

  @Test
  void anUnreadCounterIsToldAndCatchesUp() {
    PortStory nic = nic();
    LossGuard guard = settled(nic);
    guard.take(nic.grow(DROPS, 1).unread(DROPS, true).after(1000));
    assertThat(breaches(guard, nic)).isEmpty();
    assertThat(unjudged(guard, nic)).contains(PORT + " rx drops of priority 3 could not be read");

    guard.take(nic.unread(DROPS, false).after(1000));
    assertThat(breaches(guard, nic)).hasSize(1);
  }

  @Test
  void whatIsNotSweptOrNotKnownIsTold() {
    PortStory nic = nic();
    LossGuard guard = guard(nic);
    guard.applied();
    assertThat(unjudged(guard, nic)).containsExactly(PORT + " was not swept yet");
    guard.take(nic.after(1000));
    assertThat(guard.verdict(nic.tick() + 31_000_000_000L).unjudged())
        .singleElement()
        .extracting(LossGuard.Unjudged::message)
        .isEqualTo(PORT + " was not swept for 31 s");
    lossless = Optional.empty();
    LossGuard blind = settled(nic);
    assertThat(unjudged(blind, nic)).singleElement().asString().contains("are not known");
    lossless = Optional.of(PrioritySet.NONE);
    assertThat(unjudged(blind, nic)).singleElement().asString().contains("no lossless priority");
  }

  @Test
  void pauseOverTheCeilingInTwoReadsIsABreachAlsoDuringTheBaseline() {
    PortStory nic = nic();
    LossGuard guard = settled(nic);
    guard.take(nic.grow(PAUSE, 900_000).after(1000));
    guard.take(nic.after(1000));
    guard.take(nic.grow(PAUSE, 210_000).after(1000));
    assertThat(breaches(guard, nic)).as("a burst is one read").isEmpty();

    guard.take(nic.grow(PAUSE, 210_000).after(1000));

    assertThat(breaches(guard, nic))
        .containsExactly(
            PORT
                + " pause duty 21.0% in 2 reads in a row (rx_prio3_pause_duration);"
                + " the ceiling is 20.0%");
  }

  @Test
  void dutyIsOfTheMeasuredTimeNotOfThePeriod() {
    PortStory nic = nic();
    LossGuard guard = settled(nic);
    for (int read = 0; read < 5; read++) {
      guard.take(nic.grow(PAUSE, 210_000).after(3000));
    }
    assertThat(breaches(guard, nic)).isEmpty();
  }

  @Test
  void pauseOverTwiceTheBusyBaselineIsABreach() {
    PortStory nic = nic();
    LossGuard guard = settled(nic);
    run(guard, nic, 12, 10_000, 1_000_000_000); // 1 % at full traffic
    run(guard, nic, 5, 19_000, 1_000_000_000);
    assertThat(breaches(guard, nic)).isEmpty();

    run(guard, nic, 2, 25_000, 1_000_000_000);

    assertThat(breaches(guard, nic))
        .singleElement()
        .asString()
        .contains("pause duty 2.5%")
        .contains("normal was 1.0%");
  }

  @Test
  void pauseUnderTheFloorIsAlwaysAccepted() {
    PortStory nic = nic();
    LossGuard guard = settled(nic);
    run(guard, nic, 12, 0, 1_000_000_000);
    run(guard, nic, 20, 9_900, 1_000_000_000);
    assertThat(breaches(guard, nic)).isEmpty();
  }

  @Test
  void theFirstJobOnAnIdlePortIsNoBreachButTheCeilingHolds() {
    PortStory nic = nic();
    LossGuard guard = settled(nic);
    run(guard, nic, 12, 0, 0);
    run(guard, nic, 10, 150_000, 1_000_000_000);
    assertThat(breaches(guard, nic)).isEmpty();
    assertThat(unjudged(guard, nic)).anyMatch(text -> text.contains("the port was idle"));

    run(guard, nic, 2, 300_000, 1_000_000_000);
    assertThat(breaches(guard, nic)).hasSize(1);
  }

  @Test
  void whatWasThereBeforeTheCommitIsNotItsFault() {
    PortStory nic = nic();
    LossGuard guard = guard(nic);
    var older = nic.after(1000);
    var newer = nic.grow(PAUSE, 9_000_000).after(30_000); // 30 %
    guard.before(older, newer);
    guard.applied();
    guard.take(nic.after(1000));
    guard.take(nic.after(15_000));

    run(guard, nic, 20, 250_000, 1_000_000_000);
    assertThat(breaches(guard, nic)).isEmpty();
    run(guard, nic, 2, 650_000, 1_000_000_000);
    assertThat(breaches(guard, nic)).hasSize(1);
  }

  @Test
  void otherPortsAndOldSweepsAreNoneOfItsBusiness() {
    PortStory nic = nic();
    LossGuard guard = settled(nic);
    PortStory other = new PortStory(PortId.parse("gpu01:ens9f0np0"), DROPS);
    guard.take(other.after(100_000));
    guard.take(other.grow(DROPS, 5).after(100_000));
    guard.take(nic.grow(DROPS, 5).after(-500));
    assertThat(breaches(guard, nic)).isEmpty();
  }

  @Test
  void recentSweepsReachBackHalfAMinuteToAMinute() {
    RecentSweeps recent = new RecentSweeps();
    PortStory nic = nic();
    assertThat(recent.of(PORT)).isEmpty();
    for (int second = 0; second < 200; second++) {
      recent.accept(nic.after(1000));
      var pair = recent.of(PORT).getFirst();
      long span = (pair.newer().tickNanos() - pair.older().tickNanos()) / 1_000_000_000;
      assertThat(pair.newer().tickNanos()).isEqualTo(nic.tick());
      assertThat(span).isBetween(Math.min(second, 30L), 60L);
    }
  }

  private void run(LossGuard guard, PortStory nic, int reads, long micros, long bytes) {
    for (int read = 0; read < reads; read++) {
      guard.take(nic.grow(PAUSE, micros).grow(BYTES, bytes).after(1000));
    }
  }

  private static PortStory nic() {
    return new PortStory(DROPS, LOSSY, PAUSE, BYTES, TX_PORT, STORMS);
  }

  private LossGuard guard(PortStory any) {
    assertThat(any.tick()).isPositive();
    return new LossGuard(Set.of(PORT), port -> lossless, Map.of(), Map.of(), GuardLimits.DEFAULT);
  }

  private LossGuard settled(PortStory story) {
    LossGuard guard = guard(story);
    guard.applied();
    guard.take(story.after(1000));
    guard.take(story.after(15_000));
    return guard;
  }

  private static List<String> breaches(LossGuard guard, PortStory story) {
    return guard.verdict(story.tick()).breaches().stream().map(LossGuard.Breach::message).toList();
  }

  private static List<String> unjudged(LossGuard guard, PortStory story) {
    return guard.verdict(story.tick()).unjudged().stream()
        .map(LossGuard.Unjudged::message)
        .toList();
  }

  private static Counter of(Signal signal, String name) {
    return Counter.of(signal, Direction.RX, Priority.of(3), name, 64);
  }

  private static Counter packets(int n) {
    return Counter.of(
        Signal.PRIORITY_PACKETS, Direction.RX, Priority.of(n), "rx_prio" + n + "_packets", 64);
  }
}
