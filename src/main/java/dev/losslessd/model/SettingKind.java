package dev.losslessd.model;

import dev.losslessd.text.Worded;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/** The closed list of settings. The word is the last segment of a REST path and a CLI argument. */
public enum SettingKind {
  PFC(Pfc.SHAPE, "Priorities that pause instead of dropping (802.1Qbb)."),
  ETS(Ets.SHAPE, "Bandwidth shares, scheduling and priority to traffic class (802.1Qaz)."),
  TRUST(Trust.SHAPE, "Whether a port classifies by PCP or DSCP."),
  DSCP_MAP("dscp", DscpMap.SHAPE, "Map of DSCP values to priorities."),
  HEADROOM(Headroom.SHAPE, "Receive buffers of a NIC port and which priority uses which."),
  DCQCN(Dcqcn.SHAPE, "Congestion control parameters of a NIC."),
  GLOBAL_PAUSE(GlobalPause.SHAPE, "802.3x link pause, which is not PFC and excludes it."),
  LOSSLESS(Lossless.SHAPE, "Priorities that a whole switch carries without drop."),
  ECN(Ecn.SHAPE, "At which queue depths a switch marks."),
  ECN_COUNT(EcnCount.SHAPE, "Priorities whose queues of a switch count their marks."),
  MTU(Mtu.SHAPE, "The largest IP packet of a port."),
  PFC_WATCHDOG(PfcWatchdog.SHAPE, "Whether a switch shuts queues that are paused for too long."),
  MAX_RATE(MaxRate.SHAPE, "Send rate limits of a NIC port, by traffic class."),
  DCBX_MODE(
      "dcbx",
      DcbxMode.SHAPE,
      "Whether the host or the NIC's firmware decides on the settings above."),
  ROCE_TOS(RoceTos.SHAPE, "ToS of rdma_cm connections that do not ask for one."),
  TRAFFIC_CLASS(
      TrafficClass.SHAPE,
      "Traffic class of RDMA connections of a port; not of GPU-initiated ones (DevX)."),
  OPTIONAL_COUNTERS(OptionalCounters.SHAPE, "Optional counters of a port that are switched on."),
  FIRMWARE(FirmwareConfig.SHAPE, "Entries of a NIC's non-volatile configuration."),
  RDMA_DSCP(RdmaDscp.SHAPE, "DSCP that a host writes into all its RDMA packets.");

  private static final Map<Class<?>, SettingKind> BY_TYPE =
      Arrays.stream(values()).collect(Collectors.toMap(kind -> kind.shape.type(), kind -> kind));

  private static final Map<String, SettingKind> BY_WORD =
      Arrays.stream(values()).collect(Collectors.toMap(SettingKind::word, kind -> kind));

  private final String word;

  @SuppressWarnings("ImmutableEnumChecker") // its functions are method references
  private final SettingShape<?> shape;

  private final String meaning;

  SettingKind(SettingShape<?> shape, String meaning) {
    this("", shape, meaning);
  }

  /**
   * @param other its word, where that is not its name
   */
  SettingKind(String other, SettingShape<?> shape, String meaning) {
    this.word = other.isEmpty() ? Worded.of(this) : other;
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
