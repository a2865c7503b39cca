package dev.losslessd.transport.netlink;

import static dev.losslessd.transport.netlink.Attributes.requireLength;
import static dev.losslessd.transport.netlink.Attributes.requireRange;
import static dev.losslessd.transport.netlink.Attributes.u16;
import static dev.losslessd.transport.netlink.Attributes.u32;
import static dev.losslessd.transport.netlink.Attributes.u64;
import static dev.losslessd.transport.netlink.Attributes.u8;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * The structs inside the IEEE attribute. Sizes are exact; what the kernel cannot mean is refused.
 */
final class Structures {
  private static final int COUNT = 8;
  private static final int HIGHEST = 7;
  private static final int PERCENT = 100;
  private static final int HIGHEST_DSCP = 63;

  private Structures() {}

  static IeeePfc pfc(MemorySegment bytes, String where) {
    String what = where + " IEEE_PFC";
    requireLength(bytes, Dcbnl.PFC_BYTES, what);
    return new IeeePfc(
        requireRange(u8(bytes, 0), COUNT, what + " pfc_cap"),
        u8(bytes, 1),
        u8(bytes, 2),
        u16(bytes, 4),
        eight(n -> u64(bytes, 8 + 8 * n)),
        eight(n -> u64(bytes, 72 + 8 * n)));
  }

  static IeeeEts ets(MemorySegment bytes, String where) {
    String what = where + " IEEE_ETS";
    requireLength(bytes, Dcbnl.ETS_BYTES, what);
    return new IeeeEts(
        u8(bytes, 0),
        u8(bytes, 1),
        u8(bytes, 2),
        octets(bytes, 3, PERCENT, what + " tc_tx_bw"),
        octets(bytes, 11, 255, what + " tc_rx_bw"),
        selections(bytes, 19, what + " tc_tsa"),
        octets(bytes, 27, COUNT, what + " prio_tc"), // COUNT: see IeeeEts
        octets(bytes, 35, 255, what + " tc_reco_bw"),
        octets(bytes, 43, 255, what + " tc_reco_tsa"),
        octets(bytes, 51, 255, what + " reco_prio_tc"));
  }

  static DcbBuffer buffer(MemorySegment bytes, String where) {
    String what = where + " DCB_BUFFER";
    requireLength(bytes, Dcbnl.BUFFER_BYTES, what);
    return new DcbBuffer(
        octets(bytes, 0, HIGHEST, what + " prio2buffer"),
        eight(n -> u32(bytes, 8 + 4 * n)),
        u32(bytes, 40));
  }

  static List<Long> maxRate(MemorySegment bytes, String where) {
    requireLength(bytes, Dcbnl.MAXRATE_BYTES, where + " IEEE_MAXRATE");
    return eight(n -> u64(bytes, 8 * n));
  }

  /**
   * Entries of the IEEE alone: those of pre-standard DCBX stand on the same list, with one bit for
   * each priority (net/dcb/dcbnl.c, dcb_setapp), and the kernel takes any DSCP.
   */
  static List<DcbApp> apps(MemorySegment table, String where) {
    String what = where + " IEEE_APP_TABLE";
    List<DcbApp> apps = new ArrayList<>();
    Attributes.each(
        table,
        what,
        (type, payload) -> {
          if (type == Dcbnl.APP_IEEE || type == Dcbnl.APP_DCB) {
            app(payload, what).ifPresent(apps::add);
          }
        });
    return List.copyOf(apps);
  }

  private static Optional<DcbApp> app(MemorySegment bytes, String where) {
    requireLength(bytes, Dcbnl.APP_BYTES, where + " APP");
    DcbApp app = new DcbApp(u8(bytes, 0), u8(bytes, 1), u16(bytes, 2));
    boolean possible = app.selector() != DcbApp.DSCP || app.protocol() <= HIGHEST_DSCP;
    return app.priority() <= HIGHEST && possible ? Optional.of(app) : Optional.empty();
  }

  private static List<Integer> selections(MemorySegment bytes, int at, String what) {
    List<Integer> codes = octets(bytes, at, 255, what);
    for (int code : codes) {
      if (code > 2 && code != 255) {
        throw Attributes.garbled(what, code + " is none of 0 1 2 255");
      }
    }
    return codes;
  }

  private static List<Integer> octets(MemorySegment bytes, int at, int most, String what) {
    return eight(n -> requireRange(u8(bytes, at + n), most, what));
  }

  private static <T> List<T> eight(LongFunction<T> value) {
    return LongStream.range(0, COUNT).mapToObj(value).toList();
  }
}
