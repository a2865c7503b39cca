package dev.losslessd.app;

import dev.losslessd.model.Burst;
import dev.losslessd.model.Flight;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Tempo;
import dev.losslessd.poll.FastPoll;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fast sets of all ports on one thread: waking up costs more than reading. A port that is slow
 * is read so seldom that it takes 2 % of this thread's time at most; it cannot hold up the others.
 */
final class FastSweeps implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FastSweeps.class);

  private static final long LOOK_AGAIN_NANOS = 1_000_000_000L;

  /** One port, and when it is due. */
  private static final class Turn {
    final FastPoll poll;
    long due;
    boolean slowed;
    boolean wasWell = true;

    Turn(FastPoll poll) {
      this.poll = poll;
      this.due = System.nanoTime();
    }
  }

  private final Map<PortId, Turn> turns = new ConcurrentSkipListMap<>();
  private final Function<PortId, FastPoll> make;
  private volatile boolean closed;

  /**
   * @param make the poll of a port
   */
  FastSweeps(Function<PortId, FastPoll> make) {
    this.make = make;
  }

  void start() {
    Thread.ofPlatform().daemon().name("poll fast").start(this::loop);
  }

  /** Reads these ports from now on, and no others. */
  void follow(Collection<PortId> ports) {
    ports.forEach(port -> turns.computeIfAbsent(port, one -> new Turn(make.apply(one))));
    turns.keySet().retainAll(ports);
  }

  private void loop() {
    while (!closed) {
      long now = System.nanoTime();
      long next = now + LOOK_AGAIN_NANOS;
      for (Turn turn : turns.values()) {
        if (now - turn.due >= 0) {
          read(turn);
          // on one grid, so that ports are due together; times that passed are not made up for
          long interval = turn.poll.intervalNanos();
          turn.due = now - Math.floorMod(now, interval) + interval;
        }
        next = Math.min(next, turn.due);
      }
      LockSupport.parkNanos(next - System.nanoTime());
    }
  }

  private static void read(Turn turn) {
    try {
      turn.poll.run();
    } catch (RuntimeException e) {
      LOG.error("the fast poller of {} met a bug, and goes on", turn.poll.port(), e);
    }
    if (turn.wasWell != turn.poll.reason().isEmpty()) {
      turn.wasWell = !turn.wasWell;
      if (!turn.wasWell) {
        LOG.warn("the fast counters cannot be read: {}", turn.poll.reason());
      }
    }
    Tempo tempo = turn.poll.tempo();
    if (tempo.isSlowed() != turn.slowed) {
      turn.slowed = tempo.isSlowed();
      Slow.log(tempo);
    }
  }

  List<Burst> bursts(Instant now) {
    return turns.values().stream().flatMap(turn -> turn.poll.bursts(now).stream()).toList();
  }

  List<Flight> flights() {
    return turns.values().stream().map(turn -> turn.poll.flight()).toList();
  }

  List<Tempo> tempos() {
    return turns.values().stream().map(turn -> turn.poll.tempo()).toList();
  }

  @Override
  public void close() {
    closed = true;
  }
}
