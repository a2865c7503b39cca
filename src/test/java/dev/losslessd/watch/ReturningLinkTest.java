package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Signal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A link that was up before a commit is to be up again 15 s + 45 s after it. */
class ReturningLinkTest {
  private static final PortId PORT = PortStory.PORT;
  private static final Counter DROPS =
      Counter.of(Signal.PRIORITY_DISCARDS, Direction.RX, Priority.of(3), "rx_prio3_discards", 64);

  private final PortStory nic = new PortStory(DROPS);
  private final LossGuard guard =
      new LossGuard(
          Set.of(PORT),
          _ -> Optional.of(PrioritySet.of(3)),
          Map.of(),
          Map.of(),
          GuardLimits.DEFAULT);

  private void before(Boolean up) {
    guard.before(PORT, Optional.of(new LinkReading(up, nic.tick())));
    guard.applied();
    guard.take(nic.after(1000));
  }

  /** Sweeps, and reads the link, once a second. */
  private void seconds(int count, boolean up) {
    for (int second = 0; second < count; second++) {
      guard.take(nic.after(1000));
      guard.take(PORT, new LinkReading(up, nic.tick()));
    }
  }

  private List<String> breaches() {
    return guard.verdict(nic.tick()).breaches().stream().map(LossGuard.Breach::message).toList();
  }

  @Test
  void aLinkThatStaysDownIsABreachOnce() {
    before(true);
    seconds(59, false);
    assertThat(breaches()).isEmpty();
    assertThat(guard.undecided())
        .contains(
            "the link of 1 port, up before the change, was not seen up since the" + " settle time");

    seconds(10, false);

    assertThat(breaches())
        .containsExactly(
            PORT + " was up before the change and is still down 45 s after its settle time");
  }

  @Test
  void aBounceWithinTheSettleTimeIsNone() {
    before(true);
    seconds(14, false);
    assertThat(guard.undecided()).get().asString().contains("the link of 1 port");
    seconds(60, true);

    assertThat(breaches()).isEmpty();
    assertThat(guard.undecided()).isEmpty();
  }

  @Test
  void oneThatIsUpWithinTheSettleTimeAndThenGoesDownStaysDown() {
    before(true);
    seconds(10, true);
    seconds(60, false);

    assertThat(breaches()).hasSize(1);
  }

  @Test
  void oneThatTrainsForHalfAMinuteIsWaitedFor() {
    before(true);
    seconds(50, false);
    seconds(1, true);

    assertThat(guard.awaitsLink(PORT)).isFalse();
    assertThat(guard.undecided()).isEmpty();
    assertThat(breaches()).isEmpty();
  }

  @Test
  void oneThatWasBackAndGoesDownWithItsHostIsNotTheCommitsFault() {
    before(true);
    seconds(20, true);
    seconds(300, false);

    assertThat(breaches()).isEmpty();
  }

  @Test
  void oneThatWasDownBeforeIsNotJudged() {
    before(false);
    seconds(300, false);

    assertThat(breaches()).isEmpty();
    assertThat(guard.undecided()).isEmpty();
  }

  @Test
  void oneThatCannotBeReadAnyMoreIsUndecidedAndNoBreach() {
    before(true);
    for (int second = 0; second < 300; second++) {
      guard.take(nic.after(1000));
    }
    LinkReading old = new LinkReading(false, nic.tick() - 300_000_000_000L);
    guard.take(PORT, old);

    assertThat(breaches()).isEmpty();
    assertThat(guard.undecided()).get().asString().contains("was not seen up");
  }

  @Test
  void oneThatNeverToldIsToldAsNotJudged() {
    guard.before(PORT, Optional.empty());
    guard.applied();
    guard.take(nic.after(1000));
    seconds(40, false);

    assertThat(breaches()).isEmpty();
    assertThat(guard.undecided()).isEmpty();
    assertThat(guard.verdict(nic.tick()).unjudged())
        .extracting(LossGuard.Unjudged::what)
        .contains("does not tell whether its link is up");
  }
}
