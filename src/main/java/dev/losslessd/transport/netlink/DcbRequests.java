package dev.losslessd.transport.netlink;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;

/**
 * Requests as bytes. Each returns the length of the message it wrote. Nests carry NLA_F_NESTED as
 * dcb(8) writes them; the kernel takes both.
 */
final class DcbRequests {
  private DcbRequests() {}

  static int ieeeGet(MemorySegment into, int sequence, String ifname) {
    return get(into, Dcbnl.CMD_IEEE_GET, sequence, ifname);
  }

  /** One of several messages of a datagram: answered, and not acknowledged besides. */
  static int ieeeGetOfMany(MemorySegment into, int sequence, String ifname) {
    return new MessageWriter(into)
        .start(Dcbnl.RTM_GETDCB, Dcbnl.NLM_F_REQUEST, Dcbnl.CMD_IEEE_GET, sequence, ifname)
        .finish();
  }

  static int dcbxGet(MemorySegment into, int sequence, String ifname) {
    return get(into, Dcbnl.CMD_GDCBX, sequence, ifname);
  }

  private static int get(MemorySegment into, int command, int sequence, String ifname) {
    return new MessageWriter(into).start(Dcbnl.RTM_GETDCB, command, sequence, ifname).finish();
  }

  static int dcbxSet(MemorySegment into, int sequence, String ifname, int mode) {
    return start(into, Dcbnl.CMD_SDCBX, sequence, ifname)
        .attribute(Dcbnl.ATTR_DCBX, out -> out.u8(mode))
        .finish();
  }

  static int pfcSet(MemorySegment into, int sequence, String ifname, IeeePfc pfc) {
    return set(
        into,
        sequence,
        ifname,
        Dcbnl.IEEE_PFC,
        out -> {
          out.u8(pfc.capable());
          out.u8(pfc.enabled());
          out.u8(pfc.macsecBypass());
          out.u8(0);
          out.u16(pfc.delay());
          out.u16(0);
          pfc.requests().forEach(out::u64);
          pfc.indications().forEach(out::u64);
        });
  }

  static int etsSet(MemorySegment into, int sequence, String ifname, IeeeEts ets) {
    return set(
        into,
        sequence,
        ifname,
        Dcbnl.IEEE_ETS,
        out -> {
          out.u8(ets.willing());
          out.u8(ets.classes());
          out.u8(ets.creditShaper());
          ets.txPercent().forEach(out::u8);
          ets.rxPercent().forEach(out::u8);
          ets.selection().forEach(out::u8);
          ets.classOfPriority().forEach(out::u8);
          ets.proposedTxPercent().forEach(out::u8);
          ets.proposedSelection().forEach(out::u8);
          ets.proposedClassOfPriority().forEach(out::u8);
        });
  }

  static int maxRateSet(MemorySegment into, int sequence, String ifname, List<Long> kbit) {
    return set(into, sequence, ifname, Dcbnl.IEEE_MAXRATE, out -> kbit.forEach(out::u64));
  }

  static int bufferSet(MemorySegment into, int sequence, String ifname, DcbBuffer buffer) {
    return set(
        into,
        sequence,
        ifname,
        Dcbnl.IEEE_BUFFER,
        out -> {
          buffer.bufferOfPriority().forEach(out::u8);
          buffer.bytes().forEach(out::u32);
          out.u32(buffer.totalBytes());
        });
  }

  /**
   * @param command IEEE_SET adds, IEEE_DEL deletes
   */
  static int apps(MemorySegment into, int command, int sequence, String ifname, List<DcbApp> apps) {
    return write(
        into,
        command,
        sequence,
        ifname,
        Dcbnl.IEEE_APP_TABLE | Dcbnl.NLA_F_NESTED,
        out -> {
          for (DcbApp app : apps) {
            int kind = app.selector() == DcbApp.PCP ? Dcbnl.APP_DCB : Dcbnl.APP_IEEE;
            out.attribute(
                kind,
                entry -> {
                  entry.u8(app.selector());
                  entry.u8(app.priority());
                  entry.u16(app.protocol());
                });
          }
        });
  }

  private static int set(
      MemorySegment into, int sequence, String ifname, int type, Consumer<MessageWriter> value) {
    return write(into, Dcbnl.CMD_IEEE_SET, sequence, ifname, type, value);
  }

  /** A nest counts the padding of what is in it, so the inner one is closed first. */
  private static int write(
      MemorySegment into,
      int command,
      int sequence,
      String ifname,
      int type,
      Consumer<MessageWriter> value) {
    return start(into, command, sequence, ifname)
        .attribute(Dcbnl.ATTR_IEEE | Dcbnl.NLA_F_NESTED, ieee -> ieee.attribute(type, value))
        .finish();
  }

  private static MessageWriter start(MemorySegment into, int command, int sequence, String ifname) {
    return new MessageWriter(into).start(Dcbnl.RTM_SETDCB, command, sequence, ifname);
  }
}
