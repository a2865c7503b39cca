package dev.losslessd.http;

import dev.losslessd.text.Pattern;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The token of a file that is rewritten while the server runs: the new one is in force with the
 * next request, and the old one is not. While the file is missing, empty or half written the last
 * whole one holds. Safe for threads.
 */
public final class RotatedToken implements Supplier<String> {
  private static final Logger LOG = LoggerFactory.getLogger(RotatedToken.class);

  /** As the tokens that are made here; shorter ones may be cut. */
  private static final Pattern WHOLE = Pattern.compile("\\S{" + HttpOptions.SHORTEST_TOKEN + ",}");

  private final Supplier<String> reader;
  private String last;
  private String told = "";

  /**
   * @param reader of the file; throws where it cannot be read
   * @throws ListenException it cannot be read at the start
   * @throws IllegalStateException likewise
   */
  public RotatedToken(Supplier<String> reader) {
    this.reader = reader;
    this.last = reader.get();
  }

  @Override
  public synchronized String get() {
    try {
      String now = reader.get();
      if (now.equals(last)) {
        told = "";
      } else if (WHOLE.matcher(now).matches()) {
        last = now;
        told = "";
        LOG.info("the token was rewritten: the new one is in force");
      } else {
        tell("it has " + now.length() + " characters, expected 32 or more without spaces");
      }
    } catch (ListenException | IllegalStateException e) {
      tell(String.valueOf(e.getMessage()));
    }
    return last;
  }

  private void tell(String why) {
    if (!why.equals(told)) {
      told = why;
      LOG.warn("the token stays the one that was read last: {}", why);
    }
  }
}
