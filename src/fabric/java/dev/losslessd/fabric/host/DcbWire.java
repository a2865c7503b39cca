package dev.losslessd.fabric.host;

import java.nio.ByteBuffer;
import java.util.List;

/** Numbers and structures of include/uapi/linux/dcbnl.h. */
final class DcbWire {
  static final int RTM_GETDCB = 78;
  static final int RTM_SETDCB = 79;

  static final int IEEE_SET = 20;
  static final int IEEE_GET = 21;
  static final int GDCBX = 22;
  static final int SDCBX = 23;
  static final int IEEE_DEL = 27;
  static final int MOST_COMMAND = 27;

  static final int IFNAME = 1;
  static final int IEEE = 13;
  static final int DCBX = 14;

  static final int IEEE_ETS = 1;
  static final int IEEE_PFC = 2;
  static final int IEEE_APP_TABLE = 3;
  static final int IEEE_MAXRATE = 7;
  static final int IEEE_BUFFER = 10;
  static final int IEEE_TRUST_TABLE = 11;
  static final int IEEE_REWR_TABLE = 12;

  static final int IEEE_APP = 1;
  static final int DCB_APP = 2;

  static final int ETS_BYTES = 59;
  static final int PFC_BYTES = 136;
  static final int MAXRATE_BYTES = 64;
  static final int BUFFER_BYTES = 44;
  static final int APP_BYTES = 4;

  private static final int NLA_F_NESTED = 0x8000;
  private static final int CLASSES = 8;

  private DcbWire() {}

  static int[] u8s(ByteBuffer payload, int offset) {
    int[] values = new int[CLASSES];
    for (int n = 0; n < CLASSES; n++) {
      values[n] = Byte.toUnsignedInt(payload.get(offset + n));
    }
    return values;
  }

  static int[] u32s(ByteBuffer payload, int offset) {
    int[] values = new int[CLASSES];
    for (int n = 0; n < CLASSES; n++) {
      values[n] = payload.getInt(offset + 4 * n);
    }
    return values;
  }

  static long[] u64s(ByteBuffer payload, int offset) {
    long[] values = new long[CLASSES];
    for (int n = 0; n < CLASSES; n++) {
      values[n] = payload.getLong(offset + 8 * n);
    }
    return values;
  }

  static AppEntry app(ByteBuffer payload) {
    return new AppEntry(
        Byte.toUnsignedInt(payload.get(0)),
        Byte.toUnsignedInt(payload.get(1)),
        Short.toUnsignedInt(payload.getShort(2)));
  }

  /**
   * Writes the attributes that dcbnl_ieee_fill builds from the driver's operations.
   *
   * @param rewrites whether the kernel is 6.3 or newer and so tells the rewrite table
   */
  static void fill(NetlinkWriter out, String ifname, FakeNic nic, boolean rewrites) {
    Mlx5Dcb dcb = nic.dcb();
    out.attributeText(IFNAME, ifname);
    int ieee = out.open(IEEE);
    ets(out, dcb);
    if (nic.make().hasRatesAndBuffers()) {
      maxRate(out, dcb);
    }
    pfc(out, nic);
    if (nic.make().hasRatesAndBuffers()) {
      buffer(out, dcb.buffers());
    }
    table(out, IEEE_APP_TABLE, dcb.apps());
    if (rewrites) {
      table(out, IEEE_REWR_TABLE | NLA_F_NESTED, dcb.rewrites());
    }
    out.close(ieee);
    out.attributeU8(DCBX, dcb.dcbx());
  }

  private static void table(NetlinkWriter out, int type, List<AppEntry> apps) {
    int table = out.open(type);
    for (AppEntry app : apps) {
      int entry = out.open(app.selector() == 255 ? DCB_APP : IEEE_APP);
      out.u8(app.selector()).u8(app.priority()).u16(app.protocol()).close(entry);
    }
    out.close(table);
  }

  private static void ets(NetlinkWriter out, Mlx5Dcb dcb) {
    int[] none = new int[CLASSES];
    int start = out.open(IEEE_ETS);
    out.u8s(0, CLASSES, 0).u8s(dcb.bandwidth()).u8s(none).u8s(dcb.tsa());
    out.u8s(dcb.priorityToClass()).u8s(none).u8s(none).u8s(none).close(start);
  }

  private static void maxRate(NetlinkWriter out, Mlx5Dcb dcb) {
    int start = out.open(IEEE_MAXRATE);
    for (long kbps : dcb.maxRateKbps()) {
      out.u64(kbps);
    }
    out.close(start);
  }

  private static void pfc(NetlinkWriter out, FakeNic nic) {
    int start = out.open(IEEE_PFC);
    out.u8s(nic.dcb().pfcCapable(), nic.dcb().pfc().mask(), 0, 0)
        .u16(nic.dcb().cableMetres())
        .u16(0);
    for (long requests : nic.cachedRequests()) {
      out.u64(requests);
    }
    for (long indications : nic.cachedIndications()) {
      out.u64(indications);
    }
    out.close(start);
  }

  private static void buffer(NetlinkWriter out, Mlx5Buffers buffers) {
    int start = out.open(IEEE_BUFFER);
    out.u8s(buffers.priorityToBuffer());
    for (int size : buffers.sizes()) {
      out.u32(size);
    }
    out.u32(buffers.totalBytes()).close(start);
  }
}
