package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Change;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Finding.Severity;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Policy;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.RoceTos;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.topology.Links;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

class RunningFaultsTest {
  private static final Counter DROPS = of(Signal.PRIORITY_DISCARDS, Direction.RX, 3, 64);
  private static final Counter LOSSY = of(Signal.PRIORITY_DISCARDS, Direction.RX, 0, 64);
  private static final Counter PAUSED = of(Signal.PFC_PAUSE_TIME, Direction.RX, 3, 64);
  private static final Counter PAUSES = of(Signal.PFC_PAUSE_TIME, Direction.TX, 3, 64);
  private static final Counter FRAMES = of(Signal.PFC_PAUSE_FRAMES, Direction.RX, 3, 64);
  private static final Counter SENT = of(Signal.PRIORITY_PACKETS, Direction.TX, 3, 64);
  private static final Counter LINK_DOWN = Counter.of(Signal.LINK_DOWN, "link_down", 64);

  private static final Counter RDMA_TX =
      new Counter(Signal.RDMA_BYTES, Direction.TX, null, "rdma_tx", 64, 1);
  private static final Counter IN_CLASS = of(Signal.PRIORITY_BYTES, Direction.TX, 3, 64);
  private static final Counter IN_STORAGE = of(Signal.PRIORITY_BYTES, Direction.TX, 4, 64);

  /** With a second lossless class, which storage may have for itself. */
  private static final Policy ROCE =
      new Policy(
          List.of(lossless("roce", 3, 26), lossless("storage", 4, 34)),
          Optional.empty(),
          OptionalInt.empty());

  private Optional<PrioritySet> lossless = Optional.of(PrioritySet.of(3));
  private int changes;
  private String users = "";
  private final RunningFaults faults =
      new RunningFaults(
          _ -> lossless,
          () -> ClassShare.of(ROCE),
          _ -> "roce-tos 0 (DSCP 0)",
          _ -> users,
          () -> Duration.ofSeconds(15),
          () -> changes++,
          new ConcurrentHashMap<>());
  private PortStory port =
      new PortStory(DROPS, LOSSY, PAUSED, PAUSES, FRAMES, SENT, LINK_DOWN).grow(DROPS, 7_000_000);
  private Instant now = Instant.EPOCH;

  @Test
  void aFirstReadAndCountersThatStandStillAreNoFault() {
    reads(5, 1000);
    assertThat(findings()).isEmpty();
    assertThat(changes).isZero();
  }

  @Test
  void aLostPacketIsToldWithTheReadThatShowsItAndForHalfAMinute() {
    reads(2, 1000);
    port.grow(DROPS, 1);
    read(1000);
    Instant begin = now;
    assertThat(only(FindingRule.LOSSLESS_DROPS))
        .satisfies(one -> {
          assertThat(one.severity()).isEqualTo(Severity.WARNING);
          assertThat(one.since()).isEqualTo(begin);
          assertThat(one.subject()).isEqualTo(PortStory.PORT.toString());
          assertThat(one.message())
              .isEqualTo(
                  "drops packets of lossless priority 3: 1.0 a second in 1.0 s (rx_3_discards, read"
                      + " 1970-01-01T00:00:08Z)");
        });
    assertThat(changes).isEqualTo(1);
    reads(29, 1000);
    assertThat(only(FindingRule.LOSSLESS_DROPS).message())
        .contains("0.0 a second in 1.0 s; at worst 1.0 a second", "last seen 1970-01-01T00:00:08Z");
    port.grow(DROPS, 1);
    reads(30, 1000);
    assertThat(only(FindingRule.LOSSLESS_DROPS).since()).as("it goes on").isEqualTo(begin);
    reads(1, 1000);
    assertThat(findings()).isEmpty();
    assertThat(changes).isEqualTo(2);
  }

  @Test
  void manyLostPacketsAreCriticalOnceTheyAreNoBurst() {
    read(1000);
    port.grow(DROPS, 500);
    read(1000);
    assertThat(only(FindingRule.LOSSLESS_DROPS).severity()).isEqualTo(Severity.WARNING);
    port.grow(DROPS, 500);
    read(1000);
    assertThat(only(FindingRule.LOSSLESS_DROPS).severity()).isEqualTo(Severity.CRITICAL);
  }

