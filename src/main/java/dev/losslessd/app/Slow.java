package dev.losslessd.app;

import dev.losslessd.model.Finding;
import dev.losslessd.model.Tempo;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says which ports are read less often than asked, because reading them takes long. */
final class Slow {
  private static final Logger LOG = LoggerFactory.getLogger(Slow.class);

  private Slow() {}

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
    boolean hear(Tempo tempo, long ticks) {
      if (tempo.isSlowed() == slowed || (told && ticks - toldAt <= SILENT_NANOS)) {
        return false;
      }
      slowed = tempo.isSlowed();
      told = true;
      toldAt = ticks;
      log(tempo);
      return true;
    }
  }

  private static void log(Tempo tempo) {
    if (tempo.isSlowed()) {
      LOG.warn("{}", text(tempo));
    } else {
      LOG.info(
          "{}: the {} counters are read as often as asked again", tempo.port(), tempo.reader());
    }
  }

  static List<Finding> findings(List<Tempo> tempos, Instant now) {
    return tempos.stream()
        .filter(Tempo::isSlowed)
        .map(tempo ->
            new Finding(
                "slow-reader",
                Finding.Severity.INFO,
                tempo.port().toString(),
                text(tempo),
                "look at the firmware and at what else reads this NIC, or ask for it less often",
                now))
        .toList();
  }

  private static String text(Tempo tempo) {
    return String.format(
        Locale.ROOT,
        "%s: a read of the %s counters takes %.1f ms: made every %.0f ms instead of every %.0f ms,"
            + " to stay below 2 %% of the time",
        tempo.port(),
        tempo.reader(),
        tempo.readSeconds() * 1e3,
        tempo.seconds() * 1e3,
        tempo.askedSeconds() * 1e3);
  }
}
