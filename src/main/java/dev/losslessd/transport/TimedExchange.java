package dev.losslessd.transport;

import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;

/**
 * Tells how long each exchange took, also one that failed.
 *
 * @param nanos a clock that never jumps
 * @param took receives nanoseconds
 */
public record TimedExchange(Exchange exchange, LongSupplier nanos, LongConsumer took)
    implements Exchange {
  @Override
  public int exchange(MemorySegment request, int length, MemorySegment reply) {
    long begin = nanos.getAsLong();
    try {
      return exchange.exchange(request, length, reply);
    } finally {
      took.accept(nanos.getAsLong() - begin);
    }
  }

  @Override
  public void close() {
    exchange.close();
  }
}