  @Test
  void aPauseIsJudgedByItsDutyAndOneReadAloneIsABurst() {
    read(1000);
    pause(PAUSED, 300_000);
    assertThat(findings()).as("a burst").isEmpty();
    pause(PAUSED, 5_000);
    pause(PAUSED, 30_000);
    Instant begin = now;
    assertThat(findings()).isEmpty();
    pause(PAUSED, 30_000);
    assertThat(only(FindingRule.PAUSE))
        .satisfies(one -> {
          assertThat(one.severity()).isEqualTo(Severity.WARNING);
          assertThat(one.since()).isEqualTo(begin);
          assertThat(one.message())
              .isEqualTo(
                  "is paused on priority 3: 3.0 % of the time in 1.0 s (rx_3_pause, read"
                      + " 1970-01-01T00:00:10Z)");
          assertThat(one.advice()).contains("the peer stops this port");
        });
    pause(PAUSED, 300_000);
    pause(PAUSED, 300_000);
    assertThat(only(FindingRule.PAUSE).severity()).isEqualTo(Severity.CRITICAL);
    for (int second = 0; second < 29; second++) {
      pause(PAUSED, second % 2 == 0 ? 0 : 5_000);
    }
    assertThat(only(FindingRule.PAUSE).severity())
        .as("not for long enough")
        .isEqualTo(Severity.CRITICAL);
    pause(PAUSED, 0);
    assertThat(findings()).isEmpty();
  }

  @Test
  void aPauseJustBelowTheLimitNeitherBeginsNorEnds() {
    read(1000);
    for (int second = 0; second < 60; second++) {
      pause(PAUSES, 9_000);
    }
    assertThat(findings()).isEmpty();
    pause(PAUSES, 20_000);
    pause(PAUSES, 20_000);
    for (int second = 0; second < 60; second++) {
      pause(PAUSES, 9_000);
    }
    assertThat(only(FindingRule.PAUSE).message())
        .startsWith("pauses its peer on priority 3: 0.9 %");
    assertThat(changes).isEqualTo(1);
  }

  @Test
  void aHeldPriorityOfWhichNothingIsSentIsAStormAndNoPauseBesides() {
    read(1000);
    port.grow(SENT, 1);
    pause(PAUSED, 1_000_000);
    pause(PAUSED, 1_000_000);
    assertThat(only(FindingRule.PAUSE).severity()).isEqualTo(Severity.CRITICAL);
    pause(PAUSED, 1_000_000);
    assertThat(only(FindingRule.STORM).message())
        .startsWith("is held on priority 3, and nothing gets through");
  }

  @Test
  void framesAreNoDutyAndOtherPrioritiesMayDrop() {
    read(1000);
    for (int second = 0; second < 5; second++) {
      port.grow(FRAMES, 1_000_000).grow(LOSSY, 1_000_000);
      read(1000);
    }
    assertThat(findings()).isEmpty();
  }

  @Test
  void ofASlowReaderOneReadIsEnoughToBeginAndToEnd() {
    read(1000);
    port.grow(PAUSED, 60 * 300_000);
    read(60_000);
    assertThat(only(FindingRule.PAUSE).severity()).isEqualTo(Severity.CRITICAL);
    assertThat(only(FindingRule.PAUSE).message()).contains("30.0 % of the time in 60.0 s");
    read(60_000);
    assertThat(findings()).isEmpty();
  }

  @Test
  void aReaderThatStoppedIsNotBelievedForever() {
    read(1000);
    port.grow(DROPS, 1);
    read(1000);
    now = now.plusSeconds(30);
    assertThat(findings()).hasSize(1);
    now = now.plusSeconds(1);
    assertThat(findings()).isEmpty();
  }

  @Test
  void aResetIsNoFaultAndNoWrapHidesOne() {
    Counter narrow = of(Signal.PRIORITY_DISCARDS, Direction.RX, 3, 32);
    port = new PortStory(narrow, SENT).set(narrow, 0xffff_ffffL).set(SENT, 1000);
    read(1000);
    port.set(narrow, 5).set(SENT, 2000);
    read(1000);
    assertThat(only(FindingRule.LOSSLESS_DROPS).message()).contains("6.0 a second");
    reads(31, 1000);
    port.set(narrow, 900).set(SENT, 3000);
    read(1000);
    assertThat(findings()).hasSize(1);
    reads(31, 1000);

    port.set(narrow, 3).set(SENT, 10);
    reads(2, 1000);
    assertThat(findings()).as("all began anew").isEmpty();
  }

  @Test
  void aLinkThatGoesDownLosesWhatWasInFlight() {
    read(1000);
    port.grow(DROPS, 1000).grow(LINK_DOWN, 1);
    read(1000);
    assertThat(findings()).isEmpty();
  }

  @Test
  void anOwnWriteSettlesAtEitherEnd() {
    read(1000);
    Change change =
        new Change(
            Target.port(PortStory.PORT),
            new Mtu(1500),
            new Mtu(9000),
            List.of(PortStory.PORT),
            Set.of());
    faults.written(List.of(change), Links.of(List.of(), List.of()), port.tick());
    for (int second = 0; second < 15; second++) {
      port.grow(DROPS, 100);
      read(1000);
    }
    assertThat(findings()).isEmpty();
    port.grow(DROPS, 100);
    read(1000);
    assertThat(findings()).as("after the settle time").hasSize(1);
  }

