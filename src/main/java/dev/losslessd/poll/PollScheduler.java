package dev.losslessd.poll;

import dev.losslessd.model.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads ports or devices again and again, those that share a thread one after the other: waking up
 * costs more than reading, and threads wait for each other's lock in the kernel (RTNL). One that
 * wants a thread of its own has it. Where a read hangs, another thread goes on with the others, and
 * the one that hangs keeps what it reads until its read ends.
 *
 * @param <K> how a target is known, in the order in which targets are read
 * @param <S> what is read, and when
 */
public final class PollScheduler<K extends Comparable<K>, S extends PollSchedule>
    implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PollScheduler.class);

  /** A read longer than this hangs. */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /**
   * Loop of the thread that is shared.
   *
   * @param name in messages and of the thread, such as {@code NICs}
   * @param period between two looks at what is due, at most
   * @param patience a read longer than this hangs
   */
  public record Loop(String name, Duration period, Duration patience) {
    public Loop(String name, Duration period) {
      this(name, period, PATIENCE);
    }
  }

  /**
   * Reads targets that are due, for one thread.
   *
   * @param <S> what is read
   */
  public interface Round<S> extends AutoCloseable {
    /** Reads these now; more than one only where none of them is to be read alone. */
    void read(List<S> due);

    @Override
    default void close() {}

    /** Reads each target by itself. */
    static <S> Round<S> each(Consumer<S> read) {
      return due -> due.forEach(read);
    }
  }

  private final Map<K, S> schedules = new ConcurrentSkipListMap<>();
  private final Set<Lane> lanes = ConcurrentHashMap.newKeySet();
  private final Function<K, S> make;
  private final Supplier<Round<S>> rounds;
  private final TimeSource time;
  private final ThreadFactory threads;
  private final String name;
  private volatile long periodNanos;
  private final long patienceNanos;
  private final Heartbeat heartbeat;

  /** Reads all that want no thread of their own. */
  private volatile Lane shared;

  private volatile boolean closed;

  /**
   * @param make what to read of a new target, and when
   * @param rounds what reads them, a new one for each thread
   * @param threads virtual ones are interrupted at the end, others end after their read
   */
  public PollScheduler(
      Loop loop,
      Function<K, S> make,
      Supplier<Round<S>> rounds,
      TimeSource time,
      ThreadFactory threads) {
    this.make = make;
    this.rounds = rounds;
    this.time = time;
    this.threads = threads;
    this.name = loop.name().toLowerCase(Locale.ROOT);
    this.periodNanos = loop.period().toNanos();
    this.patienceNanos = loop.patience().toNanos();
    this.heartbeat = new Heartbeat("the poll loop of " + loop.name(), loop.period(), time.nanos());
    this.shared = new Lane(List.of());
  }

  /**
   * Reads these targets from now on, and no others.
   *
   * @return those that left
   */
  public synchronized List<K> follow(Collection<K> targets) {
    List<K> left = new ArrayList<>();
    for (K target : targets) {
      if (!schedules.containsKey(target)) {
        S schedule = make.apply(target);
        schedules.put(target, schedule);
        place(schedule);
      }
    }
    for (K target : List.copyOf(schedules.keySet())) {
      S gone = targets.contains(target) ? null : schedules.remove(target);
      if (gone != null) {
        gone.leave();
        left.add(target);
      }
    }
    if (shared.thread == null && !schedules.isEmpty()) {
      begin(name, shared);
    }
    lanes.forEach(Lane::wake);
    return left;
  }

  /**
   * Another period between two looks.
   *
   * @param each tells a target, which is due within the new period then
   */
  public synchronized void period(Duration period, Consumer<S> each) {
    periodNanos = period.toNanos();
    heartbeat.period(period);
    schedules.values().forEach(each);
    lanes.forEach(Lane::wake);
  }

  private void place(S schedule) {
    if (schedule.wantsThread()) {
      begin(schedule.name(), new Lane(List.of(schedule)));
    } else {
      shared.add(schedule);
      shared.wake();
    }
  }

  private void begin(String of, Lane lane) {
    if (lane == shared) {
      heartbeat.beat();
    }
    Thread thread = threads.newThread(lane);
    thread.setName("poll " + of);
    lane.thread = thread;
    lanes.add(lane);
    thread.start();
  }

  /** Lets another thread read the others if a read hangs; called about twice a second. */
  public synchronized void check() {
    Lane now = shared;
    List<S> under = now.under;
    if (under.isEmpty() || time.ticks() - now.since <= patienceNanos) {
      return;
    }
    boolean alone = under.size() == 1;
    LOG.warn(
        "a read of {}{} hangs; the others go on",
        under.getFirst().name(),
        alone ? "" : " or of one of " + (under.size() - 1) + " others");
    under.forEach(schedule -> schedule.hangs(alone));
    now.hangs = true;
    shared = new Lane(alone ? now.without(under.getFirst()) : now.mine);
    now.mine = alone ? List.copyOf(under) : List.of();
    begin(name, shared);
  }

  /** Says in one sentence that nothing is read any more; one that hangs holds up only itself. */
  public Optional<String> stalled() {
    return schedules.isEmpty() ? Optional.empty() : heartbeat.late();
  }

  /** Targets that are read. */
  public List<K> targets() {
    return List.copyOf(schedules.keySet());
  }

  /** All that is read, in the order of the targets. */
  public Stream<S> all() {
    return schedules.values().stream();
  }

  /** What is read of a target; empty if it is not followed. */
  public Optional<S> of(K target) {
    return Optional.ofNullable(schedules.get(target));
  }

  /** Never waits: a read that hangs ends first. */
  @Override
  public void close() {
    closed = true;
    lanes.forEach(Lane::end);
  }

  /** A thread with the targets that it reads. It allocates nothing for a round. */
  private final class Lane implements Runnable {
    private final Round<S> round = rounds.get();
    private final List<S> alone = new ArrayList<>(1);
    private final List<S> together = new ArrayList<>();
    private volatile List<S> mine;
    private volatile @Nullable Thread thread;

    /** What is being read now, since then; guarded by the scheduler's lock, as is what follows. */
    private List<S> under = List.of();

    private long since;

    /** Whether another lane has gone on, as the read under way hangs. */
    private boolean hangs;

    Lane(List<S> mine) {
      this.mine = mine;
    }

    void add(S schedule) {
      List<S> more = new ArrayList<>(mine);
      more.add(schedule);
      mine = List.copyOf(more);
    }

    List<S> without(S one) {
      return mine.stream().filter(schedule -> !schedule.equals(one)).toList();
    }

    void wake() {
      LockSupport.unpark(thread);
    }

    void end() {
      Thread own = thread;
      if (own != null && own.isVirtual()) {
        own.interrupt();
      }
      wake();
    }

    @Override
    public void run() {
      try (round) {
        while (!closed && (this == shared || !mine.isEmpty())) {
          if (this == shared) {
            heartbeat.beat();
          }
          long next = pass(time.ticks());
          var _ = Thread.interrupted(); // by what was read: parking would end at once from now on
          LockSupport.parkNanos(next - time.ticks());
        }
        mine.forEach(PollSchedule::close);
      }
      lanes.remove(this);
    }

    /** Reads what is due and returns when the next target is; now, where it has other ones now. */
    @SuppressWarnings("ReferenceEquality") // another list, whatever is in it, is another pass
    private long pass(long now) {
      List<S> all = mine;
      together.clear();
      for (int n = 0; n < all.size(); n++) {
        S schedule = all.get(n);
        if (schedule.hasLeft()) {
          schedule.close();
          drop(schedule);
          return now;
        }
        if (schedule.isDue(now) && !schedule.isAlone()) {
          together.add(schedule);
        } else if (schedule.isDue(now)) {
          alone.clear();
          alone.add(schedule);
          read(alone, now);
          if (mine != all) {
            return now;
          }
        }
      }
      if (!together.isEmpty()) {
        read(together, now);
      }
      long next = now + periodNanos;
      for (int n = 0; n < all.size(); n++) {
        next = all.get(n).earlier(next);
      }
      return mine == all ? next : now;
    }

    /** A thread must go on, whatever a read of one target meets. */
    private void read(List<S> due, long now) {
      begins(due);
      try {
        round.read(due);
      } catch (RuntimeException | Error e) {
        LOG.error("the poller of {} met a bug, and goes on", due.getFirst().name(), e);
      }
      boolean still = ended(due.size() == 1);
      for (int n = 0; still && n < due.size(); n++) {
        due.get(n).ended(now, due.size() == 1);
      }
      if (due.size() == 1 && due.getFirst().wantsThread() != (this != shared)) {
        move(due.getFirst());
      }
    }

    /** From here on until it has ended, what else is mine may be taken over. */
    private void begins(List<S> due) {
      synchronized (PollScheduler.this) {
        under = due;
        since = time.ticks();
      }
    }

    /** False if another lane reads meanwhile what was read here. */
    private boolean ended(boolean alone) {
      synchronized (PollScheduler.this) {
        if (hangs) {
          under.forEach(schedule -> schedule.hangsNoMore(alone));
        }
        boolean still = alone || !hangs;
        under = List.of();
        hangs = false;
        return still;
      }
    }

    /** A target gets a thread of its own, or goes back to the others after a read that hung. */
    private void move(S schedule) {
      synchronized (PollScheduler.this) {
        if (this != shared || mine.size() > 1) {
          mine = without(schedule);
          place(schedule);
        }
      }
    }

    private void drop(S schedule) {
      synchronized (PollScheduler.this) {
        mine = without(schedule);
      }
    }
  }
}
