package dev.losslessd.model;

import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** The closed list of settings. The word is the last segment of a REST path and a CLI argument. */
public enum SettingKind {
  PFC("pfc", Pfc.SHAPE, "Priorities that pause instead of dropping (802.1Qbb)."),
  ETS("ets", Ets.SHAPE, "Bandwidth shares, scheduling and priority to traffic class (802.1Qaz)."),
  TRUST("trust", Trust.SHAPE, "Whether a port classifies by PCP or DSCP."),
  DSCP_MAP("dscp", DscpMap.SHAPE, "Map of DSCP values to priorities."),
  HEADROOM(
      "headroom", Headroom.SHAPE, "Receive buffers of a NIC port and which priority uses which."),
  DCQCN("dcqcn", Dcqcn.SHAPE, "Congestion control parameters of a NIC."),
  GLOBAL_PAUSE(
      "global-pause", GlobalPause.SHAPE, "802.3x link pause, which is not PFC and excludes it."),
  LOSSLESS("lossless", Lossless.SHAPE, "Priorities that a whole switch carries without drop."),
  ECN("ecn", Ecn.SHAPE, "At which queue depths a switch marks."),
  ECN_COUNT("ecn-count", EcnCount.SHAPE, "Priorities whose queues of a switch count their marks."),
  MTU("mtu", Mtu.SHAPE, "The largest IP packet of a port."),
  PFC_WATCHDOG(
      "pfc-watchdog",
      PfcWatchdog.SHAPE,
      "Whether a switch shuts queues that are paused for too long."),
  MAX_RATE("max-rate", MaxRate.SHAPE, "Send rate limits of a NIC port, by traffic class."),
  DCBX_MODE(
      "dcbx",
      DcbxMode.SHAPE,
      "Whether the host or the NIC's firmware decides on the settings above."),
  ROCE_TOS("roce-tos", RoceTos.SHAPE, "ToS of rdma_cm connections that do not ask for one."),
  TRAFFIC_CLASS(
      "traffic-class",
      TrafficClass.SHAPE,
      "Traffic class of RDMA connections of a port; not of GPU-initiated ones (DevX)."),
  OPTIONAL_COUNTERS(
      "optional-counters",
      OptionalCounters.SHAPE,
      "Optional counters of a port that are switched on."),
  FIRMWARE("firmware", FirmwareConfig.SHAPE, "Entries of a NIC's non-volatile configuration."),
  RDMA_DSCP("rdma-dscp", RdmaDscp.SHAPE, "DSCP that a host writes into all its RDMA packets.");

  private static final Map<Class<?>, SettingKind> BY_TYPE =
      Arrays.stream(values()).collect(Collectors.toMap(kind -> kind.shape.type(), kind -> kind));

  private static final Map<String, SettingKind> BY_WORD =
      Arrays.stream(values()).collect(Collectors.toMap(SettingKind::word, kind -> kind));

  private final String word;

  @SuppressWarnings("ImmutableEnumChecker") // its functions are method references
  private final SettingShape<?> shape;

  private final String meaning;

  SettingKind(String word, SettingShape<?> shape, String meaning) {
    this.word = word;
    this.shape = shape;
    this.meaning = meaning;
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

  public SettingShape<?> shape() {
    return shape;
  }

  /** What it settles, in a sentence. */
  public String meaning() {
    return meaning;
  }

  public static Optional<SettingKind> ofWord(String word) {
    return Optional.ofNullable(BY_WORD.get(word));
  }

  /** All words, for messages. */
  public static String words() {
    return Arrays.stream(values()).map(SettingKind::word).collect(Collectors.joining(", "));
  }
}
