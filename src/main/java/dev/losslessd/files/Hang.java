package dev.losslessd.files;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * An access to a file that has not returned in time.
 *
 * @param place name of the {@link Place}, such as {@code ens1f0np0}
 * @param file that does not answer
 * @param since when it was accessed
 */
public record Hang(String place, String file, Instant since) {
  public Hang {
    since = since.truncatedTo(ChronoUnit.SECONDS);
  }

  /** In words for messages, without the place. */
  public String text() {
    return "access to " + file + " hangs since " + since;
  }
}
