package dev.losslessd.transport;

import dev.losslessd.model.Contact;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * When one way to a device last answered and when it was last silent. A refusal and garbage are
 * answers; a login that is not let in and what was never sent are neither. Safe for threads.
 */
public final class Answers {
  private final LongSupplier ticks;
  private OptionalLong answered = OptionalLong.empty();
  private OptionalLong silent = OptionalLong.empty();

  /**
   * @param ticks monotonic nanoseconds
   */
  public Answers(LongSupplier ticks) {
    this.ticks = ticks;
  }

  /** Asks the device something. */
  public <T> T noting(Supplier<T> work) {
    long begun = ticks.getAsLong();
    try {
      T told = work.get();
      answered(begun);
      return told;
    } catch (TransportException e) {
      note(e, begun);
      throw e;
    }
  }

  private void note(TransportException e, long begun) {
    switch (e.kind()) {
      case TIMEOUT, GONE -> silent(begun);
      case REFUSED, GARBLED -> {
        if (!e.nothingSent()) {
          answered(begun);
        }
      }
      case CLOSED_GATE, AUTH, HOST_KEY -> {}
    }
  }

  /** A slow question may end after a quick one that was asked later. */
  private synchronized void answered(long begun) {
    answered = later(answered, begun);
  }

  private synchronized void silent(long begun) {
    silent = later(silent, begun);
  }

  private static OptionalLong later(OptionalLong known, long tick) {
    return known.isPresent() && known.getAsLong() - tick > 0 ? known : OptionalLong.of(tick);
  }

  /**
   * @param way for messages
   */
  public synchronized Contact contact(String way) {
    return new Contact(way, answered, silent);
  }
}
