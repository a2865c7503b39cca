package dev.losslessd.app;

import dev.losslessd.model.Burst;
import dev.losslessd.model.Flight;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Tempo;
import dev.losslessd.poll.FastPoll;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fast sets of all ports on one thread: waking up costs more than reading. A port that is slow
 * is read so seldom that it takes 2 % of this thread's time at most. Where a read hangs, another
 * thread goes on with the other ports, and the one that hangs ends when its read does.
 */
final class FastSweeps implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FastSweeps.class);

  private static final long LOOK_AGAIN_NANOS = 1_000_000_000L;

  /** A read longer than this hangs. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** One port, and when it is due. */
  private static final class Turn {
    final FastPoll poll;
    long due;
    volatile boolean hangs;
    final Slow.Teller slow = new Slow.Teller();
    boolean wasWell = true;

    Turn(FastPoll poll) {
      this.poll = poll;
      this.due = System.nanoTime();
    }
  }

  private final Map<PortId, Turn> turns = new ConcurrentSkipListMap<>();
  private final Function<PortId, FastPoll> make;
  private final long patienceNanos;
  private volatile boolean closed;
  private volatile @Nullable Reader reader;

  /**
   * @param make the poll of a port
   */
  FastSweeps(Function<PortId, FastPoll> make) {
    this(make, PATIENCE);
  }

  /**
   * @param patience a read longer than this hangs
   */
  FastSweeps(Function<PortId, FastPoll> make, Duration patience) {
    this.make = make;
    this.patienceNanos = patience.toNanos();
  }

  /** Reads these ports from now on, and no others. */
  void follow(Collection<PortId> ports) {
    ports.forEach(port -> turns.computeIfAbsent(port, one -> new Turn(make.apply(one))));
    turns.keySet().retainAll(ports);
  }

  void start() {
    replace();
    Thread.ofPlatform().daemon().name("watch fast").start(this::watch);
  }

  private void replace() {
    Reader next = new Reader();
    reader = next;
    Thread.ofPlatform().daemon().name("poll fast").start(next);
  }

  private void watch() {
    while (!closed) {
      LockSupport.parkNanos(patienceNanos / 2);
      look();
    }
  }

  private synchronized void look() {
    Reader now = reader;
    Turn turn = now == null ? null : now.at;
    if (now != null && turn != null && System.nanoTime() - now.since > patienceNanos) {
      LOG.warn(
          "the fast counters of {} cannot be read: a read hangs; the other ports go on",
          turn.poll.port());
      turn.hangs = true;
      replace();
    }
  }

  /** Reads one port after the other until another one has taken over. */
  private final class Reader implements Runnable {
    private @Nullable Turn at;
    private long since;

    @Override
    public void run() {
      while (!closed && reader == this) {
        long next = pass(System.nanoTime());
        LockSupport.parkNanos(next - System.nanoTime());
      }
    }

    /** When the next port is due. */
    private long pass(long now) {
      long next = now + LOOK_AGAIN_NANOS;
      for (Turn turn : turns.values()) {
        if (!turn.hangs && now - turn.due >= 0) {
          begin(turn);
          read(turn);
          // on one grid, so that ports are due together; times that passed are not made up for
          long interval = turn.poll.intervalNanos();
          turn.due = now - Math.floorMod(now, interval) + interval;
          if (!finish(turn)) {
            return now;
          }
        }
        next = turn.hangs ? next : Math.min(next, turn.due);
      }
      return next;
    }

    private void begin(Turn turn) {
      synchronized (FastSweeps.this) {
        at = turn;
        since = System.nanoTime();
      }
    }

    /** False if another one has taken over meanwhile. */
    private boolean finish(Turn turn) {
      synchronized (FastSweeps.this) {
        at = null;
        turn.hangs = false;
        return reader == this;
      }
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
    var _ = turn.slow.hear(turn.poll.tempo(), System.nanoTime());
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
