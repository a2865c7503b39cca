package dev.losslessd.model;

import dev.losslessd.text.Worded;

/**
 * DCQCN parameters of a NIC as NVIDIA names them. Hard ranges are those of mstflint's configuration
 * database and NVIDIA's "DCQCN CC Parameters" page (DOCA 3.4); defaults are of real {@code
 * mlxconfig -q} dumps. A value outside the hard range is cut or misread by drivers without a word,
 * so it is refused before it is written.
 */
public enum DcqcnParameter {
  CLAMP_TARGET_RATE(
      Unit.FLAG,
      0,
      1,
      0,
      "Every processed CNP sets the target rate to the current one: slower, steadier recovery."),
  CLAMP_TARGET_RATE_AFTER_TIME(
      Unit.FLAG, 0, 1, 1, "Clamps the target rate also if the last increase came from the timer."),
  TIME_RESET(Unit.MICROS, 1, 131_071, 300, "Time between rate increase events."),
  BYTE_RESET(
      Unit.RAW,
      0,
      4_294_967_295L,
      32_767,
      "Bytes between rate increase events; the scale is doubtful, so it is shown raw."),
  THRESHOLD(Unit.COUNT, 1, 31, 1, "Fast recovery stages before additive increase."),
  AI_RATE(Unit.MBPS, 1, 4_294_967_295L, 5, "Step of the target rate in additive increase."),
  HAI_RATE(Unit.MBPS, 1, 4_294_967_295L, 50, "Step of the target rate in hyper increase."),
  MAX_RATE(Unit.MBPS, 0, 4_294_967_295L, 0, "Rate at which the limiter is freed; 0 = port speed."),
  GD(Unit.COUNT, 10, 11, 11, "Shift of alpha in a cut: 11 cuts at most half, 10 up to all."),
  MIN_DECREASE_FACTOR(
      Unit.PERCENT, 0, 100, 50, "Least part of the rate that one cut leaves; 100 = never reduce."),
  MIN_RATE(Unit.MBPS, 1, 4_294_967_295L, 1, "Floor of a limited flow."),
  FIRST_CNP_RATE(Unit.MBPS, 0, 4_294_967_295L, 0, "Rate at the first CNP; 0 = no step."),
  ALPHA_KEEP(
      Unit.PER_1024, 0, 1023, 1019, "Weight of the OLD alpha: the paper's g is 1 - this/1024."),
  ALPHA_PERIOD(Unit.MICROS, 1, 131_071, 1, "Period of the alpha update."),
  REDUCE_PERIOD(Unit.MICROS, 1, 131_071, 4, "At most one cut in this time."),
  INITIAL_ALPHA(Unit.PER_1024, 1, 1023, 1023, "Alpha of a flow at its first CNP."),
  MIN_TIME_BETWEEN_CNPS(
      Unit.MICROS, 0, 131_071, 4, "The notification point sends at most one CNP in this time."),
  CNP_DSCP(Unit.DSCP, 0, 63, 48, "DSCP of a CNP."),
  CNP_PRIORITY(
      Unit.PRIORITY,
      0,
      8,
      6,
      "802.1p priority of a CNP; 8 = that of the packet it answers (mlx5 np_cnp_prio_mode 1).");

  /** Value of {@link #CNP_PRIORITY} where a CNP copies the priority of the packet it answers. */
  public static final long COPIED_PRIORITY = 8;

  /** The unit of a value. */
  public enum Unit {
    FLAG("", "0/1"),
    MICROS("Micros", "us"),
    MBPS("Mbps", "Mb/s"),
    PERCENT("Percent", "%"),
    PER_1024("Per1024", "/1024"),
    COUNT("", "count"),
    DSCP("", "DSCP"),
    PRIORITY("", "priority"),
    RAW("Raw", "raw");

    private final String suffix;
    private final String symbol;

    Unit(String suffix, String symbol) {
      this.suffix = suffix;
      this.symbol = symbol;
    }

    /** As tables show it: {@code us}. */
    public String symbol() {
      return symbol;
    }
  }

  private final String key;
  private final Unit unit;
  private final long min;
  private final long max;
  private final long usual;
  private final String meaning;

  DcqcnParameter(Unit unit, long min, long max, long usual, String meaning) {
    this.key = Worded.camel(this);
    this.unit = unit;
    this.min = min;
    this.max = max;
    this.usual = usual;
    this.meaning = meaning;
  }

  /** The word in the config file, where the value carries its unit: {@code minTimeBetweenCnps}. */
  public String key() {
    return key;
  }

  /** The word in JSON, where it carries the unit itself: {@code minTimeBetweenCnpsMicros}. */
  public String jsonKey() {
    return key + unit.suffix;
  }

  public Unit unit() {
    return unit;
  }

  /** Lowest value that firmware documents. */
  public long min() {
    return min;
  }

  /** Highest value that firmware documents. */
  public long max() {
    return max;
  }

  /** NVIDIA's default, in the parameter's unit. */
  public long usual() {
    return usual;
  }

  /** What it does, in a sentence. */
  public String meaning() {
    return meaning;
  }

  /** What it does, and what to keep to. */
  String help() {
    return advice().isEmpty() ? meaning : meaning + " Advised: " + advice() + ".";
  }

  /**
   * What to keep to within the hard range, and what a dangerous value does; empty where all is
   * well. Ranges span NVIDIA's defaults and the DCQCN paper's (SIGCOMM 2015); effects are of the
   * texts in mstflint's database and, for the minimum rate and the gap of CNPs, unverified.
   */
  public String advice() {
    return switch (this) {
      case TIME_RESET -> "55..300; long: slow recovery";
      case BYTE_RESET -> "0 switches the byte stage off";
      case THRESHOLD -> "1..5";
      case MAX_RATE -> "0; below line rate it caps or frees limiters early";
      case GD -> "11; with 10 one CNP can cut all";
      case MIN_DECREASE_FACTOR -> "1..99; 100 never reduces";
      case MIN_RATE -> "above 1 where many send to one";
      case FIRST_CNP_RATE -> "0, or up to 85 % of line rate";
      case ALPHA_KEEP -> "1..1023; larger is slower";
      case MIN_TIME_BETWEEN_CNPS -> "1..50; 0 floods, large leaves it to PFC";
      case CNP_DSCP, CNP_PRIORITY -> "never in a lossless class";
      case CLAMP_TARGET_RATE,
          CLAMP_TARGET_RATE_AFTER_TIME,
          AI_RATE,
          HAI_RATE,
          ALPHA_PERIOD,
          REDUCE_PERIOD,
          INITIAL_ALPHA ->
          "";
    };
  }
}
