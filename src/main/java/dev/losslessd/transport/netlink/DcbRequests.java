package dev.losslessd.transport.netlink;

import java.util.List;

/** Structures of requests as bytes; {@link Structures} reads them. */
final class DcbRequests {
  private DcbRequests() {}

  static void pfc(MessageWriter out, IeeePfc pfc) {
    out.u8(pfc.capable());
    out.u8(pfc.enabled());
    out.u8(pfc.macsecBypass());
    out.u8(0);
    out.u16(pfc.delay());
    out.u16(0);
    pfc.requests().forEach(out::u64);
    pfc.indications().forEach(out::u64);
  }

  static void ets(MessageWriter out, IeeeEts ets) {
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
  }

  static void buffer(MessageWriter out, DcbBuffer buffer) {
    buffer.bufferOfPriority().forEach(out::u8);
    buffer.bytes().forEach(out::u32);
    out.u32(buffer.totalBytes());
  }

  static void apps(MessageWriter out, List<DcbApp> apps) {
    for (DcbApp app : apps) {
      int kind = app.selector() == DcbApp.PCP ? Dcbnl.APP_DCB : Dcbnl.APP_IEEE;
      out.attribute(kind, entry -> app(entry, app));
    }
  }

  private static void app(MessageWriter out, DcbApp app) {
    out.u8(app.selector());
    out.u8(app.priority());
    out.u16(app.protocol());
  }
}