  @Test
  void wherePrioritiesAreNotKnownNothingIsJudged() {
    lossless = Optional.empty();
    read(1000);
    port.grow(DROPS, 1);
    read(1000);
    assertThat(findings()).isEmpty();
  }

  @Test
  void rdmaOutsideOfItsClassIsToldWithWhatThePortIsSetTo() {
    rdmaPort();
    read(1000);
    send(50_000_000, 10_000_000);
    assertThat(findings()).as("a burst").isEmpty();
    send(50_000_000, 10_000_000);
    assertThat(only(FindingRule.WRONG_CLASS))
        .satisfies(one -> {
          assertThat(one.severity()).isEqualTo(Severity.WARNING);
          assertThat(one.message())
              .startsWith(
                  "class roce (DSCP 26, priority 3): sends 80 % of its RDMA bytes outside of it in"
                      + " 1.0 s (rdma_tx, read ")
              .endsWith("; set is roce-tos 0 (DSCP 0)");
          assertThat(one.advice()).contains("mark: on");
        });
    users = "9 queue pairs on mlx5_0, of python3 (process 4711)";
    assertThat(only(FindingRule.WRONG_CLASS).message()).endsWith("(DSCP 0); " + users);

    for (int second = 0; second < 30; second++) {
      send(50_000_000, 51_000_000);
    }
    assertThat(findings()).as("cured for half a minute").isEmpty();
  }

  @Test
  void whatWasFoundOfTheClassIsJudgedAnewAfterAnOwnWrite() {
    rdmaPort();
    read(1000);
    send(50_000_000, 0);
    send(50_000_000, 0);
    assertThat(only(FindingRule.WRONG_CLASS).since()).isEqualTo(now.minusSeconds(1));

    faults.written(List.of(mark()), Links.of(List.of(), List.of()), port.tick());
    assertThat(findings()).as("of the time before").isEmpty();
    for (int second = 0; second < 16; second++) {
      send(50_000_000, 0);
      assertThat(findings()).as("it settles").isEmpty();
    }
    send(50_000_000, 0);
    assertThat(only(FindingRule.WRONG_CLASS).since()).isEqualTo(now.minusSeconds(1));
  }

  private static Change mark() {
    Target target = Target.port(PortStory.PORT);
    return new Change(
        target, new RoceTos(0), RoceTos.of(Dscp.of(26)), List.of(PortStory.PORT), Set.of());
  }

  @Test
  void rdmaInAnotherLosslessClassAndTheNoiseOfAnIdlePortAreNoWrongClass() {
    rdmaPort();
    read(1000);
    for (int second = 0; second < 5; second++) {
      port.grow(IN_STORAGE, 40_000_000);
      send(50_000_000, 9_000_000);
      assertThat(findings()).isEmpty();
    }
    for (int second = 0; second < 5; second++) {
      send(900_000, 0);
      assertThat(findings()).isEmpty();
    }
  }

  @Test
  void whereBytesOfThePrioritiesAreNotCountedNothingIsSaidOfTheClass() {
    port = new PortStory(RDMA_TX, IN_CLASS, SENT);
    read(1000);
    for (int second = 0; second < 5; second++) {
      send(50_000_000, 0);
      assertThat(findings()).as("the storage class has no counter").isEmpty();
    }
  }

  private void rdmaPort() {
    port = new PortStory(RDMA_TX, IN_CLASS, IN_STORAGE, SENT);
  }

  private void send(long rdmaBytes, long inClass) {
    port.grow(RDMA_TX, rdmaBytes).grow(IN_CLASS, inClass);
    read(1000);
  }

  private static Policy.TrafficClass lossless(String name, int priority, int dscp) {
    return new Policy.TrafficClass(
        name, Priority.of(priority), List.of(Dscp.of(dscp)), true, false, 0, null, false);
  }

  private void pause(Counter counter, long micros) {
    port.grow(counter, micros);
    read(1000);
  }

  private void reads(int times, long millis) {
    for (int n = 0; n < times; n++) {
      read(millis);
    }
  }

  private void read(long millis) {
    Sweep sweep = port.after(millis);
    now = Instant.ofEpochMilli(sweep.atMillis());
    faults.accept(sweep);
  }

  private List<Finding> findings() {
    return faults.findings(now).toList();
  }

  private Finding only(FindingRule rule) {
    assertThat(findings()).extracting(Finding::rule).containsExactly(rule);
    return findings().getFirst();
  }

  private static Counter of(Signal signal, Direction direction, int priority, int bits) {
    String word =
        switch (signal) {
          case PRIORITY_DISCARDS -> "discards";
          case PFC_PAUSE_TIME -> "pause";
          case PFC_PAUSE_FRAMES -> "frames";
          case PRIORITY_BYTES -> "bytes";
          default -> "packets";
        };
    return Counter.of(
        signal,
        direction,
        Priority.of(priority),
        direction.word() + "_" + priority + "_" + word,
        bits);
  }
}
