package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.DeviceNotes;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.Neighbour.Forwarding;
import dev.losslessd.model.Finding;
import dev.losslessd.model.PortId;
import dev.losslessd.transport.InputLimits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who hangs on a port, as neighbors fall silent, change and move, and the daemon restarts. */
class NeighbourCacheTest {
  private static final PortId PORT = PortId.parse("leaf1:Ethernet1/1");
  private static final PortId OTHER = PortId.parse("leaf1:Ethernet1/2");
  private static final PortId FAR = PortId.parse("leaf2:Ethernet1/1");
  private static final Neighbour HOST = new Neighbour(PORT, "gpu01", "b8:3f:d2:0a:1b:20");

  private static final int MOST = 3;

  private final AtomicReference<Optional<String>> note = new AtomicReference<>(Optional.empty());
  private long ticks;
  private int writes;

  @Test
  void aHostThatIsOffForDaysKeepsItsPort() {
    NeighbourCache cache = cache();
    cache.tell(List.of(HOST));
    silent(cache, Duration.ofDays(29));

    assertThat(cache.neighbours()).containsExactly(HOST);
  }

  @Test
  void aHostThatWasTakenAwayIsForgottenAfterThirtyDaysOfAnswersOverRestarts() {
    NeighbourCache cache = cache();
    Neighbour other = new Neighbour(OTHER, "gpu02", "b8:3f:d2:0a:1b:30");
    cache.tell(List.of(HOST, other));
    silent(cache, Duration.ofDays(20), other);
    NeighbourCache next = cache();
    silent(next, Duration.ofDays(9), other);
    assertThat(next.ports()).containsExactly(PORT, OTHER);

    silent(next, Duration.ofHours(73), other);
    assertThat(next.ports()).containsExactly(OTHER);
    assertThat(cache().ports()).as("nor is it in the note").containsExactly(OTHER);
  }

  /** A supervisor that starts the daemon again each 50 minutes. */
  @Test
  void silenceIsCountedOverShortLives() {
    cache().tell(List.of(HOST));
    for (int lives = 0; lives < 32 * 24; lives++) {
      NeighbourCache cache = cache();
      passes(Duration.ofMinutes(25));
      cache.tell(List.of());
      passes(Duration.ofMinutes(25));
      assertThat(ticks > Duration.ofDays(31).toNanos() || cache.ports().contains(PORT)).isTrue();
    }
    passes(Duration.ofDays(6));
    NeighbourCache last = cache();
    for (int days = 0; days < 6; days++) {
      passes(Duration.ofDays(1));
      last.tell(List.of());
    }

    assertThat(last.ports()).isEmpty();
  }

  @Test
  void manySilentPortsAreOneWriteADay() {
    NeighbourCache cache = cache();
    List<Neighbour> all = new ArrayList<>();
    for (int n = 1; n <= 32; n++) {
      PortId port = new PortId(PORT.device(), "Ethernet1/" + n);
      all.add(new Neighbour(port, "gpu" + n, "b8:3f:d2:0a:1b:%02x".formatted(n)));
    }
    for (int minute = 0; minute <= 32; minute++) {
      cache.tell(all.subList(minute, 32));
      passes(Duration.ofMinutes(1));
    }
    writes = 0;
    silent(cache, Duration.ofDays(10));

    assertThat(writes).isEqualTo(10);
  }

  @Test
  void aHostThatIsHeardAgainBeginsAnew() {
    NeighbourCache cache = cache();
    cache.tell(List.of(HOST));
    silent(cache, Duration.ofDays(29));
    cache.tell(List.of(HOST));
    silent(cache, Duration.ofDays(29));

    assertThat(cache.ports()).containsExactly(PORT);
  }

  /** The host was off when the leaf's account was locked, and is off when it answers again. */
  @Test
  void aLeafThatDoesNotAnswerForMonthsForgetsNothing() {
    NeighbourCache cache = cache();
    cache.tell(List.of(HOST));
    passes(Duration.ofDays(90));
    cache.tell(List.of());

    assertThat(cache.ports()).containsExactly(PORT);
  }

