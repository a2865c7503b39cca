package dev.losslessd.driver.mlx5;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.sysfs.HostFiles;

/**
 * In which steps mlx5 keeps rate limits (mlx5e_dcbnl_ieee_setmaxrate of
 * drivers/net/ethernet/mellanox/mlx5/core/en_dcbnl.c): up to Linux 7.1 eight bits of one of two
 * units, from 7.2 sixteen bits of the smaller one. A firmware that has not the wider field keeps
 * less, and reading back finds it.
 */
enum RateSteps {
  EIGHT_BITS(
      255,
      "the NIC keeps limits up to 25500mbit in steps of 100mbit, and above in steps of 1gbit up to"
          + " 255gbit"),
  SIXTEEN_BITS(65_535, "the NIC keeps limits in steps of 100mbit up to 6553500mbit");

  private static final long FINE_KBIT = 100_000;
  private static final long COARSE_KBIT = 1_000_000;
  private static final int MAJOR = 7;
  private static final int MINOR = 2;
  private static final Pattern RELEASE = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})\\D?.*");

  private final long most;
  private final String text;

  RateSteps(long most, String text) {
    this.most = most;
    this.text = text;
  }

  /** Returns the steps of the running kernel; the coarser ones where its release is unknown. */
  static RateSteps of(HostFiles files) {
    Matcher number = RELEASE.matcher(files.tryText("proc/sys/kernel/osrelease").orElse(""));
    if (!number.matches()) {
      return EIGHT_BITS;
    }
    int major = Integer.parseInt(number.group(1));
    int minor = Integer.parseInt(number.group(2));
    return major > MAJOR || (major == MAJOR && minor >= MINOR) ? SIXTEEN_BITS : EIGHT_BITS;
  }

  /** Returns the limit that the NIC keeps, in Kbit/s. */
  long kept(long kbit) {
    boolean fine = this == SIXTEEN_BITS || kbit <= most * FINE_KBIT;
    long unit = fine ? FINE_KBIT : COARSE_KBIT;
    return Math.min(kbit / unit, most) * unit;
  }

  /** Describes the steps for a message. */
  String text() {
    return text;
  }
}
