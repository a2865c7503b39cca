package dev.losslessd.app;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.KernelNetlink;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * The netlink of the real kernel in the place of RDMA's, on a machine without such NICs: for each
 * counter request that it is sent it asks for the statistics of one link (RTM_GETSTATS), as many in
 * one datagram, and takes their answers. What it hands on is what the responder told at first, with
 * the numbers of this request. So the kernel's calls are real, and the counters stand still.
 */
final class LinkStats implements Exchange {
  private static final int STAT_GET = 5 << 10 | 17;
  private static final int STAT_GET_BYTES = 32;
  private static final int FIRST_LINK = 2;
  private static final int ROOM = 65_536;

  private final Exchange responder;
  private final KernelNetlink kernel;
  private final MemorySegment request = Arena.ofAuto().allocate(4096, 8);
  private final MemorySegment answers = Arena.ofAuto().allocate(ROOM, 8);

  /** Answers of the responder, by the requested device. */
  private final Map<Long, byte[]> told = new HashMap<>();

  LinkStats(Exchange responder, Duration deadline) {
    this.responder = responder;
    this.kernel = KernelNetlink.route(deadline, true);
  }

  @Override
  public int exchange(MemorySegment asked, int length, MemorySegment reply) {
    if (asked.get(JAVA_SHORT_UNALIGNED, 4) != STAT_GET) {
      return responder.exchange(asked, length, reply);
    }
    int count = length / STAT_GET_BYTES;
    int first = asked.get(JAVA_INT_UNALIGNED, 8);
    int bytes = ask(request, count, first);
    if (kernel.exchange(request, bytes, answers) < count * 100) {
      throw new IllegalStateException("the kernel did not tell of " + count + " links");
    }
    long devices = 0;
    for (int n = 0; n < count; n++) {
      devices = devices * 31 + 1 + asked.get(JAVA_INT_UNALIGNED, (long) n * STAT_GET_BYTES + 20);
    }
    byte[] answer = told.get(devices);
    if (answer == null) {
      int got = responder.exchange(asked, length, reply);
      answer = reply.asSlice(0, got).toArray(JAVA_BYTE);
      told.put(devices, answer);
    }
    return tell(answer, first, reply);
  }

  /** So many RTM_GETSTATS of links 2, 3 ... for IFLA_STATS_LINK_64, none of them acknowledged. */
  static int ask(MemorySegment into, int count, int first) {
    for (int n = 0; n < count; n++) {
      long at = 28L * n;
      into.set(JAVA_INT_UNALIGNED, at, 28);
      into.set(JAVA_SHORT_UNALIGNED, at + 4, (short) 94);
      into.set(JAVA_SHORT_UNALIGNED, at + 6, (short) 1);
      into.set(JAVA_INT_UNALIGNED, at + 8, first + n);
      into.set(JAVA_INT_UNALIGNED, at + 20, FIRST_LINK + n);
      into.set(JAVA_INT_UNALIGNED, at + 24, 1);
    }
    return 28 * count;
  }

  private static int tell(byte[] answer, int first, MemorySegment reply) {
    MemorySegment.copy(MemorySegment.ofArray(answer), 0, reply, 0, answer.length);
    int number = first;
    for (int at = 0; at < answer.length; number++) {
      reply.set(JAVA_INT_UNALIGNED, at + 8L, number);
      at += reply.get(JAVA_INT_UNALIGNED, at) + 3 & ~3;
    }
    return answer.length;
  }

  @Override
  public void close() {
    responder.close();
    kernel.close();
  }
}
