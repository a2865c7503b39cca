package dev.losslessd.http;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slows down sources of wrong tokens, each by itself and longer each time, then locks them out:
 * their wrong tokens are refused at once with 429. A right token is never delayed nor refused, so
 * that its owner cannot be locked out by another client of the same host or proxy.
 */
final class WrongTokens {
  private static final Logger LOG = LoggerFactory.getLogger(WrongTokens.class);

  private static final Duration FIRST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofSeconds(2);

  /** Wrong tokens in a row that lock a source out. */
  static final int LOCKED_AFTER = 10;

  private static final Duration FIRST_LOCK = Duration.ofMinutes(1);
  private static final Duration LONGEST_LOCK = Duration.ofMinutes(15);

  /** Most answers that wait at once; further clients must come back later. */
  private static final int WAITING = 16;

  /** A source that showed no wrong token for so long begins anew. */
  private static final Duration FORGET = Duration.ofMinutes(15);

  private static final int SOURCES = 256;

  private static final String NOT_RIGHT = "the token is not the right one, and ";

  /** Most lines of the audit in an hour: many sources must not fill the disk. */
  private static final int AUDITED = 60;

  private final HttpTime time;
  private final HttpCounts counts;
  private final BiConsumer<String, String> audit;
  private final Semaphore waiting = new Semaphore(WAITING);
  private final HourlyQuota lines;
  private final Map<String, Past> sources = new Recent<>(SOURCES);

  /**
   * @param audit is told a source that is locked out, and why
   */
  WrongTokens(HttpTime time, HttpCounts counts, BiConsumer<String, String> audit) {
    this.time = time;
    this.counts = counts;
    this.audit = audit;
    this.lines = new HourlyQuota(time.nanos(), AUDITED);
    counts.lockedOut(this::lockedOut);
  }

  /**
   * What is known of a source; times in nanoseconds of the clock that never jumps.
   *
   * @param times wrong tokens in a row
   * @param last when the last one was shown
   * @param locks how often it was locked out meanwhile
   * @param until when the lock-out ends; {@code last} or before where there is none
   */
  private record Past(long times, long last, int locks, long until) {
    Duration left(long now) {
      return Duration.ofNanos(Math.max(0, until - now));
    }

    boolean isForgotten(long now) {
      return now - last > FORGET.toNanos() && now - until > FORGET.toNanos();
    }

    /** One more wrong token. */
    Past more(long now) {
      if (left(now).isPositive()) {
        return new Past(times + 1, now, locks, until);
      }
      boolean lock = times + 1 >= LOCKED_AFTER;
      return lock
          ? new Past(times + 1, now, locks + 1, now + length(locks).toNanos())
          : new Past(times + 1, now, locks, now);
    }
  }

  /** 1, 2, 4, 8, then 15 minutes. */
  private static Duration length(int locks) {
    Duration length = FIRST_LOCK.multipliedBy(1L << Math.min(locks, 10));
    return length.compareTo(LONGEST_LOCK) < 0 ? length : LONGEST_LOCK;
  }

  /**
   * Counts one and delays the answer to it, or refuses it at once.
   *
   * @param from address that it came from
   * @throws ProblemException 429, the source is locked out, or too many of these answers wait
   */
  void shown(InetAddress from) {
    counts.count(HttpCounts.Event.WRONG_TOKEN);
    String source = source(from);
    long now = time.nanos().getAsLong();
    Past past = count(source, now);
    Duration locked = past.left(now);
    if (locked.isPositive()) {
      throw refused(
          NOT_RIGHT
              + past.times()
              + " wrong tokens in a row came from "
              + source
              + "; a right one is taken",
          locked);
    }
    if (Long.bitCount(past.times()) == 1) { // the 1st, 2nd, 4th, 8th
      LOG.warn(
          "wrong token from {}, {} in a row; its answers are slowed down", source, past.times());
    }
    if (!waiting.tryAcquire()) {
      counts.busy();
      throw refused(
          NOT_RIGHT + "too many like it were shown; try again later", Duration.ofSeconds(1));
    }
    try {
      time.pause().accept(delay(past.times()));
    } finally {
      waiting.release();
    }
  }

  /**
   * For what is dear to check: a source that is locked out is not asked what it has.
   *
   * @throws ProblemException 429, the source is locked out
   */
  void requireNotLockedOut(InetAddress from) {
    long now = time.nanos().getAsLong();
    @Nullable Past past;
    synchronized (this) {
      past = sources.get(source(from));
    }
    if (past != null && past.left(now).isPositive()) {
      counts.count(HttpCounts.Event.WRONG_TOKEN);
      throw refused(
          "%s wrong passwords in a row came from %s; only one that was right before is taken now"
              .formatted(past.times(), source(from)),
          past.left(now));
    }
  }

  private static ProblemException refused(String why, Duration retryAfter) {
    return new ProblemException(
        Problem.of(429, "too-many-wrong-tokens", "Too many wrong tokens", why), retryAfter);
  }

  private Past count(String source, long now) {
    Past before;
    Past after;
    boolean told;
    synchronized (this) {
      before = sources.getOrDefault(source, new Past(0, now, 0, now));
      before = before.isForgotten(now) ? new Past(0, now, 0, now) : before;
      after = before.more(now);
      sources.put(source, after);
      told = after.locks() > before.locks() && lines.take();
    }
    if (after.locks() > before.locks()) {
      counts.count(HttpCounts.Event.LOCKOUT);
      long minutes = after.left(now).toMinutes();
      String why = after.times() + " wrong tokens in a row; locked out for " + minutes + "m";
      LOG.warn("{}: {}", source, why);
      if (told) {
        audit.accept(source, why);
      }
    }
    return after;
  }

  /** Sources that are locked out now. */
  private synchronized long lockedOut() {
    long now = time.nanos().getAsLong();
    return sources.values().stream().filter(past -> past.left(now).isPositive()).count();
  }

  /** The address; of IPv6 its /64, of which one client has every address. */
  static String source(InetAddress from) {
    if (!(from instanceof Inet6Address) || from.isLoopbackAddress()) {
      return from.getHostAddress();
    }
    byte[] bytes = from.getAddress();
    Arrays.fill(bytes, 8, 16, (byte) 0);
    try {
      return InetAddress.getByAddress(bytes).getHostAddress() + "/64";
    } catch (UnknownHostException e) {
      throw new IllegalStateException("16 bytes are an address", e);
    }
  }

  /** 50, 100, 200 ms ... up to two seconds. */
  static Duration delay(long times) {
    Duration delay = FIRST.multipliedBy(1L << Math.clamp(times - 1, 0, 10));
    return delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
  }
}
