package dev.losslessd.watch;

import dev.losslessd.model.TimeSource;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
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
  private final TimeSource time;
  private final @Nullable Event[] ring = new Event[KEPT];

  /** Number of the last event; 0 before the first. */
  private long newest;

  /**
   * @param boot letters and digits that no other run of the daemon has; the first part of each id
   */
  public EventStream(String boot, TimeSource time) {
    this.boot = boot;
    this.time = time;
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
  public synchronized void publish(EventData data) {
    newest++;
    ring[place(newest)] = new Event(newest, time.clock().instant(), data);
    notifyAll();
  }

  /** Number of the last event, and of all that were published since the start. */
  public synchronized long newest() {
    return newest;
  }

  /**
   * Events behind a number, oldest first. Never waits.
   *
   * @param most of them at once
   */
  public synchronized Batch after(long number, int most) {
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

  /** Waits for an event behind a number, at most so long; empty if none came. */
  public synchronized Batch await(long number, int most, Duration longest)
      throws InterruptedException {
    long end = time.ticks() + longest.toNanos();
    for (long left = longest.toNanos(); newest <= number && left > 0; left = end - time.ticks()) {
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return after(number, most);
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
