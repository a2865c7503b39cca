package dev.losslessd.poll;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.List;
import org.junit.jupiter.api.Test;

class PortPollTest {
  private static final PortId PORT = PortId.parse("gpu01:ens1f0np0");
  private static final Schema SCHEMA =
      new Schema(List.of(Counter.of(Signal.RDMA_BYTES, Direction.RX, "rx_vport_rdma", 64)));

  private final List<Boolean> up = new ArrayList<>();
  private long nanos;
  private double seconds;

  private final PortPoll poll =
      new PortPoll(
          PORT,
          Duration.ofSeconds(1),
          () -> this::read,
          new TimeSource(this::now, () -> nanos, _ -> {}),
          _ -> {});

  @Test
  void aReadThatHangsShowsWithinSecondsWhereReadsWereSlowBefore() {
    run(20, 0.4);
    assertThat(poll.intervalNanos()).as("of slow reads").isGreaterThan(15_000_000_000L);
    assertThat(up).doesNotContain(false);

    up.clear();
    run(1, 5);

    assertThat(up).containsExactly(true, true, true, true, false);
    assertThat(poll.health(now()).up()).as("it has come back").isTrue();
  }

  @Test
  void readsThatAlwaysTakeSecondsDoNotHang() {
    run(20, 2);
    up.clear();

    run(1, 5);

    assertThat(up).doesNotContain(false);
    run(1, 10);
    assertThat(up).endsWith(true, false);
  }

  private void run(int times, double each) {
    seconds = each;
    for (int n = 0; n < times; n++) {
      poll.run();
      nanos += poll.intervalNanos();
    }
  }

  /** Health is looked at while the read goes on, each second. */
  private Sweep read(long atMillis, long tick) {
    long end = nanos + (long) (seconds * 1e9);
    for (; nanos < end && seconds >= 1; nanos += 1_000_000_000L) {
      Health health = poll.health(now());
      up.add(health.up() || health.lastSuccess().isEmpty());
    }
    nanos = end;
    return new Sweep(PORT, SCHEMA, new long[] {1}, new byte[1], atMillis, tick);
  }

  private Instant now() {
    return Instant.ofEpochSecond(1_800_000_000, nanos);
  }
}
