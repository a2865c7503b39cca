package dev.losslessd.fabric.host;

import dev.losslessd.model.DcqcnParameter;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The files of mlx5_ib's debugfs folder {@code cc_params} (drivers/infiniband/hw/mlx5/cong.c).
 *
 * @param name of the file
 * @param parameter what it sets
 * @param mask what the firmware command's field keeps of a value: the rest is cut without a word
 */
record CcFile(String name, DcqcnParameter parameter, long mask) {
  private static final int MOST_WRITTEN = 11;
  private static final long U32 = 0xffff_ffffL;

  private static final Map<String, CcFile> ALL = all();

  private static Map<String, CcFile> all() {
    Map<String, CcFile> files = new TreeMap<>();
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      CcFile file = new CcFile(name(parameter), parameter, mask(parameter));
      files.put(file.name(), file);
    }
    return files;
  }

  static Map<String, CcFile> files() {
    return ALL;
  }

  /** Value as the kernel prints it. */
  static String print(long value) {
    return Long.toUnsignedString(value) + "\n";
  }

  /**
   * Parses a write as the kernel does: kstrtou32 with base 0, so "010" is 8, then the field's
   * width.
   *
   * @return nothing for EINVAL
   */
  OptionalLong parse(String written) {
    if (written.length() > MOST_WRITTEN) {
      return OptionalLong.empty();
    }
    OptionalLong value = u32(written);
    return value.isEmpty() ? value : OptionalLong.of(value.getAsLong() & mask);
  }

  /** kstrtou32 with base 0: nothing for EINVAL. */
  static OptionalLong u32(String written) {
    try {
      long value = number(written.strip());
      return value < 0 || value > U32 ? OptionalLong.empty() : OptionalLong.of(value);
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  private static long number(String text) {
    String digits = text.startsWith("+") ? text.substring(1) : text;
    if (digits.startsWith("0x") || digits.startsWith("0X")) {
      return Long.parseUnsignedLong(digits.substring(2), 16);
    }
    boolean octal = digits.startsWith("0") && digits.length() > 1;
    return Long.parseUnsignedLong(digits, octal ? 8 : 10);
  }

  private static long mask(DcqcnParameter parameter) {
    return switch (parameter) {
      case CLAMP_TARGET_RATE, CLAMP_TARGET_RATE_AFTER_TIME -> 1;
      case CNP_DSCP -> 0x3f;
      case CNP_PRIORITY -> 7;
      case TIME_RESET,
          BYTE_RESET,
          THRESHOLD,
          AI_RATE,
          HAI_RATE,
          MAX_RATE,
          GD,
          MIN_DECREASE_FACTOR,
          MIN_RATE,
          FIRST_CNP_RATE,
          ALPHA_KEEP,
          ALPHA_PERIOD,
          REDUCE_PERIOD,
          INITIAL_ALPHA,
          MIN_TIME_BETWEEN_CNPS ->
          U32;
    };
  }

  private static String name(DcqcnParameter parameter) {
    return switch (parameter) {
      case CLAMP_TARGET_RATE -> "rp_clamp_tgt_rate";
      case CLAMP_TARGET_RATE_AFTER_TIME -> "rp_clamp_tgt_rate_ati";
      case TIME_RESET -> "rp_time_reset";
      case BYTE_RESET -> "rp_byte_reset";
      case THRESHOLD -> "rp_threshold";
      case AI_RATE -> "rp_ai_rate";
      case HAI_RATE -> "rp_hai_rate";
      case MAX_RATE -> "rp_max_rate";
      case GD -> "rp_gd";
      case MIN_DECREASE_FACTOR -> "rp_min_dec_fac";
      case MIN_RATE -> "rp_min_rate";
      case FIRST_CNP_RATE -> "rp_rate_to_set_on_first_cnp";
      case ALPHA_KEEP -> "rp_dce_tcp_g";
      case ALPHA_PERIOD -> "rp_dce_tcp_rtt";
      case REDUCE_PERIOD -> "rp_rate_reduce_monitor_period";
      case INITIAL_ALPHA -> "rp_initial_alpha_value";
      case MIN_TIME_BETWEEN_CNPS -> "np_min_time_between_cnps";
      case CNP_DSCP -> "np_cnp_dscp";
      case CNP_PRIORITY -> "np_cnp_prio";
    };
  }
}
