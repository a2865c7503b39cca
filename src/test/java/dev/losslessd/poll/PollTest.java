package dev.losslessd.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceSweeper;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.inventory.LazyDeviceSweeper;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Health;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class PollTest {
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");
  private static final Schema SCHEMA =
      new Schema(List.of(Counter.of(Signal.RDMA_BYTES, Direction.RX, "rx_vport_rdma", 64)));

  private final List<Sweep> sweeps = new ArrayList<>();
  private Instant now = Instant.parse("2027-01-01T00:00:00Z");
  private final TimeSource time = new TimeSource(() -> now, () -> 1, _ -> {});
  private boolean broken;
  private Optional<DeviceException> unread = Optional.empty();
  private DeviceException.Kind kind = DeviceException.Kind.GONE;
  private int opened;
  private int asked;

  @Test
  void aGoodSweepIsEmittedAndThePortIsUp() {
    PortPoll poll = poll();
    assertThat(poll.health(now).up()).isFalse();

    poll.run();

    assertThat(sweeps).hasSize(1);
    assertThat(poll.health(now).up()).isTrue();
    assertThat(poll.health(now).lastSuccess()).contains(now);
  }

  @Test
  void aPortThatFailsIsAskedLessAndLess() {
    PortPoll poll = poll();
    broken = true;
    for (int second = 0; second < 300; second++) {
      poll.run();
      now = now.plusSeconds(1);
    }
    assertThat(asked).isBetween(8, 15);
    assertThat(poll.health(now).reason()).contains("gone");
    assertThat(opened).as("reopened after each failure").isEqualTo(asked);

    broken = false;
    now = now.plusSeconds(60);
    poll.run();
    poll.run();
    assertThat(poll.health(now).up()).isTrue();
    assertThat(sweeps).hasSize(2);
  }

  @Test
  void aDeviceThatFailedForLongIsProbedBeforeItIsSwept() {
    int[] probes = {0};
    DevicePoll poll = devicePoll(probes);
    broken = true;
    for (int n = 0; n < 3; n++) {
      poll.run();
      now = now.plusSeconds(1);
    }
    assertThat(asked).isEqualTo(3);
    now = now.plusSeconds(60);
    poll.run();
    assertThat(probes[0]).isEqualTo(1);
    assertThat(asked).as("a probe that fails is all").isEqualTo(3);
    assertThat(poll.health(now).getFirst().reason()).contains("no answer to a probe");

    broken = false;
    now = now.plusSeconds(60);
    poll.run();
    poll.run();

    assertThat(probes[0]).isEqualTo(2);
    assertThat(poll.health(now).getFirst().up()).isTrue();
    assertThat(poll.latest()).hasSize(1);
    assertThat(poll.pollCost().seconds()).isPresent();
  }

  @Test
  void anAnswerThatIsLateMakesADeviceDownOnlyAfterThreePeriods() {
    DevicePoll poll = devicePoll(new int[1]);
    poll.run();
    broken = true;
    kind = DeviceException.Kind.TIMEOUT;
    now = now.plusSeconds(1);
    poll.run();

    assertThat(poll.health(now).getFirst().up()).isTrue();
    assertThat(poll.health(now).getFirst().failures()).isEqualTo(1);
    assertThat(poll.health(now.plusSeconds(3)).getFirst().up()).isFalse();
    assertThat(poll.health(now.plusSeconds(3)).getFirst().reason()).contains("is gone");

    kind = DeviceException.Kind.GARBLED;
    poll.run();
    assertThat(poll.health(now).getFirst().up()).as("garbage").isFalse();
  }

  private DevicePoll devicePoll(int[] probes) {
    DeviceSweeper reader =
        new DeviceSweeper() {
          @Override
          public List<Sweep> sweep(Collection<PortId> ports, long atMillis, long tickNanos) {
            return List.of(read(atMillis, tickNanos));
          }

          @Override
          public void probe() {
            probes[0]++;
            if (broken) {
              throw new DeviceException(DeviceException.Kind.TIMEOUT, "no answer to a probe");
            }
          }
        };
    return devicePoll(reader, () -> List.of(PORT));
  }

  private DevicePoll devicePoll(DeviceSweeper reader, Supplier<List<PortId>> ports) {
    return new DevicePoll(
        PORT.device(), "", Duration.ofSeconds(1), ports, reader, time, sweeps::add);
  }

  @Test
  void aPortThatLeavesWhileItIsReadIsNotToldOfAgain() {
    List<PortId> ports = new ArrayList<>(List.of(PORT));
    DeviceSweeper reader =
        new DeviceSweeper() {
          @Override
          public List<Sweep> sweep(Collection<PortId> asked, long atMillis, long tickNanos) {
            ports.clear();
            return List.of(read(atMillis, tickNanos));
          }

          @Override
          public Map<PortId, Long> rates() {
            return Map.of(PORT, 100_000L);
          }
        };
    DevicePoll poll = devicePoll(reader, () -> List.copyOf(ports));

    poll.run();

    assertThat(sweeps).isEmpty();
    assertThat(poll.rates()).isEmpty();
    ports.add(PORT);
    assertThat(poll.latest()).isEmpty();
    assertThat(poll.rates()).as("it was never read").isEmpty();
  }

  @Test
  void aRateIsAsOldAsTheReadThatBroughtIt() {
    DeviceSweeper reader =
        new DeviceSweeper() {
          @Override
          public List<Sweep> sweep(Collection<PortId> asked, long atMillis, long tickNanos) {
            return List.of(read(atMillis, tickNanos));
          }

          @Override
          public Map<PortId, Long> rates() {
            return Map.of(PORT, 100_000L);
          }
        };
    DevicePoll poll = devicePoll(reader, () -> List.of(PORT));
    poll.run();

    assertThat(poll.rates()).containsEntry(PORT, 100_000L);
    now = now.plusSeconds(4);
    assertThat(poll.rates()).isEmpty();
  }

  @Test
  void aPortThatTheDeviceLeavesOutSaysWhy() {
    PortId other = PortId.parse("leaf1:Ethernet1/9");
    DeviceSweeper reader =
        new DeviceSweeper() {
          @Override
          public List<Sweep> sweep(Collection<PortId> asked, long atMillis, long tickNanos) {
            return List.of(read(atMillis, tickNanos));
          }

          @Override
          public Map<PortId, String> leftOut() {
            return Map.of(other, "2 rows have this ifName");
          }
        };
    LazyDeviceSweeper lazy =
        new LazyDeviceSweeper(other.device(), _ -> new Together(reader), Duration.ofSeconds(1));
    DevicePoll poll = devicePoll(lazy, () -> List.of(PORT, other));
    poll.run();

    assertThat(poll.health(now).getFirst().up()).isTrue();
    assertThat(poll.health(now).get(1).up()).isFalse();
    assertThat(poll.health(now).get(1).reason()).isEqualTo("2 rows have this ifName");
  }

  /** A port whose device is read as a whole. */
  private record Together(DeviceSweeper device) implements Sweeper {
    @Override
    public Sweep sweep(long atMillis, long tickNanos) {
      throw new IllegalStateException("the device is read as a whole");
    }

    @Override
    public Optional<DeviceSweeper> together(Duration within) {
      return Optional.of(device);
    }
  }

  @Test
  void aPortOfWhichOneSourceDoesNotAnswerIsNotUpThoughTheOthersCount() {
    PortPoll poll = poll();
    poll.run();
    Instant good = now;
    unread =
        Optional.of(new DeviceException(DeviceException.Kind.TIMEOUT, "statistics: no answer"));
    for (int second = 0; second < 300; second++) {
      now = now.plusSeconds(1);
      poll.run();
    }

    assertThat(sweeps).as("asked less and less").hasSizeBetween(8, 15);
    assertThat(poll.health(now))
        .extracting(Health::up, Health::reason, Health::failures, Health::lastSuccess)
        .containsExactly(false, "statistics: no answer", sweeps.size() - 1L, Optional.of(good));
    assertThat(poll.pollRate().isSlowed()).isFalse();

    unread = Optional.empty();
    now = now.plusSeconds(60);
    poll.run();
    assertThat(poll.health(now).up()).isTrue();
  }

  @Test
  void aReadThatHangsShowsInTheHealthNotInTheScrape() {
    PortPoll poll = poll();
    poll.run();

    assertThat(poll.health(now.plusSeconds(4)).up()).isFalse();
    assertThat(poll.health(now.plusSeconds(4)).reason()).contains("hangs since");
  }

  @Test
  void aReaderThatIsGoneIsStalledUntilItReadsAgain() {
    PortPoll poll = poll();
    assertThat(poll.health(now.plusSeconds(60)).stalled()).isFalse();
    poll.run();
    assertThat(poll.health(now.plusSeconds(3)).stalled()).isFalse();

    assertThat(poll.health(now.plusSeconds(4)).stalled()).isTrue();

    now = now.plusSeconds(60);
    poll.run();
    assertThat(poll.health(now).stalled()).isFalse();
  }

  @Test
  void aPortIsBusyWhileRdmaBytesGrowAndSomeTimeAfter() {
    Activity activity = new Activity(Set::of);
    activity.accept(sweep(0, 0));
    assertThat(activity.busy()).isEmpty();

    activity.accept(sweep(1_000_000, 1));
    assertThat(activity.busy()).containsExactly(PORT);
    activity.accept(sweep(1_000_010, 2));
    assertThat(activity.busy()).as("a step that computes is not idle").containsExactly(PORT);
    activity.accept(sweep(1_000_020, 40));
    assertThat(activity.busy()).isEmpty();
  }

  @Test
  void aPortWithIdleQueuePairsIsBusyToo() {
    Set<PortId> connected = new HashSet<>();
    Activity activity = new Activity(() -> connected);
    activity.accept(sweep(0, 0));
    assertThat(activity.busy()).isEmpty();

    connected.add(PORT);

    assertThat(activity.busy()).containsExactly(PORT);
  }

  @Test
  void aCounterThatComesLateHasNotMoved() {
    Activity activity = new Activity(Set::of);
    activity.accept(
        new Sweep(PORT, SCHEMA, new long[] {0}, new byte[] {1}, 0, 0)); // missing in the first

    activity.accept(sweep(7_000_000_000L, 1));

    assertThat(activity.busy()).isEmpty();
  }

  private PortPoll poll() {
    return new PortPoll(
        PORT,
        Duration.ofSeconds(1),
        () -> {
          opened++;
          return new Reader();
        },
        time,
        sweeps::add);
  }

  private final class Reader implements Sweeper {
    @Override
    public Sweep sweep(long atMillis, long tickNanos) {
      return read(atMillis, tickNanos);
    }

    @Override
    public Optional<DeviceException> unread() {
      return unread;
    }
  }

  private Sweep read(long atMillis, long tick) {
    asked++;
    if (broken) {
      throw new DeviceException(kind, PORT + " is gone");
    }
    return new Sweep(PORT, SCHEMA, new long[] {1}, new byte[1], atMillis, tick);
  }

  private static Sweep sweep(long bytes, long second) {
    return new Sweep(
        PORT, SCHEMA, new long[] {bytes}, new byte[1], second * 1000, second * 1_000_000_000);
  }
}
