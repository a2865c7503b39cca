package dev.losslessd.model;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** The closed list of settings. The word is the last segment of a REST path and a CLI argument. */
public enum SettingKind {
  /** Priorities that pause instead of dropping (802.1Qbb). */
  PFC("pfc", 1, Pfc.SHAPE),
  /** Bandwidth shares, scheduling and priority to traffic class (802.1Qaz). */
  ETS("ets", 2, Ets.SHAPE),
  /** Whether a port classifies by PCP or DSCP. */
  TRUST("trust", 3, Trust.SHAPE),
  /** Map of DSCP values to priorities. */
  DSCP_MAP("dscp", 4, DscpMap.SHAPE),
  /** Receive buffers of a NIC port and which priority uses which. */
  HEADROOM("headroom", 5, Headroom.SHAPE),
  /** Congestion control parameters of a NIC. */
  DCQCN("dcqcn", 6, Dcqcn.SHAPE),
  /** 802.3x link pause, which is not PFC and excludes it. */
  GLOBAL_PAUSE("global-pause", 7, GlobalPause.SHAPE),
  /** Priorities that a whole switch carries without drop. */
  LOSSLESS("lossless", 8, Lossless.SHAPE),
  /** At which queue depths a switch marks. */
  ECN("ecn", 9, Ecn.SHAPE),
  /** Priorities whose queues of a switch count their marks. */
  ECN_COUNT("ecn-count", 14, EcnCount.SHAPE),
  /** The largest packet of a port. */
  MTU("mtu", 10, Mtu.SHAPE),
  /** Whether a switch shuts queues that are paused for too long. */
  PFC_WATCHDOG("pfc-watchdog", 11, PfcWatchdog.SHAPE),
  /** Send rate limits of a NIC port, by traffic class. */
  MAX_RATE("max-rate", 12, MaxRate.SHAPE),
  /** Whether the host or the NIC's firmware decides on the settings above. */
  DCBX_MODE("dcbx", 13, DcbxMode.SHAPE),
  /** ToS of rdma_cm connections that do not ask for one. */
  ROCE_TOS("roce-tos", 16, RoceTos.SHAPE),
  /** Traffic class of every RDMA connection of a port. */
  TRAFFIC_CLASS("traffic-class", 17, TrafficClass.SHAPE),
  /** Optional counters of a port that are switched on. */
  OPTIONAL_COUNTERS("optional-counters", 18, OptionalCounters.SHAPE),
  /** Entries of a NIC's non-volatile configuration. */
  FIRMWARE("firmware", 19, FirmwareConfig.SHAPE),
  /** DSCP that a host writes into all its RDMA packets. */
  RDMA_DSCP("rdma-dscp", 15, RdmaDscp.SHAPE);

  private static final Map<Class<?>, SettingKind> BY_TYPE =
      Arrays.stream(values()).collect(Collectors.toMap(kind -> kind.shape.type(), kind -> kind));

  private final String word;
  private final int tag;

  @SuppressWarnings("ImmutableEnumChecker") // its functions are method references
  private final SettingShape<?> shape;

  SettingKind(String word, int tag, SettingShape<?> shape) {
    this.word = word;
    this.tag = tag;
    this.shape = shape;
  }

  /** Returns the kind of which the setting is a value. */
  static SettingKind of(Setting setting) {
    return of(setting.getClass());
  }

  /** Returns the kind of which all values have this type. */
  public static SettingKind of(Class<? extends Setting> type) {
    return Objects.requireNonNull(BY_TYPE.get(type));
  }

  /** Name in paths, as in {@code /ports/gpu01/ens1f0np0/pfc}. */
  public String word() {
    return word;
  }

  /** Number in the journal, the same for ever. */
  public int tag() {
    return tag;
  }

  public SettingShape<?> shape() {
    return shape;
  }

  public static Optional<SettingKind> ofWord(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
  }

  /** All words, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(SettingKind::word).collect(Collectors.joining(", "));
  }
}
