package dev.losslessd.transport.netlink;

import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Replies from bytes. A reply that is cut short, too long or oddly nested is an error that names
 * the place, never a value.
 *
 * <p>The verdict of a SET is a byte in a normal reply, the low byte of a negative errno; the ACK
 * that follows says 0 even then (net/dcb/dcbnl.c).
 */
final class DcbReplies {
  private DcbReplies() {}

  /** The state in an IEEE_GET reply. */
  static DcbState state(MemorySegment reply, int sequence, String ifname) {
    String what = "IEEE_GET " + ifname;
    MemorySegment body = Envelope.open(reply, sequence, Dcbnl.CMD_IEEE_GET, what);
    DcbState state = stateOf(body, what);
    if (!state.ifname().equals(ifname)) {
      throw Attributes.garbled(what, "the answer is about '" + state.ifname() + "'");
    }
    return state;
  }

  /** Parses the attributes that replies and notifications have alike. */
  static DcbState stateOf(MemorySegment attributes, String what) {
    Parts parts = new Parts();
    Attributes.each(
        attributes,
        what,
        (type, payload) -> {
          switch (type) {
            case Dcbnl.ATTR_IFNAME -> parts.ifname = once(parts.ifname, name(payload), what);
            case Dcbnl.ATTR_IEEE -> ieee(payload, parts, what);
            case Dcbnl.ATTR_DCBX -> parts.dcbx = once(parts.dcbx, octet(payload, what), what);
            default -> {}
          }
        });
    return parts.state(what);
  }

  private static void ieee(MemorySegment nest, Parts parts, String what) {
    parts.ieee = once(parts.ieee, true, what + " IEEE");
    Attributes.each(nest, what + " IEEE", (type, payload) -> attribute(type, payload, parts, what));
  }

  /**
   * Reads what is used; others are of the peer, of tables that no NIC has, or of a newer kernel.
   */
  private static void attribute(int type, MemorySegment bytes, Parts parts, String what) {
    switch (type) {
      case Dcbnl.IEEE_PFC -> parts.pfc = once(parts.pfc, Structures.pfc(bytes, what), what);
      case Dcbnl.IEEE_ETS -> parts.ets = once(parts.ets, Structures.ets(bytes, what), what);
      case Dcbnl.IEEE_APP_TABLE ->
          parts.apps = once(parts.apps, Structures.apps(bytes, what), what);
      case Dcbnl.IEEE_MAXRATE ->
          parts.maxRate = once(parts.maxRate, Structures.maxRate(bytes, what), what);
      case Dcbnl.IEEE_BUFFER ->
          parts.buffer = once(parts.buffer, Structures.buffer(bytes, what), what);
      default -> {}
    }
  }

  private static <T> T once(@Nullable T earlier, T now, String what) {
    if (earlier != null) {
      throw Attributes.garbled(what, "one attribute comes twice");
    }
    return now;
  }

  private static String name(MemorySegment payload) {
    return Attributes.text(payload);
  }

  private static int octet(MemorySegment payload, String what) {
    Attributes.requireLength(payload, 1, what + " DCBX");
    return Attributes.u8(payload, 0);
  }

  /**
   * The verdict on an IEEE_SET or IEEE_DEL.
   *
   * @return what the driver says, which is no failure where it is positive
   * @throws dev.losslessd.transport.TransportException REFUSED with the driver's errno; above 128
   *     only its low byte arrives
   */
  static int verdict(MemorySegment reply, int sequence, int command, String what) {
    int status =
        status(Envelope.open(reply, sequence, command, what), Dcbnl.ATTR_IEEE, "IEEE", what);
    // ice answers 1 and 2 for "no change" and "changed": only a negative byte is an errno
    if (status >= 0x80) {
      throw Errno.refused(256 - status, what);
    }
    return status;
  }

  /**
   * The verdict on APP entries that are added. The kernel ends at the first answer that is not 0
   * (dcbnl_app_table_setdel), and a positive one of ice is a failure whose entry stands on the
   * kernel's list all the same (ice_dcbnl_setapp).
   *
   * @throws dev.losslessd.transport.TransportException REFUSED
   */
  static void entries(MemorySegment reply, int sequence, String what) {
    int status = verdict(reply, sequence, Dcbnl.CMD_IEEE_SET, what);
    if (status != 0) {
      throw new TransportException(
          TransportException.Kind.REFUSED,
          what + ": the driver says " + status + ", which is a failure without a reason");
    }
  }

  /** Returns whether SDCBX was taken; any status but 0 is a refusal without a reason. */
  static boolean dcbxTaken(MemorySegment reply, int sequence, String what) {
    MemorySegment body = Envelope.open(reply, sequence, Dcbnl.CMD_SDCBX, what);
    return status(body, Dcbnl.ATTR_DCBX, "DCBX", what) == 0;
  }

  /** The mode in a GDCBX reply. */
  static int dcbx(MemorySegment reply, int sequence, String what) {
    MemorySegment body = Envelope.open(reply, sequence, Dcbnl.CMD_GDCBX, what);
    return status(body, Dcbnl.ATTR_DCBX, "DCBX", what);
  }

  private static int status(MemorySegment body, int wanted, String name, String what) {
    int[] found = {-1};
    Attributes.each(
        body,
        what,
        (type, payload) -> {
          if (type == wanted) {
            Attributes.requireLength(payload, 1, what + " " + name);
            if (found[0] >= 0) {
              throw Attributes.garbled(what, name + " comes twice");
            }
            found[0] = Attributes.u8(payload, 0);
          }
        });
    if (found[0] < 0) {
      throw Attributes.garbled(what, "no " + name + " attribute with the verdict");
    }
    return found[0];
  }

  private static final class Parts {
    private @Nullable String ifname;
    private @Nullable Boolean ieee;
    private @Nullable Integer dcbx;
    private @Nullable IeeePfc pfc;
    private @Nullable IeeeEts ets;
    private @Nullable List<DcbApp> apps;
    private @Nullable DcbBuffer buffer;
    private @Nullable List<Long> maxRate;

    DcbState state(String what) {
      String name = ifname;
      if (name == null || name.isEmpty()) {
        throw Attributes.garbled(what, "no IFNAME attribute");
      }
      if (ieee == null) {
        throw Attributes.garbled(what, "no IEEE attribute");
      }
      Integer mode = dcbx;
      return new DcbState(
          name,
          Optional.ofNullable(pfc),
          Optional.ofNullable(ets),
          Optional.ofNullable(apps),
          Optional.ofNullable(buffer),
          Optional.ofNullable(maxRate),
          mode == null ? OptionalInt.empty() : OptionalInt.of(mode));
    }
  }
}
