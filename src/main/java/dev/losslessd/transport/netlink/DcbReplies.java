package dev.losslessd.transport.netlink;

import dev.losslessd.transport.Errno;
import dev.losslessd.transport.TransportException;
import java.lang.foreign.MemorySegment;

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
    DcbState state = stateOf(body(reply, sequence, Dcbnl.CMD_IEEE_GET, what), what);
    if (!state.ifname().equals(ifname)) {
      throw Attributes.garbled(what, "the answer is about '" + state.ifname() + "'");
    }
    return state;
  }

  /**
   * Parses the attributes that replies and notifications have alike. What is not read is of the
   * peer, of tables that no NIC has, or of a newer kernel.
   */
  static DcbState stateOf(MemorySegment attributes, String what) {
    Fields all = Fields.of(attributes, what);
    Fields ieee = all.nest(Dcbnl.ATTR_IEEE, "IEEE");
    return new DcbState(
        all.text(Dcbnl.ATTR_IFNAME, "IFNAME"),
        ieee.find(Dcbnl.IEEE_PFC).map(bytes -> Structures.pfc(bytes, what)),
        ieee.find(Dcbnl.IEEE_ETS).map(bytes -> Structures.ets(bytes, what)),
        ieee.find(Dcbnl.IEEE_APP_TABLE).map(bytes -> Structures.apps(bytes, what)),
        ieee.find(Dcbnl.IEEE_BUFFER).map(bytes -> Structures.buffer(bytes, what)),
        ieee.find(Dcbnl.IEEE_MAXRATE).map(bytes -> Structures.maxRate(bytes, what)),
        all.u8IfThere(Dcbnl.ATTR_DCBX, "DCBX"));
  }

  /**
   * The verdict on an IEEE_SET or IEEE_DEL.
   *
   * @return what the driver says, which is no failure where it is positive
   * @throws dev.losslessd.transport.TransportException REFUSED with the driver's errno; above 128
   *     only its low byte arrives
   */
  static int verdict(MemorySegment reply, int sequence, int command, String what) {
    int status = Fields.of(body(reply, sequence, command, what), what).u8(Dcbnl.ATTR_IEEE, "IEEE");
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
  static int entries(MemorySegment reply, int sequence, String what) {
    int status = verdict(reply, sequence, Dcbnl.CMD_IEEE_SET, what);
    if (status != 0) {
      throw TransportException.refused(
          what + ": the driver says " + status + ", which is a failure without a reason");
    }
    return status;
  }

  /** Returns whether SDCBX was taken; any status but 0 is a refusal without a reason. */
  static boolean dcbxTaken(MemorySegment reply, int sequence, String what) {
    return dcbx(reply, sequence, Dcbnl.CMD_SDCBX, what) == 0;
  }

  /** The mode in a GDCBX reply. */
  static int dcbx(MemorySegment reply, int sequence, String what) {
    return dcbx(reply, sequence, Dcbnl.CMD_GDCBX, what);
  }

  private static int dcbx(MemorySegment reply, int sequence, int command, String what) {
    return Fields.of(body(reply, sequence, command, what), what).u8(Dcbnl.ATTR_DCBX, "DCBX");
  }

  /**
   * The attributes of the one reply to a command; REFUSED with the kernel's errno if it has one.
   */
  private static MemorySegment body(MemorySegment reply, int sequence, int command, String what) {
    boolean get = command == Dcbnl.CMD_IEEE_GET || command == Dcbnl.CMD_GDCBX;
    int type = get ? Dcbnl.RTM_GETDCB : Dcbnl.RTM_SETDCB;
    MemorySegment payload = RdmaReplies.one(reply, sequence, type, what);
    if (payload.byteSize() < Dcbnl.DCBMSG) {
      throw Attributes.garbled(what, "reply of " + payload.byteSize() + " bytes, expected 4");
    }
    int answered = Attributes.u8(payload, 1);
    if (answered != command) {
      throw Attributes.garbled(
          what, "reply to " + Dcbnl.command(answered) + ", expected " + Dcbnl.command(command));
    }
    return payload.asSlice(Dcbnl.DCBMSG);
  }
}
