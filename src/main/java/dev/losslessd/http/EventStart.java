package dev.losslessd.http;

import dev.losslessd.text.Fields;
import dev.losslessd.text.PrintableText;
import dev.losslessd.watch.EventStream;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Where a reader of events begins, and what is lost to it.
 *
 * @param number the last event that it knows
 * @param lost what it cannot get any more
 */
record EventStart(long number, Optional<Lost> lost) {
  /** The word that stands for the oldest event that is kept. */
  static final String OLDEST = "0";

  /** Events that a reader asked for and that are not there. */
  sealed interface Lost {
    /** They were pushed out by newer ones. */
    record Overflow(long missed) implements Lost {}

    /** Its last event was not of this stream. */
    record OtherStream(String id) implements Lost {}

    default Fields json() {
      return switch (this) {
        case Overflow one ->
            new Fields()
                .with("reason", "overflow")
                .with("missed", one.missed())
                .with(
                    "message",
                    one.missed()
                        + " events were pushed out by newer ones; read the lists anew, what"
                        + " follows is complete");
        case OtherStream one ->
            new Fields()
                .with("reason", "restart")
                .with(
                    "message",
                    "event '"
                        + PrintableText.brief(one.id(), 60)
                        + "' is not of this run of the daemon; read the lists anew, what follows"
                        + " is all that this run has kept");
      };
    }
  }

  /** Begins behind the last event. */
  static EventStart now(EventStream stream) {
    return new EventStart(stream.newest(), Optional.empty());
  }

  /**
   * Begins behind an event, or with the oldest that is kept.
   *
   * @param id of an event, of any run of the daemon, or {@link #OLDEST}
   */
  static EventStart after(String id, EventStream stream) {
    long oldest = Math.max(0, stream.newest() - EventStream.KEPT);
    if (id.equals(OLDEST)) {
      return new EventStart(oldest, Optional.empty());
    }
    OptionalLong known = stream.number(id);
    if (known.isEmpty()) {
      return new EventStart(oldest, Optional.of(new Lost.OtherStream(id)));
    }
    return new EventStart(known.getAsLong(), Optional.empty());
  }
}
