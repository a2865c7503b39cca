package dev.losslessd.model;

import org.jspecify.annotations.Nullable;

/**
 * One column of a sweep.
 *
 * @param signal its meaning
 * @param direction where the signal has one
 * @param priority where the signal is per priority
 * @param rawName what kernel or vendor call it
 * @param bits the width at which it wraps: 32 or 64
 * @param factor raw value times this is in the signal's unit; 4 for IB-style words
 * @param origin where a host keeps it: the same name means other things in other places
 */
public record Counter(
    Signal signal,
    @Nullable Direction direction,
    @Nullable Priority priority,
    String rawName,
    int bits,
    int factor,
    Origin origin) {

  /** Where a value comes from. */
  public enum Origin {
    /** SNMP or the command line of a switch. */
    DEVICE,
    /** {@code ethtool -S}. */
    ETHTOOL,
    /** {@code counters} and {@code hw_counters} of an RDMA port, or RDMA netlink. */
    RDMA,
    /** {@code statistics} of a netdev. */
    NETDEV
  }

  /** From a device; {@link #from} tells another origin. */
  public Counter(
      Signal signal,
      @Nullable Direction direction,
      @Nullable Priority priority,
      String rawName,
      int bits,
      int factor) {
    this(signal, direction, priority, rawName, bits, factor, Origin.DEVICE);
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

  /** One that has a name and no meaning of ours. */
  public static Counter other(String rawName, int bits, Origin origin) {
    return new Counter(Signal.OTHER, null, null, rawName, bits, 1, origin);
  }

  public Counter from(Origin where) {
    return new Counter(signal, direction, priority, rawName, bits, factor, where);
  }

  /** The same one where another already tells its meaning: only its name is left. */
  public Counter unmeant() {
    return new Counter(Signal.OTHER, null, null, rawName, bits, factor, origin);
  }
}
