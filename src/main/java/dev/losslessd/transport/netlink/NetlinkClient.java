package dev.losslessd.transport.netlink;

import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.NativeBuffers;
import dev.losslessd.transport.WriteGate;
import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Requests of one family of netlink. Every write passes the gate first, and every request has its
 * own sequence number: an unread acknowledgement of an earlier one can never pass for this one's.
 * For one caller at a time.
 */
abstract class NetlinkClient implements AutoCloseable {
  static final int CAPACITY = 65_536;

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
   * @param what is asked, for messages
   */
  final <T> T ask(String what, Consumer<MessageWriter> write, Function<Reply, T> read) {
    int seq = next(1);
    MessageWriter out = new MessageWriter(request, seq);
    write.accept(out);
    int length = exchange(request, out.finish());
    return read.apply(new Reply(reply.asSlice(0, length), seq, what));
  }

  /**
   * Asks as {@link #ask}, through the gate.
   *
   * @param passing what the gate is told
   */
  final <T> void write(
      String passing, String what, Consumer<MessageWriter> write, Function<Reply, T> check) {
    gate.through("netlink " + passing, () -> ask(what, write, check));
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
