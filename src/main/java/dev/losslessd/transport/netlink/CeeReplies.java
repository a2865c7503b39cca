package dev.losslessd.transport.netlink;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** CEE_GET replies from bytes (dcbnl_cee_fill of net/dcb/dcbnl.c). */
final class CeeReplies {
  private static final int PEER_PFC = 2;
  private static final int PFC = 6;
  private static final int APP_TABLE = 7;

  /** Each application of the table is a nest of this type (DCB_ATTR_APP). */
  private static final int APP = 12;

  private static final int APP_ID_TYPE = 1;
  private static final int APP_ID = 2;
  private static final int APP_PRIORITY = 3;
  private static final int PFC_FIRST = 1;
  private static final int PFC_LAST = 8;

  /** struct cee_pfc: willing, error, mask, number of classes. */
  private static final int PEER_PFC_BYTES = 4;

  private String ifname = "";
  private boolean nested;
  private int pfc = -1;
  private int peerPfc = -1;
  private int dcbx = -1;
  private @Nullable List<CeeApp> apps;

  private CeeReplies() {}

  static CeeState state(MemorySegment reply, int sequence, String ifname) {
    String what = "CEE_GET " + ifname;
    MemorySegment body = Envelope.open(reply, sequence, Dcbnl.CMD_CEE_GET, what);
    CeeReplies parts = new CeeReplies();
    Attributes.each(body, what, (type, payload) -> parts.top(type, payload, what));
    if (!parts.ifname.equals(ifname)) {
      throw Attributes.garbled(what, "the answer is about '" + parts.ifname + "'");
    }
    if (!parts.nested) {
      throw Attributes.garbled(what, "no CEE attribute");
    }
    return new CeeState(
        ifname,
        maybe(parts.pfc),
        Optional.ofNullable(parts.apps),
        maybe(parts.peerPfc),
        maybe(parts.dcbx));
  }

  private static OptionalInt maybe(int value) {
    return value < 0 ? OptionalInt.empty() : OptionalInt.of(value);
  }

  private void top(int type, MemorySegment payload, String what) {
    switch (type) {
      case Dcbnl.ATTR_IFNAME -> ifname = Attributes.text(payload);
      case Dcbnl.ATTR_DCBX -> dcbx = octet(payload, what + " DCBX");
      case Dcbnl.ATTR_CEE -> {
        if (nested) {
          throw Attributes.garbled(what, "CEE comes twice");
        }
        nested = true;
        Attributes.each(payload, what + " CEE", (t, p) -> inner(t, p, what));
      }
      default -> {}
    }
  }

  private void inner(int type, MemorySegment payload, String what) {
    switch (type) {
      case PFC -> pfc = mask(payload, what + " CEE_PFC");
      case APP_TABLE -> apps = apps(payload, what + " CEE_APP_TABLE");
      case PEER_PFC -> {
        Attributes.requireLength(payload, PEER_PFC_BYTES, what + " CEE_PEER_PFC");
        peerPfc = Attributes.u8(payload, 2);
      }
      default -> {}
    }
  }

  private static int mask(MemorySegment nest, String what) {
    int[] mask = {0};
    Attributes.each(
        nest,
        what,
        (type, payload) -> {
          if (type >= PFC_FIRST && type <= PFC_LAST && octet(payload, what) != 0) {
            mask[0] |= 1 << (type - PFC_FIRST);
          }
        });
    return mask[0];
  }

  private static List<CeeApp> apps(MemorySegment table, String what) {
    List<CeeApp> all = new ArrayList<>();
    Attributes.each(
        table,
        what,
        (type, payload) -> {
          if (type == APP) {
            all.add(app(payload, what));
          }
        });
    return List.copyOf(all);
  }

  private static CeeApp app(MemorySegment nest, String what) {
    int[] fields = {-1, -1, -1};
    Attributes.each(
        nest,
        what,
        (type, payload) -> {
          switch (type) {
            case APP_ID_TYPE -> fields[0] = octet(payload, what + " IDTYPE");
            case APP_PRIORITY -> fields[2] = octet(payload, what + " PRIORITY");
            case APP_ID -> {
              Attributes.requireLength(payload, 2, what + " ID");
              fields[1] = Attributes.u16(payload, 0);
            }
            default -> {}
          }
        });
    if (fields[0] < 0 || fields[1] < 0 || fields[2] < 0) {
      throw Attributes.garbled(what, "an application without type, id or priority");
    }
    return new CeeApp(fields[0], fields[1], fields[2]);
  }

  private static int octet(MemorySegment payload, String what) {
    Attributes.requireLength(payload, 1, what);
    return Attributes.u8(payload, 0);
  }
}
