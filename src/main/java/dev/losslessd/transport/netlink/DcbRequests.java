package dev.losslessd.transport.netlink;

import java.lang.foreign.MemorySegment;
import java.util.List;

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

  static int ceeGet(MemorySegment into, int sequence, String ifname) {
    return get(into, Dcbnl.CMD_CEE_GET, sequence, ifname);
  }

  static int dcbxGet(MemorySegment into, int sequence, String ifname) {
    return get(into, Dcbnl.CMD_GDCBX, sequence, ifname);
  }

  private static int get(MemorySegment into, int command, int sequence, String ifname) {
    return new MessageWriter(into).start(Dcbnl.RTM_GETDCB, command, sequence, ifname).finish();
  }

  static int dcbxSet(MemorySegment into, int sequence, String ifname, int mode) {
    MessageWriter out = set(into, Dcbnl.CMD_SDCBX, sequence, ifname);
    int attribute = out.open(Dcbnl.ATTR_DCBX);
    out.u8(mode);
    out.close(attribute);
    return out.finish();
  }

  static int pfcSet(MemorySegment into, int sequence, String ifname, IeeePfc pfc) {
    MessageWriter out = set(into, Dcbnl.CMD_IEEE_SET, sequence, ifname);
    int ieee = out.open(Dcbnl.ATTR_IEEE | Dcbnl.NLA_F_NESTED);
    int attribute = out.open(Dcbnl.IEEE_PFC);
    out.u8(pfc.capable());
    out.u8(pfc.enabled());
    out.u8(pfc.macsecBypass());
    out.u8(0);
    out.u16(pfc.delay());
    out.u16(0);
    pfc.requests().forEach(out::u64);
    pfc.indications().forEach(out::u64);
    return finish(out, attribute, ieee);
  }

  static int etsSet(MemorySegment into, int sequence, String ifname, IeeeEts ets) {
    MessageWriter out = set(into, Dcbnl.CMD_IEEE_SET, sequence, ifname);
    int ieee = out.open(Dcbnl.ATTR_IEEE | Dcbnl.NLA_F_NESTED);
    int attribute = out.open(Dcbnl.IEEE_ETS);
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
    return finish(out, attribute, ieee);
  }

  static int maxRateSet(MemorySegment into, int sequence, String ifname, List<Long> kbit) {
    MessageWriter out = set(into, Dcbnl.CMD_IEEE_SET, sequence, ifname);
    int ieee = out.open(Dcbnl.ATTR_IEEE | Dcbnl.NLA_F_NESTED);
    int attribute = out.open(Dcbnl.IEEE_MAXRATE);
    kbit.forEach(out::u64);
    return finish(out, attribute, ieee);
  }

  static int bufferSet(MemorySegment into, int sequence, String ifname, DcbBuffer buffer) {
    MessageWriter out = set(into, Dcbnl.CMD_IEEE_SET, sequence, ifname);
    int ieee = out.open(Dcbnl.ATTR_IEEE | Dcbnl.NLA_F_NESTED);
    int attribute = out.open(Dcbnl.IEEE_BUFFER);
    buffer.bufferOfPriority().forEach(out::u8);
    buffer.bytes().forEach(out::u32);
    out.u32(buffer.totalBytes());
    return finish(out, attribute, ieee);
  }

  /**
   * @param command IEEE_SET adds, IEEE_DEL deletes
   */
  static int apps(MemorySegment into, int command, int sequence, String ifname, List<DcbApp> apps) {
    return table(into, command, sequence, ifname, Dcbnl.IEEE_APP_TABLE, apps);
  }

  /**
   * @param command IEEE_SET adds, IEEE_DEL deletes
   */
  static int rewrites(
      MemorySegment into, int command, int sequence, String ifname, List<DcbApp> apps) {
    return table(into, command, sequence, ifname, Dcbnl.IEEE_REWR_TABLE, apps);
  }

  static int trustSet(MemorySegment into, int sequence, String ifname, List<Integer> selectors) {
    MessageWriter out = set(into, Dcbnl.CMD_IEEE_SET, sequence, ifname);
    int ieee = out.open(Dcbnl.ATTR_IEEE | Dcbnl.NLA_F_NESTED);
    int table = out.open(Dcbnl.IEEE_TRUST_TABLE | Dcbnl.NLA_F_NESTED);
    for (int selector : selectors) {
      int entry = out.open(selector == DcbApp.PCP ? Dcbnl.APP_DCB : Dcbnl.APP_IEEE);
      out.u8(selector);
      out.close(entry);
    }
    return finish(out, table, ieee);
  }

  private static int table(
      MemorySegment into, int command, int sequence, String ifname, int type, List<DcbApp> apps) {
    MessageWriter out = set(into, command, sequence, ifname);
    int ieee = out.open(Dcbnl.ATTR_IEEE | Dcbnl.NLA_F_NESTED);
    int table = out.open(type | Dcbnl.NLA_F_NESTED);
    for (DcbApp app : apps) {
      int entry = out.open(app.selector() == DcbApp.PCP ? Dcbnl.APP_DCB : Dcbnl.APP_IEEE);
      out.u8(app.selector());
      out.u8(app.priority());
      out.u16(app.protocol());
      out.close(entry);
    }
    return finish(out, table, ieee);
  }

  private static MessageWriter set(MemorySegment into, int command, int sequence, String ifname) {
    return new MessageWriter(into).start(Dcbnl.RTM_SETDCB, command, sequence, ifname);
  }

  /** A nest counts the padding of what is in it, so the inner one is closed first. */
  private static int finish(MessageWriter out, int inner, int outer) {
    out.close(inner);
    out.close(outer);
    return out.finish();
  }
}
