package dev.losslessd.transport.netlink;

import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.NativeBuffers;
import dev.losslessd.transport.WriteGate;
import java.lang.foreign.MemorySegment;
import java.util.function.IntUnaryOperator;

/**
 * Requests of one family of netlink. Every write passes the gate first, and every request has its
 * own sequence number: an unread acknowledgement of an earlier one can never pass for this one's.
 * For one caller at a time.
 */
abstract class NetlinkClient implements AutoCloseable {
  static final int CAPACITY = 65_536;

  /** Reads an answer; what is odd in it is an exception. */
  @FunctionalInterface
  interface Reader<T> {
    T read(MemorySegment answer, int sequence);
  }

  private final Exchange exchange;
  private final WriteGate gate;
  final MemorySegment request;
  final MemorySegment reply = NativeBuffers.of(CAPACITY);
  private int sequence;

  /**
   * @param exchange closed with this client
   * @param request buffer for the longest request
   */
  NetlinkClient(Exchange exchange, WriteGate gate, MemorySegment request) {
    this.exchange = exchange;
    this.gate = gate;
    this.request = request;
  }

  /**
   * @param write writes the request of a sequence number, and returns its length
   */
  final <T> T ask(IntUnaryOperator write, Reader<T> reader) {
    int seq = next(1);
    int length = exchange(request, write.applyAsInt(seq));
    return reader.read(reply.asSlice(0, length), seq);
  }

  /**
   * Asks as {@link #ask}, through the gate.
   *
   * @param what is written, for messages
   */
  final <T> T write(String what, IntUnaryOperator write, Reader<T> reader) {
    return gate.through("netlink " + what, () -> ask(write, reader));
  }

  /**
   * Sends requests and receives their answer.
   *
   * @return length of the answer in {@link #reply}
   */
  final int exchange(MemorySegment messages, int length) {
    return exchange.exchange(messages, length, reply);
  }

  /** The first of so many numbers that are one after the other. */
  final int next(int count) {
    int first = sequence > Integer.MAX_VALUE - count ? 1 : sequence + 1;
    sequence = first + count - 1;
    return first;
  }

  @Override
  public final void close() {
    exchange.close();
  }
}
