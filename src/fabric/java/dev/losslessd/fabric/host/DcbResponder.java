package dev.losslessd.fabric.host;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's side of NETLINK_ROUTE as far as DCB goes: rtnetlink_rcv, dcb_doit and what they call
 * (net/dcb/dcbnl.c). The caller is root.
 */
final class DcbResponder {
  /** A device that exists and has no dcbnl operations. */
  static final String LOOPBACK = "lo";

  private static final int NLMSG_ERROR = 2;
  private static final int LOWEST_TYPE = 16;
  private static final int NLM_F_REQUEST = 1;
  private static final int NLM_F_ACK = 4;
  private static final int NLM_F_CAPPED = 0x100;
  private static final int DCBMSG_BYTES = 4;
  private static final int LONGEST_NAME = 15;

  /** The fields of nlmsghdr, and the whole message. */
  private record Request(int type, int flags, int sequence, ByteBuffer whole) {
    int command() {
      return Byte.toUnsignedInt(whole.get(NetlinkWriter.HEADER_BYTES + 1));
    }

    Attributes attributes() {
      int start = NetlinkWriter.HEADER_BYTES + DCBMSG_BYTES;
      return Attributes.in(whole.slice(start, whole.limit() - start));
    }
  }

  private final Site site;
  private final boolean rewrites;

  /**
   * @param rewrites whether the kernel is 6.3 or newer and tells the rewrite table
   */
  DcbResponder(Site site, boolean rewrites) {
    this.site = site;
    this.rewrites = rewrites;
  }

  /**
   * Answers all messages of one datagram.
   *
   * @param datagram in little endian order
   * @param portId of the socket that asks
   */
  ByteBuffer answer(ByteBuffer datagram, int portId) {
    NetlinkWriter out = new NetlinkWriter();
    ByteBuffer rest = datagram.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    while (rest.remaining() >= NetlinkWriter.HEADER_BYTES) {
      int start = rest.position();
      int length = rest.getInt(start);
      if (length < NetlinkWriter.HEADER_BYTES || length > rest.remaining()) {
        break;
      }
      ByteBuffer whole = rest.slice(start, length).order(ByteOrder.LITTLE_ENDIAN);
      message(whole, portId, out);
      rest.position(Math.min(rest.limit(), start + ((length + 3) & ~3)));
    }
    return out.done();
  }

  /** The device that a datagram is about, if it names one. */
  static @Nullable String ifname(ByteBuffer datagram) {
    int start = NetlinkWriter.HEADER_BYTES + DCBMSG_BYTES;
    if (datagram.remaining() < start) {
      return null;
    }
    ByteBuffer raw =
        Attributes.in(datagram.slice(start, datagram.remaining() - start)).get(DcbWire.IFNAME);
    return raw == null ? null : text(raw);
  }

  /** Whether a message may change a port. */
  static boolean isWrite(ByteBuffer datagram) {
    return datagram.remaining() >= NetlinkWriter.HEADER_BYTES
        && datagram.duplicate().order(ByteOrder.LITTLE_ENDIAN).getShort(4) == DcbWire.RTM_SETDCB;
  }

  private void message(ByteBuffer whole, int portId, NetlinkWriter out) {
    Request request =
        new Request(
            Short.toUnsignedInt(whole.getShort(4)),
            Short.toUnsignedInt(whole.getShort(6)),
            whole.getInt(8),
            whole);
    int errno = 0;
    if ((request.flags() & NLM_F_REQUEST) != 0 && request.type() >= LOWEST_TYPE) {
      errno = handle(request, portId, out);
    }
    if (errno != 0 || (request.flags() & NLM_F_ACK) != 0) {
      acknowledge(request, portId, errno, out);
    }
  }

  /** An acknowledgement carries only the header of the request, an error all of it. */
  private static void acknowledge(Request request, int portId, int errno, NetlinkWriter out) {
    out.begin(NLMSG_ERROR, errno == 0 ? NLM_F_CAPPED : 0, request.sequence(), portId);
    out.u32(errno);
    int quoted = errno == 0 ? NetlinkWriter.HEADER_BYTES : request.whole().limit();
    out.bytes(request.whole().slice(0, quoted)).end();
  }

  private int handle(Request request, int portId, NetlinkWriter out) {
    if (request.type() != DcbWire.RTM_GETDCB && request.type() != DcbWire.RTM_SETDCB) {
      return Errno.EOPNOTSUPP.negative();
    }
    if (request.whole().limit() < NetlinkWriter.HEADER_BYTES + DCBMSG_BYTES) {
      return Errno.EINVAL.negative();
    }
    Attributes attributes = request.attributes();
    ByteBuffer rawName = attributes.get(DcbWire.IFNAME);
    int command = request.command();
    if ((rawName != null && !isName(rawName)) || command > DcbWire.MOST_COMMAND) {
      return Errno.EINVAL.negative();
    }
    if (!hasHandler(command)) {
      return Errno.EOPNOTSUPP.negative();
    }
    if (rawName == null) {
      return Errno.EINVAL.negative();
    }
    String name = text(rawName);
    FakeNic nic = site.nic(name);
    if (nic == null || !nic.make().hasDcb()) {
      return (nic != null || name.equals(LOOPBACK) ? Errno.EOPNOTSUPP : Errno.ENODEV).negative();
    }
    return run(request, portId, nic, attributes, out);
  }

