package dev.losslessd.poll;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.PollRate;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says which ports are read less often than asked, because reading them takes long. */
public final class SlowReaderReport {
  private static final Logger LOG = LoggerFactory.getLogger(SlowReaderReport.class);

  private SlowReaderReport() {}

  /** Tells of one reader, at most once a minute: one that is just quick enough changes often. */
  static final class Teller {
    private static final long SILENT_NANOS = 60_000_000_000L;

    private boolean slowed;
    private boolean told;
    private long toldAt;

    /**
     * @param ticks monotonic nanoseconds
     * @return whether there was something to tell
     */
    boolean hear(PollRate pollRate, long ticks) {
      if (pollRate.isSlowed() == slowed || (told && ticks - toldAt <= SILENT_NANOS)) {
        return false;
      }
      slowed = pollRate.isSlowed();
      told = true;
      toldAt = ticks;
      log(pollRate);
      return true;
    }
  }

  private static void log(PollRate pollRate) {
    if (pollRate.isSlowed()) {
      LOG.warn("{}", text(pollRate));
    } else {
      LOG.info(
          "{}: the {} counters are read as often as asked again",
          pollRate.port(),
          pollRate.reader());
    }
  }

  public static Stream<Finding> findings(List<PollRate> tempos) {
    return tempos.stream()
        .filter(PollRate::isSlowed)
        .map(slow -> FindingRule.SLOW_READER.at(slow.port().toString(), text(slow)));
  }

  private static String text(PollRate pollRate) {
    return String.format(
        Locale.ROOT,
        "%s: a read of the %s counters takes %.1f ms: made every %.0f ms instead of every %.0f ms,"
            + " to stay below 2 %% of the time",
        pollRate.port(),
        pollRate.reader(),
        pollRate.readSeconds() * 1e3,
        pollRate.seconds() * 1e3,
        pollRate.askedSeconds() * 1e3);
  }
}
