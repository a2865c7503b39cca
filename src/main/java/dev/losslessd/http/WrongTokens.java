package dev.losslessd.http;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slows down sources of wrong tokens, each by itself and longer each time. Logs them at a bounded
 * rate. A right token is never delayed, so its owner cannot be locked out.
 */
final class WrongTokens {
  private static final Logger LOG = LoggerFactory.getLogger(WrongTokens.class);

  private static final Duration FIRST = Duration.ofMillis(50);
  private static final Duration LONGEST = Duration.ofSeconds(2);

  /** Most answers that wait at once; further clients must come back later. */
  private static final int WAITING = 16;

  /** A source that showed no wrong token for so long begins anew. */
  private static final long FORGET = Duration.ofMinutes(1).toNanos();

  private static final int SOURCES = 256;

  private final HttpTime time;
  private final HttpCounts counts;
  private final Semaphore waiting = new Semaphore(WAITING);
  private final Map<String, Past> sources =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Past> eldest) {
          return size() > SOURCES;
        }
      };

  WrongTokens(HttpTime time, HttpCounts counts) {
    this.time = time;
    this.counts = counts;
  }

  /**
   * @param times wrong tokens in a row
   * @param last nanoseconds of the clock that never jumps
   */
  private record Past(long times, long last) {}

  /**
   * Counts one and delays the answer to it.
   *
   * @param source address that it came from
   * @throws ProblemException 429, too many of these answers wait already
   */
  void shown(String source) {
    counts.wrongToken();
    long times = count(source);
    if (Long.bitCount(times) == 1) { // the 1st, 2nd, 4th, 8th ...
      LOG.warn("wrong token from {}, {} in a row; its answers are slowed down", source, times);
    }
    if (!waiting.tryAcquire()) {
      counts.busy();
      throw new ProblemException(
          Problem.of(
              429,
              "too-many-wrong-tokens",
              "Too many wrong tokens",
              "the token is not the right one, and too many like it were shown; try again later"));
    }
    try {
      time.pause().accept(delay(times));
    } finally {
      waiting.release();
    }
  }

  private synchronized long count(String source) {
    long now = time.nanos().getAsLong();
    Past past = sources.getOrDefault(source, new Past(0, now));
    long times = now - past.last() > FORGET ? 1 : past.times() + 1;
    sources.put(source, new Past(times, now));
    return times;
  }

  /** 50, 100, 200 ms ... up to two seconds. */
  static Duration delay(long times) {
    Duration delay = FIRST.multipliedBy(1L << Math.clamp(times - 1, 0, 10));
    return delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
  }
}
