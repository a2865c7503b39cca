package dev.losslessd.watch;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The last {@value #KEPT} events in one order. Memory only: a restart begins a new stream, with
 * other ids. Who publishes waits for no reader; who reads too late is told how many it missed.
 */
public final class EventStream {
  /** Number of events that are kept. */
  public static final int KEPT = 1024;

  private static final Pattern ID = Pattern.compile("([0-9a-z]{1,32})-([0-9]{1,18})");

  private final String boot;
  private final InstantSource clock;
  private final @Nullable Event[] ring = new Event[KEPT];
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();

  /** Number of the last event; 0 before the first. */
  private long newest;

  /**
   * @param boot letters and digits that no other run of the daemon has; the first part of each id
   */
  public EventStream(String boot, InstantSource clock) {
    this.boot = boot;
    this.clock = clock;
  }

  /**
   * What a reader gets.
   *
   * @param missed number of events that came after those it knew and are not kept any more
   * @param newest number of the last event of the stream, which need not be among these
   */
  public record Batch(long missed, List<Event> events, long newest) {
    public Batch {
      events = List.copyOf(events);
    }

    /** Number after which the next batch begins. */
    public long last() {
      return events.isEmpty() ? newest : events.getLast().number();
    }
  }

  /** Appends an event; the oldest one goes where the ring is full. */
  public void publish(EventData data) {
    lock.lock();
    try {
      newest++;
      ring[place(newest)] = new Event(newest, clock.instant(), data);
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Number of the last event, and of all that were published since the start. */
  public long newest() {
    lock.lock();
    try {
      return newest;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Events behind a number, oldest first. Never waits.
   *
   * @param most of them at once
   */
  public Batch after(long number, int most) {
    lock.lock();
    try {
      return batch(number, most);
    } finally {
      lock.unlock();
    }
  }

  /** Waits for an event behind a number, at most so long; empty if none came. */
  public Batch await(long number, int most, Duration longest) throws InterruptedException {
    lock.lock();
    try {
      long left = longest.toNanos();
      while (newest <= number && left > 0) {
        left = arrived.awaitNanos(left);
      }
      return batch(number, most);
    } finally {
      lock.unlock();
    }
  }

  private Batch batch(long number, int most) {
    long known = Math.max(number, newest - KEPT);
    List<Event> events = new ArrayList<>();
    for (long next = known + 1; next <= newest && events.size() < most; next++) {
      Event event = ring[place(next)];
      if (event != null) {
        events.add(event);
      }
    }
    return new Batch(known - number, events, newest);
  }

  private static int place(long number) {
    return (int) (number % KEPT);
  }

  /** The id of an event: {@code 5f3a9c01-17}. */
  public String id(long number) {
    return boot + "-" + number;
  }

  /** Whether a text has the form of an id, of this run of the daemon or of another. */
  public static boolean isId(String text) {
    return ID.matcher(text).matches();
  }

  /** Number of an id that this stream has given; empty for one of another run, or none at all. */
  public OptionalLong number(String id) {
    Matcher parts = ID.matcher(id);
    if (!parts.matches() || !parts.group(1).equals(boot)) {
      return OptionalLong.empty();
    }
    long number = Long.parseLong(parts.group(2));
    return number <= newest() ? OptionalLong.of(number) : OptionalLong.empty();
  }
}