  @Test
  void anotherNeighbourTakesThePort() {
    NeighbourCache cache = cache();
    cache.tell(List.of(HOST));
    cache.tell(List.of());
    Neighbour spine = new Neighbour(PORT, "spine1", "Ethernet1/9").forwarding(Forwarding.YES);
    cache.tell(List.of(spine));

    assertThat(cache.neighbours()).containsExactly(spine);
  }

  @Test
  void aNeighbourThatIsHeardElsewhereHasLeft() {
    NeighbourCache cache = cache();
    cache.tell(List.of(HOST));
    passes(Duration.ofMinutes(1));
    Neighbour moved = new Neighbour(OTHER, "gpu01", "b8:3f:d2:0a:1b:20");
    cache.tell(List.of(moved));

    assertThat(cache.neighbours()).containsExactly(moved);
  }

  @Test
  void aTableThatStillHasTheOldPortForTwoMinutesDelaysThat() {
    NeighbourCache cache = cache();
    cache.tell(List.of(HOST));
    passes(Duration.ofHours(1));
    Neighbour moved = new Neighbour(OTHER, "gpu01", "b8:3f:d2:0a:1b:20");
    cache.tell(List.of(HOST, moved));
    assertThat(cache.ports()).containsExactly(PORT, OTHER);
    passes(Duration.ofMinutes(2));
    cache.tell(List.of(moved));

    assertThat(cache.ports()).containsExactly(OTHER);
  }

  @Test
  void aHostThatMovesToAnotherLeafLeavesThisOne() {
    NeighbourCache here = cache();
    NeighbourCache there = cache();
    here.tell(List.of(HOST));
    passes(Duration.ofMinutes(5));
    here.tell(List.of());
    there.tell(List.of(new Neighbour(FAR, "gpu01", "b8:3f:d2:0a:1b:20")));
    NeighbourCache.settle(List.of(here, there));

    assertThat(here.ports()).isEmpty();
    assertThat(there.ports()).containsExactly(FAR);
  }

  /** It was rebuilt with its domain in its name, and moved. */
  @Test
  void aHostWithAnotherNameIsKnownByTheAddressOfItsPort() {
    NeighbourCache here = cache();
    NeighbourCache there = cache();
    here.tell(List.of(HOST));
    passes(Duration.ofDays(20));
    here.tell(List.of());
    there.tell(List.of(new Neighbour(FAR, "gpu01.example.com", "b83f.d20a.1b20")));
    NeighbourCache.settle(List.of(here, there));

    assertThat(here.ports()).isEmpty();
  }

  @Test
  void whatIsHeardNowIsBeforeWhatIsRemembered() {
    NeighbourCache here = cache();
    NeighbourCache there = cache();
    Neighbour far = new Neighbour(FAR, "gpu01", "ens1f0np0");
    Neighbour second = new Neighbour(OTHER, "gpu02", "b8:3f:d2:0a:1b:30");
    here.tell(List.of(HOST, second));
    there.tell(List.of(far));
    here.tell(List.of(second));

    assertThat(NeighbourCache.heardFirst(List.of(here, there))).containsExactly(second, far, HOST);
    assertThat(NeighbourCache.heardFirst(List.of(cache(), there)).getFirst())
        .as("it has not answered since the restart")
        .isEqualTo(far);
  }

  /** The second leaf came into the config while the first does not answer. */
  @Test
  void aLeafThatDoesNotAnswerAfterARestartForgetsNothing() {
    cache().tell(List.of(HOST));
    NeighbourCache here = cache();
    note.set(Optional.empty());
    NeighbourCache there = cache();
    passes(Duration.ofMinutes(1));
    there.tell(List.of(new Neighbour(FAR, "gpu01", "b8:3f:d2:0a:1b:20")));
    NeighbourCache.settle(List.of(here, there));

    assertThat(here.ports()).containsExactly(PORT);
  }

