package dev.losslessd.poll;

import dev.losslessd.model.Burst;
import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import dev.losslessd.model.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The fast sets of all ports on one thread, those that are due together in one exchange: waking up
 * costs more than reading, here and where the answer comes from. A port that is slow is read by
 * itself, and so seldom that it takes 2 % of this thread's time at most. Where a read hangs,
 * another thread goes on, and the one that hangs ends when its read does. If it was a read of
 * several ports, each of them is read by itself meanwhile, so that the one whose fault it is holds
 * up itself alone.
 */
public final class FastPollScheduler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FastPollScheduler.class);

  private static final long LOOK_AGAIN_NANOS = 1_000_000_000L;

  /** A read longer than this hangs. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Map<PortId, FastPortSchedule> turns = new ConcurrentSkipListMap<>();
  private final Queue<FastPortSchedule> gone = new ConcurrentLinkedQueue<>();
  private final Function<PortId, FastPoll> make;
  private final Supplier<FastRound> rounds;
  private final TimeSource time;
  private final long patienceNanos;
  private volatile boolean closed;
  private volatile @Nullable Reader reader;
  private volatile FastPortSchedule[] all = {};

  /**
   * @param make the poll of a port
   * @param rounds what reads them, a new one for each thread
   */
  public FastPollScheduler(
      Function<PortId, FastPoll> make, Supplier<FastRound> rounds, TimeSource time) {
    this(make, rounds, time, PATIENCE);
  }

  /**
   * @param patience a read longer than this hangs
   */
  public FastPollScheduler(
      Function<PortId, FastPoll> make,
      Supplier<FastRound> rounds,
      TimeSource time,
      Duration patience) {
    this.time = time;
    this.make = make;
    this.rounds = rounds;
    this.patienceNanos = patience.toNanos();
  }

  /** Reads these ports from now on, and no others. */
  public synchronized void follow(Collection<PortId> ports) {
    ports.forEach(port ->
        turns.computeIfAbsent(port, one -> new FastPortSchedule(make.apply(one), time.nanos())));
    for (PortId port : List.copyOf(turns.keySet())) {
      FastPortSchedule left = ports.contains(port) ? null : turns.remove(port);
      if (left != null) {
        gone.add(left);
      }
    }
    all = turns.values().toArray(FastPortSchedule[]::new);
  }

  public void start() {
    replace();
    Thread.ofPlatform().daemon().name("watch fast").start(this::watch);
  }

  private void replace() {
    Reader next = new Reader(rounds.get());
    reader = next;
    Thread.ofPlatform().daemon().name("poll fast").start(next);
  }

  private void watch() {
    while (!closed) {
      LockSupport.parkNanos(patienceNanos / 2);
      check();
    }
  }

  private synchronized void check() {
    Reader now = reader;
    if (now == null || now.size == 0 || time.ticks() - now.since <= patienceNanos) {
      return;
    }
    for (int n = 0; n < now.size; n++) {
      now.under[n].hang(now.size == 1);
    }
    LOG.warn(
        "the fast counters of {}{} cannot be read: a read hangs; the other ports go on",
        now.under[0].poll().port(),
        now.size == 1 ? "" : " or of one of " + (now.size - 1) + " others");
    replace();
  }

  /** Reads what is due until another one has taken over. */
  private final class Reader implements Runnable {
    private final FastRound round;
    private final FastPortSchedule[] one = new FastPortSchedule[1];
    private FastPortSchedule[] many = {};

    /** The ports being read now, and since when. */
    private FastPortSchedule[] under = one;

    private int size;
    private long since;

    Reader(FastRound round) {
      this.round = round;
    }

    @Override
    public void run() {
      try (round) {
        while (!closed && reader == this) {
          for (FastPortSchedule left = gone.poll(); left != null; left = gone.poll()) {
            left.close();
          }
          long next = pass(time.ticks());
          LockSupport.parkNanos(next - time.ticks());
        }
      }
    }

    /** Reads what is due and returns when the next port is due. */
    private long pass(long now) {
      FastPortSchedule[] turns = all;
      if (many.length < turns.length) {
        many = new FastPortSchedule[turns.length];
      }
      int together = 0;
      for (FastPortSchedule turn : turns) {
        if (turn.isDue(now) && turn.isAlone()) {
          one[0] = turn;
          if (!read(one, 1, now)) {
            return now;
          }
        } else if (turn.isDue(now)) {
          many[together++] = turn;
        }
      }
      if (together > 0 && !read(many, together, now)) {
        return now;
      }
      long next = now + LOOK_AGAIN_NANOS;
      for (FastPortSchedule turn : turns) {
        next = turn.next(next);
      }
      return next;
    }

    /** False if another one has taken over meanwhile. */
    private boolean read(FastPortSchedule[] which, int count, long now) {
      begin(which, count);
      try {
        round.read(which, count);
      } catch (RuntimeException | Error e) {
        LOG.error("the fast poller of {} met a bug, and goes on", which[0].poll().port(), e);
      }
      boolean mine = finish();
      for (int n = 0; mine && n < count; n++) {
        which[n].ended(now, count == 1);
      }
      return mine;
    }

    private void begin(FastPortSchedule[] which, int count) {
      synchronized (FastPollScheduler.this) {
        under = which;
        size = count;
        since = time.ticks();
      }
    }

    private boolean finish() {
      synchronized (FastPollScheduler.this) {
        int count = size;
        size = 0;
        for (int n = 0; reader != this && n < count; n++) {
          under[n].hangNoMore(count == 1);
        }
        return reader == this;
      }
    }
  }

  public List<Burst> bursts(Instant now) {
    return turns.values().stream().flatMap(turn -> turn.poll().bursts(now).stream()).toList();
  }

  /** Ports that are read. */
  public List<PortId> ports() {
    return List.copyOf(turns.keySet());
  }

  /** The last minutes of a port; empty if it is not read. */
  public Optional<HighRateTrace> flight(PortId port) {
    return Optional.ofNullable(turns.get(port)).map(turn -> turn.poll().trace());
  }

  public List<PollRate> tempos() {
    return turns.values().stream().map(turn -> turn.poll().pollRate()).toList();
  }

  @Override
  public void close() {
    closed = true;
  }
}