  /** CEE commands (1..19, 24..26) are not offered here: mlx5's are not used by anyone we serve. */
  private static boolean hasHandler(int command) {
    return (command >= DcbWire.IEEE_SET && command <= DcbWire.SDCBX) || command == DcbWire.IEEE_DEL;
  }

  private int run(
      Request request, int portId, FakeNic nic, Attributes attributes, NetlinkWriter out) {
    return switch (request.command()) {
      case DcbWire.IEEE_GET -> {
        begin(request, DcbWire.RTM_GETDCB, portId, out);
        DcbWire.fill(out, nic.identity().netdev(), nic, rewrites);
        out.end();
        yield 0;
      }
      case DcbWire.GDCBX -> {
        begin(request, DcbWire.RTM_GETDCB, portId, out);
        out.attributeU8(DcbWire.DCBX, nic.dcb().dcbx()).end();
        yield 0;
      }
      case DcbWire.SDCBX -> setDcbx(request, portId, nic, attributes, out);
      case DcbWire.IEEE_SET, DcbWire.IEEE_DEL -> write(request, portId, nic, attributes, out);
      default -> Errno.EOPNOTSUPP.negative();
    };
  }

  private int setDcbx(
      Request request, int portId, FakeNic nic, Attributes attributes, NetlinkWriter out) {
    ByteBuffer mode = attributes.get(DcbWire.DCBX);
    if (mode == null) {
      return Errno.EINVAL.negative();
    }
    if (mode.limit() < 1) {
      return Errno.ERANGE.negative();
    }
    int asked = Byte.toUnsignedInt(mode.get(0));
    int verdict = nic.write(WriteKind.DCBX, () -> nic.dcb().setDcbx(asked)) == 0 ? 0 : 1;
    site.log("SDCBX %s dcbx=0x%02x result=%d".formatted(nic.port().id(), asked, verdict));
    begin(request, DcbWire.RTM_SETDCB, portId, out);
    out.attributeU8(DcbWire.DCBX, verdict).end();
    return 0;
  }

  private int write(
      Request request, int portId, FakeNic nic, Attributes attributes, NetlinkWriter out) {
    ByteBuffer ieee = attributes.get(DcbWire.IEEE);
    if (ieee == null) {
      return Errno.EINVAL.negative();
    }
    IeeeWrite write = new IeeeWrite(nic, Attributes.in(ieee));
    if (write.tooShort()) {
      return Errno.ERANGE.negative();
    }
    boolean set = request.command() == DcbWire.IEEE_SET;
    int verdict = set ? write.set() : write.delete();
    String name = set ? "IEEE_SET" : "IEEE_DEL";
    site.log("%s %s %s result=%d".formatted(name, nic.port().id(), write.told(), verdict));
    begin(request, DcbWire.RTM_SETDCB, portId, out);
    out.attributeU8(DcbWire.IEEE, verdict).end();
    site.tell(notification(nic, request.command(), request.sequence()));
    if (write.bounces()) {
      site.bounce(nic);
    }
    return 0;
  }

  /** Message to group DCB after a write: dcbnl_notify leaves the port id at 0. */
  ByteBuffer notification(FakeNic nic, int command, int sequence) {
    NetlinkWriter out = new NetlinkWriter();
    out.begin(DcbWire.RTM_SETDCB, 0, sequence, 0).u8s(0, command, 0, 0);
    DcbWire.fill(out, nic.identity().netdev(), nic, rewrites);
    return out.end().done();
  }

  /** The flags of the request come back in the reply. */
  private static void begin(Request request, int type, int portId, NetlinkWriter out) {
    out.begin(type, request.flags(), request.sequence(), portId).u8s(0, request.command(), 0, 0);
  }

  /** NLA_NUL_STRING: a NUL within the first 16 bytes. */
  private static boolean isName(ByteBuffer raw) {
    for (int n = 0; n < Math.min(raw.limit(), LONGEST_NAME + 1); n++) {
      if (raw.get(n) == 0) {
        return true;
      }
    }
    return false;
  }

  private static String text(ByteBuffer raw) {
    StringBuilder name = new StringBuilder();
    for (int n = 0; n < raw.limit() && raw.get(n) != 0; n++) {
      name.append((char) Byte.toUnsignedInt(raw.get(n)));
    }
    return name.toString();
  }
}