  /** Half of the ports of 100 leaves are silent, and each hears 4 neighbors. */
  @Test
  @Timeout(value = 20, unit = TimeUnit.SECONDS)
  void aSiteOfWhichOneHalfIsOffIsSettledSoon() {
    List<NeighbourCache> leaves = new ArrayList<>();
    for (int leaf = 0; leaf < 100; leaf++) {
      note.set(Optional.empty());
      NeighbourCache cache = cache();
      List<Neighbour> on = new ArrayList<>();
      List<Neighbour> off = new ArrayList<>();
      for (int n = 0; n < 64 * MOST; n++) {
        PortId port = PortId.parse("leaf" + leaf + ":Ethernet1/" + n / MOST);
        (n / MOST % 2 == 0 ? on : off)
            .add(new Neighbour(port, "gpu", "b8:3f:%02x:00:00:%02x".formatted(leaf, n)));
      }
      cache.tell(off);
      passes(Duration.ofMinutes(20));
      cache.tell(on);
      leaves.add(cache);
    }
    NeighbourCache.settle(leaves);

    assertThat(leaves).allSatisfy(leaf -> assertThat(leaf.ports()).hasSize(64));
  }

  @Test
  void aBondOfOneAddressOnTwoLeavesKeepsTheMemberThatIsDown() {
    NeighbourCache here = cache();
    NeighbourCache there = cache();
    Neighbour second = new Neighbour(FAR, "gpu01", "b8:3f:d2:0a:1b:20");
    here.tell(List.of(HOST));
    passes(Duration.ofSeconds(20));
    there.tell(List.of(second));
    passes(Duration.ofHours(1));
    here.tell(List.of(HOST));
    there.tell(List.of(second));
    here.tell(List.of());
    there.tell(List.of(second));
    NeighbourCache.settle(List.of(here, there));

    assertThat(here.ports()).containsExactly(PORT);
  }

  @Test
  void aRestartWhileTheHostIsOffForgetsNothing() {
    Neighbour told = HOST.called("Eth1/1").forwarding(Forwarding.NO);
    cache().tell(List.of(told));

    NeighbourCache next = cache();
    assertThat(next.neighbours()).containsExactly(told);
    next.tell(List.of());
    assertThat(next.neighbours()).containsExactly(told);
    passes(Duration.ofSeconds(1));
    next.tell(List.of(new Neighbour(OTHER, "gpu01", "b8:3f:d2:0a:1b:20")));
    assertThat(next.ports()).as("it has moved meanwhile").containsExactly(OTHER);
  }

  @Test
  void aBondKeepsTheMemberThatIsDownOverARestart() {
    Neighbour second = new Neighbour(FAR, "gpu01", "b8:3f:d2:0a:1b:20");
    cache().tell(List.of(HOST));
    Optional<String> first = note.get();
    cache().tell(List.of(second));
    Optional<String> other = note.get();

    note.set(first);
    NeighbourCache here = cache();
    passes(Duration.ofNanos(1000)); // one is made after the other
    note.set(other);
    NeighbourCache there = cache();
    there.tell(List.of(second));
    NeighbourCache.settle(List.of(here, there));
    assertThat(here.ports()).as("it was not asked yet").containsExactly(PORT);

    here.tell(List.of());
    NeighbourCache.settle(List.of(here, there));
    assertThat(here.ports()).as("its link is down").containsExactly(PORT);
  }

