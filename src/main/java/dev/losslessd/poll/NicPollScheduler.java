package dev.losslessd.poll;

import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.Health;
import dev.losslessd.model.PollRate;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.TimeSource;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads all counters of the NIC ports, one port after the other on one thread. Eight threads cost
 * three times as much and wait for each other's lock in the kernel (RTNL). A port whose read hangs
 * or takes long gets a thread of its own and holds up no other.
 */
public final class NicPollScheduler implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NicPollScheduler.class);

  /** A read longer than this hangs. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final Map<PortId, Turn> turns = new ConcurrentSkipListMap<>();
  private final Duration period;
  private final Function<PortId, Sweeper> open;
  private final TimeSource time;
  private final InstantSource clock;
  private final Consumer<Sweep> told;
  private final long patienceNanos;

  private final Set<Reader> readers = ConcurrentHashMap.newKeySet();

  private final Heartbeat heartbeat;

  /** Reads all ports that are well. */
  private Reader common = new Reader(List.of(), true);

  private volatile boolean closed;

  /**
   * @param period from one read of a port to the next
   * @param told receives each sweep
   */
  public NicPollScheduler(
      Duration period, Function<PortId, Sweeper> open, TimeSource time, Consumer<Sweep> told) {
    this(period, open, time, told, PATIENCE, time.nanos());
  }

  /**
   * @param patience a read longer than this hangs
   * @param beats by which the loop is late
   */
  public NicPollScheduler(
      Duration period,
      Function<PortId, Sweeper> open,
      TimeSource time,
      Consumer<Sweep> told,
      Duration patience,
      LongSupplier beats) {
    this.period = period;
    this.open = open;
    this.time = time;
    this.clock = time.clock();
    this.told = told;
    this.patienceNanos = patience.toNanos();
    this.heartbeat = new Heartbeat("the poll loop of NICs", period, beats);
  }

  /** Says in one sentence that no port is read any more; one that hangs holds up only itself. */
  public Optional<String> stalled() {
    return readers.isEmpty() ? Optional.empty() : heartbeat.late();
  }

  private void begin(String name, Reader reader) {
    readers.add(reader);
    reader.thread = Thread.ofPlatform().daemon().name("poll " + name).start(reader);
  }

  /**
   * Reads these ports from now on, and no others.
   *
   * @return the ports that left
   */
  public synchronized List<PortId> follow(Collection<PortId> ports) {
    List<PortId> left = new ArrayList<>();
    for (PortId port : ports) {
      if (!turns.containsKey(port)) {
        Turn turn = new Turn(port);
        turns.put(port, turn);
        common.add(turn);
      }
    }
    for (PortId port : List.copyOf(turns.keySet())) {
      Turn gone = ports.contains(port) ? null : turns.remove(port);
      if (gone != null) {
        gone.left = true;
        left.add(port);
      }
    }
    if (common.thread == null) {
      begin("nics", common);
    }
    readers.forEach(Reader::wake);
    return left;
  }

  /** Lets another thread read the other ports if a read hangs; called about once a second. */
  public synchronized void check() {
    Reader now = common;
    Turn under = now.under;
    if (under == null || time.ticks() - now.since <= patienceNanos) {
      return;
    }
    LOG.warn("a read of {} hangs; the other ports go on", under.poll.port());
    common = new Reader(now.without(under), true);
    now.mine = List.of(under);
    now.lasting = false;
    begin("nics", common);
  }

  /** A port that takes long gets a thread of its own; on the thread that reads it. */
  private synchronized void apart(Turn slow, Reader from) {
    if (from == common && from.mine.size() > 1) {
      from.mine = from.without(slow);
      begin(slow.poll.port().name(), new Reader(List.of(slow), false));
    }
  }

  /** Removes a port that left; runs on the thread that reads it. */
  private synchronized void drop(Turn gone, Reader from) {
    from.mine = from.without(gone);
  }

  public List<Health> health() {
    return turns.values().stream().map(one -> one.poll.health(clock.instant())).toList();
  }

  /** Rates of the ports whose reader reports one, megabits per second. */
  public Map<PortId, Long> rates() {
    Map<PortId, Long> rates = new TreeMap<>();
    turns.forEach((port, one) -> one.poll.rateMbps().ifPresent(mbps -> rates.put(port, mbps)));
    return rates;
  }

  public List<Sweep> latest() {
    return turns.values().stream().map(one -> one.poll.latest()).flatMap(Optional::stream).toList();
  }

  public List<PollRate> tempos() {
    return turns.values().stream().map(one -> one.poll.pollRate()).toList();
  }

  public Optional<Sweep> latest(PortId port) {
    return Optional.ofNullable(turns.get(port)).flatMap(one -> one.poll.latest());
  }

  /** Never waits: a read that hangs ends first. */
  @Override
  public void close() {
    closed = true;
    readers.forEach(Reader::wake);
  }

  /** One port, and when it is due; for the thread that reads it. */
  private final class Turn {
    private final PortPoll poll;
    private final SlowReaderReport.Teller slow = new SlowReaderReport.Teller();
    private volatile long due = time.ticks();
    private volatile boolean left;

    Turn(PortId port) {
      this.poll = new PortPoll(port, period, () -> open.apply(port), clock, time.nanos(), told);
    }

    /** A thread must go on, whatever a read of one port meets. */
    void run(long began) {
      try {
        poll.run();
      } catch (RuntimeException | Error e) {
        LOG.error("poller of {} met a bug, and goes on", poll.port(), e);
      }
      var _ = slow.hear(poll.pollRate(), began);
      // on one grid, so that ports are due together; times that passed are not made up for
      long interval = poll.intervalNanos();
      due = began - Math.floorMod(began, interval) + interval;
    }
  }

  /** A thread with the ports that it reads. */
  private final class Reader implements Runnable {
    private volatile List<Turn> mine;

    /** Whether it waits for ports while it has none. */
    private volatile boolean lasting;

    /** The port being read now, since {@code since}; guarded by the scheduler's lock. */
    private @Nullable Turn under;

    private long since;
    private volatile @Nullable Thread thread;

    Reader(List<Turn> mine, boolean lasting) {
      this.mine = mine;
      this.lasting = lasting;
    }

    void add(Turn turn) {
      List<Turn> more = new ArrayList<>(mine);
      more.add(turn);
      mine = List.copyOf(more);
    }

    List<Turn> without(Turn one) {
      return mine.stream().filter(turn -> turn != one).toList();
    }

    void wake() {
      LockSupport.unpark(thread);
    }

    @Override
    public void run() {
      while (!closed && (lasting || !mine.isEmpty())) {
        if (lasting) {
          heartbeat.beat();
        }
        long next = pass(time.ticks());
        LockSupport.parkNanos(next - time.ticks());
      }
      mine.forEach(turn -> turn.poll.close());
      readers.remove(this);
    }

    /** Reads what is due and returns when the next port is due. */
    private long pass(long now) {
      long next = now + period.toNanos();
      for (Turn turn : mine) {
        if (!mine.contains(turn)) {
          return now; // another thread has taken it over while a read hung here
        }
        if (turn.left) {
          turn.poll.close();
          drop(turn, this);
        } else {
          if (now - turn.due >= 0) {
            read(turn, now);
          }
          next = turn.due - next < 0 ? turn.due : next;
        }
      }
      return next;
    }

    private void read(Turn turn, long now) {
      begin(turn);
      turn.run(now);
      finish();
      if (turn.poll.intervalNanos() > period.toNanos()) {
        apart(turn, this);
      }
    }

    /** From here on until it is finished, what else is mine may be taken over. */
    private void begin(Turn turn) {
      synchronized (NicPollScheduler.this) {
        under = turn;
        since = time.ticks();
      }
    }

    private void finish() {
      synchronized (NicPollScheduler.this) {
        under = null;
      }
    }
  }
}
