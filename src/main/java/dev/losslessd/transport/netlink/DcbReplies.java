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
  static DcbState state(Reply reply, String ifname) {
    DcbState state = stateOf(body(reply, Dcbnl.CMD_IEEE_GET), reply.what());
    if (!state.ifname().equals(ifname)) {
      throw reply.garbled("the answer is about '" + state.ifname() + "'");
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
  static int verdict(Reply reply, int command) {
    int status = fields(reply, command).u8(Dcbnl.ATTR_IEEE, "IEEE");
    // ice answers 1 and 2 for "no change" and "changed": only a negative byte is an errno
    if (status >= 0x80) {
      throw Errno.refused(256 - status, reply.what());
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
  static int entries(Reply reply) {
    int status = verdict(reply, Dcbnl.CMD_IEEE_SET);
    if (status != 0) {
      throw TransportException.refused(
          reply.what() + ": the driver says " + status + ", which is a failure without a reason");
    }
    return status;
  }

  /** The mode in a GDCBX reply, or the status in one to SDCBX. */
  static int dcbx(Reply reply, int command) {
    return fields(reply, command).u8(Dcbnl.ATTR_DCBX, "DCBX");
  }

  private static Fields fields(Reply reply, int command) {
    return Fields.of(body(reply, command), reply.what());
  }

  /**
   * The attributes of the one reply to a command; REFUSED with the kernel's errno if it has one.
   */
  private static MemorySegment body(Reply reply, int command) {
    boolean get = command == Dcbnl.CMD_IEEE_GET || command == Dcbnl.CMD_GDCBX;
    MemorySegment payload = reply.one(get ? Dcbnl.RTM_GETDCB : Dcbnl.RTM_SETDCB);
    if (payload.byteSize() < Dcbnl.DCBMSG) {
      throw reply.garbled("reply of " + payload.byteSize() + " bytes, expected 4");
    }
    int answered = Attributes.u8(payload, 1);
    if (answered != command) {
      throw reply.garbled(
          "reply to " + Dcbnl.command(answered) + ", expected " + Dcbnl.command(command));
    }
    return payload.asSlice(Dcbnl.DCBMSG);
  }
}