  /** A new password, or any other way to one of the switches. */
  @Test
  void aBondKeepsTheMemberThatIsDownWhenTheOtherLeafIsReachedOtherwise() {
    Neighbour second = new Neighbour(FAR, "gpu01", "b8:3f:d2:0a:1b:20");
    NeighbourCache here = cache();
    here.tell(List.of(HOST));
    cache().tell(List.of(second));
    passes(Duration.ofDays(3));
    NeighbourCache there = cache();
    there.tell(List.of(second));
    here.tell(List.of(HOST));
    NeighbourCache.settle(List.of(here, there));
    here.tell(List.of());
    NeighbourCache.settle(List.of(here, there));

    assertThat(here.ports()).containsExactly(PORT);
  }

  @Test
  void aBondWhoseSecondCableCameADayLaterKeepsTheMemberThatIsDown() {
    NeighbourCache here = cache();
    NeighbourCache there = cache();
    Neighbour second = new Neighbour(FAR, "gpu01", "b8:3f:d2:0a:1b:20");
    here.tell(List.of(HOST));
    passes(Duration.ofDays(1));
    there.tell(List.of(second));
    passes(Duration.ofDays(30));
    here.tell(List.of(HOST));
    there.tell(List.of(second));
    here.tell(List.of());
    NeighbourCache.settle(List.of(here, there));

    assertThat(here.ports()).containsExactly(PORT);
  }

  @Test
  void anotherBoxInThePlaceOfALeafForgetsWhatItDoesNotHear() {
    NeighbourCache cache = cache();
    Neighbour second = new Neighbour(OTHER, "gpu02", "b8:3f:d2:0a:1b:30");
    cache.tell(List.of(HOST, second));
    cache.tell(List.of(second));
    cache.replaced();

    assertThat(cache.ports()).containsExactly(OTHER);
    assertThat(cache().ports()).containsExactly(OTHER);
  }

  @Test
  void aPortWithTooManyNeighboursHidesNoOther() {
    NeighbourCache cache = cache();
    cache.tell(List.of(HOST));
    List<Neighbour> answer = new ArrayList<>();
    for (int n = 1; n <= MOST + 1; n++) {
      answer.add(new Neighbour(PORT, "vm" + n, "b8:3f:d2:0a:1c:0" + n));
    }
    Neighbour second = new Neighbour(OTHER, "gpu02", "b8:3f:d2:0a:1b:30");
    answer.add(second);
    cache.tell(answer);

    assertThat(cache.neighbours()).containsExactly(HOST, second);
    assertThat(cache.findings())
        .extracting(Finding::message)
        .singleElement()
        .asString()
        .startsWith(PORT + " has 4 LLDP neighbors, more than 3");
    cache.tell(answer.subList(1, answer.size()));
    assertThat(cache.neighbours()).containsExactlyElementsOf(answer.subList(1, answer.size()));
    assertThat(cache.findings()).isEmpty();
  }

  @Test
  void aNoteOfAnotherVersionIsNoReasonNotToStart() {
    note.set(Optional.of("leaf1\tEthernet1/1\nleaf1\tx\t\tgpu01\tens1\tPERHAPS\n\n"));

    assertThat(cache().neighbours()).isEmpty();
  }

  @Test
  void whatWouldBreakTheNoteIsNotKeptInIt() {
    cache().tell(List.of(HOST, new Neighbour(OTHER, "gpu\n02\t", "ens1f0np0")));

    assertThat(cache().neighbours()).containsExactly(HOST);
  }

  private NeighbourCache cache() {
    return new NeighbourCache(
        () -> ticks,
        new InputLimits.Lldp(1600, MOST, 100, Duration.ofDays(30)),
        new NeighbourNotes(
            new DeviceNotes(
                () -> Instant.EPOCH.plusNanos(ticks),
                note::get,
                text -> {
                  writes++;
                  note.set(Optional.of(text));
                })));
  }

  private void silent(NeighbourCache cache, Duration time, Neighbour... others) {
    for (long hours = 0; hours < time.toHours(); hours++) {
      passes(Duration.ofHours(1));
      cache.tell(List.of(others));
    }
  }

  private void passes(Duration time) {
    ticks += time.toNanos();
  }
}
