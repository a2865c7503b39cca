package dev.losslessd.transport.netlink;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.losslessd.transport.Errno;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The DCB state of several netdevs as bytes, to see whether it moved: their requests are one
 * datagram, out of which the kernel takes one after the other (netlink_rcv_skb, which locks RTNL
 * for each by itself), and nothing is understood that need not be.
 */
record DcbGlance(DcbClient client) {
  /** An answer is a few kilobytes at most, and all of them wait in the socket. */
  private static final int MOST = 8;

  private static final int SEQUENCE_AT = 8;
  private static final int TYPE_AT = 4;

  /** struct ieee_pfc up to its frame counts. */
  private static final int PFC_SETTINGS = 8;

  Map<String, Optional<ByteBuffer>> of(List<String> ifnames) {
    Map<String, Optional<ByteBuffer>> seen = new LinkedHashMap<>();
    for (int from = 0; from < ifnames.size(); from += MOST) {
      some(ifnames.subList(from, Math.min(from + MOST, ifnames.size())), seen);
    }
    return seen;
  }

  private void some(List<String> ifnames, Map<String, Optional<ByteBuffer>> seen) {
    int first = client.next(ifnames.size());
    int length = 0;
    for (int n = 0; n < ifnames.size(); n++) {
      MemorySegment rest = client.request.asSlice(length);
      // one of several messages of a datagram: answered, and not acknowledged besides
      length +=
          new MessageWriter(rest, first + n)
              .start(Dcbnl.RTM_GETDCB, Dcbnl.NLM_F_REQUEST, Dcbnl.CMD_IEEE_GET, ifnames.get(n))
              .finish();
    }
    MemorySegment answer = client.reply.asSlice(0, client.exchange(client.request, length));
    long at = 0;
    while (at < answer.byteSize()) {
      at += message(answer.asSlice(at), ifnames, first, seen);
    }
  }

  private static long message(
      MemorySegment rest, List<String> ifnames, int first, Map<String, Optional<ByteBuffer>> seen) {
    long length = Attributes.messageLength(rest, 0, "IEEE_GET");
    int which = Attributes.i32(rest, SEQUENCE_AT) - first;
    if (which < 0 || which >= ifnames.size()) {
      throw Attributes.garbled("IEEE_GET", "the answer has another sequence number");
    }
    String ifname = ifnames.get(which);
    MemorySegment payload = rest.asSlice(Dcbnl.NLMSG_HEADER, length - Dcbnl.NLMSG_HEADER);
    if (Attributes.u16(rest, TYPE_AT) != Dcbnl.NLMSG_ERROR) {
      seen.put(ifname, Optional.of(settings(payload, ifname)));
    } else if (payload.byteSize() < 4 || Attributes.i32(payload, 0) != -Errno.ENODEV) {
      seen.put(ifname, Optional.empty());
    }
    return Math.min(length + 3 & ~3L, rest.byteSize());
  }

  /** Without what counts by itself: mlx5 tells there how many PFC frames went either way. */
  private static ByteBuffer settings(MemorySegment payload, String ifname) {
    String what = "IEEE_GET " + ifname;
    if (payload.byteSize() < Dcbnl.DCBMSG) {
      throw Attributes.garbled(what, "reply of " + payload.byteSize() + " bytes, expected 4");
    }
    Attributes.each(
        payload.asSlice(Dcbnl.DCBMSG),
        what,
        (type, nest) -> {
          if (type == Dcbnl.ATTR_IEEE) {
            Attributes.each(nest, what, DcbGlance::still);
          }
        });
    return ByteBuffer.wrap(payload.toArray(JAVA_BYTE));
  }

  private static void still(int type, MemorySegment value) {
    if (type == Dcbnl.IEEE_QCN_STATS) {
      value.fill((byte) 0);
    } else if (type == Dcbnl.IEEE_PFC || type == Dcbnl.IEEE_PEER_PFC) {
      value.asSlice(Math.min(PFC_SETTINGS, value.byteSize())).fill((byte) 0);
    }
  }
}
