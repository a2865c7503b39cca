package dev.losslessd.model;

import org.jspecify.annotations.Nullable;

/**
 * A counter of a port: one column of a sweep.
 *
 * @param signal its meaning
 * @param direction where the signal has one
 * @param priority where the signal is per priority
 * @param rawName what kernel or vendor call it
 * @param bits the width at which it wraps: 32 or 64
 * @param factor raw value times this is in the signal's unit; 4 for IB-style words
 * @param origin where a host keeps it: the same name means other things in other places
 * @param whyNot where no meaning is told: the reason; else empty
 */
public record Counter(
    Signal signal,
    @Nullable Direction direction,
    @Nullable Priority priority,
    String rawName,
    int bits,
    int factor,
    Origin origin,
    String whyNot) {
  /** Reason of a missing meaning where the name was not studied yet. */
  public static final String UNKNOWN = "no meaning of it is known here";

  /** Origin of a counter's value. */
  public enum Origin {
    /** SNMP or the command line of a switch. */
    DEVICE("device"),
    /** Statistics as {@code ethtool -S} lists them. */
    ETHTOOL("ethtool"),
    /** {@code hw_counters} of an RDMA port. */
    HW_COUNTERS("hw_counters"),
    /** {@code hw_counters} of an RDMA device: mlx5 in switchdev mode, mana, efa, cxgb4. */
    DEVICE_HW_COUNTERS("device hw_counters"),
    /** {@code counters} of an RDMA port. */
    PORT_COUNTERS("counters"),
    /** RDMA netlink alone: counters that are no files. */
    RDMA_NETLINK("rdma netlink"),
    /** {@code statistics} of a netdev. */
    NETDEV("netdev");

    private final String word;

    Origin(String word) {
      this.word = word;
    }

    /** As tables and JSON show it. */
    public String word() {
      return word;
    }

    /** Whether the counter comes from an RDMA port or its device. */
    public boolean isRdma() {
      return this == HW_COUNTERS
          || this == DEVICE_HW_COUNTERS
          || this == PORT_COUNTERS
          || this == RDMA_NETLINK;
    }
  }

  /** From a device; {@link #from} tells another origin. */
  public Counter(
      Signal signal,
      @Nullable Direction direction,
      @Nullable Priority priority,
      String rawName,
      int bits,
      int factor) {
    this(signal, direction, priority, rawName, bits, factor, Origin.DEVICE, "");
  }

  public static Counter of(Signal signal, String rawName, int bits) {
    return new Counter(signal, null, null, rawName, bits, 1);
  }

  public static Counter of(Signal signal, Direction direction, String rawName, int bits) {
    return new Counter(signal, direction, null, rawName, bits, 1);
  }

  public static Counter of(
      Signal signal, Direction direction, Priority priority, String rawName, int bits) {
    return new Counter(signal, direction, priority, rawName, bits, 1);
  }

  /** Creates a counter with a name and no known meaning. */
  public static Counter other(String rawName, int bits, Origin origin) {
    return other(rawName, bits, origin, UNKNOWN);
  }

  /**
   * Creates a counter with a name and no known meaning, for a reason.
   *
   * @param whyNot the reason, not empty
   */
  public static Counter other(String rawName, int bits, Origin origin, String whyNot) {
    return new Counter(Signal.OTHER, null, null, rawName, bits, 1, origin, whyNot);
  }

  public Counter from(Origin where) {
    return new Counter(signal, direction, priority, rawName, bits, factor, where, whyNot);
  }

  /**
   * Returns a copy with its name alone, without a meaning.
   *
   * @param why it means nothing here
   */
  public Counter unmeant(String why) {
    return new Counter(Signal.OTHER, null, null, rawName, bits, factor, origin, why);
  }
}
