package dev.losslessd.transport.netlink;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.WriteGate;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;

/** What a client sends, on its way to a kernel that is not there. */
final class Sent extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int SEQUENCE_AT = 8;

  private Sent(String text) {
    super(text);
  }

  /** Returns the first request of a call in hex, as if it had this sequence number. */
  static String dcb(int sequence, Consumer<DcbClient> call) {
    return text(sequence, exchange -> call.accept(new DcbClient(exchange, WriteGate.OPEN)));
  }

  /** Returns the first request of a call in hex, as if it had this sequence number. */
  static String rdma(int sequence, Consumer<RdmaClient> call) {
    return text(sequence, exchange -> call.accept(new RdmaClient(exchange, WriteGate.OPEN)));
  }

  private static String text(int sequence, Consumer<Exchange> call) {
    try {
      call.accept(new Wire(sequence));
    } catch (Sent sent) {
      return String.valueOf(sent.getMessage());
    }
    throw new AssertionError("nothing was sent");
  }

  private record Wire(int sequence) implements Exchange {
    @Override
    public int exchange(MemorySegment request, int length, MemorySegment reply) {
      request.set(JAVA_INT_UNALIGNED, SEQUENCE_AT, sequence);
      throw new Sent(Hex.text(request, length));
    }

    @Override
    public void close() {}
  }
}
