package dev.losslessd.driver;

import dev.losslessd.model.PfcWatchdog;

/**
 * A driver for switches of one operating system, or for servers that are reached like them.
 * Stateless.
 */
public interface SwitchDriver {
  /** Largest MTU of most switches, bytes; some count the Ethernet header in it. */
  int JUMBO_BYTES = 9216;

  /** Everything that this driver may ever write. */
  Ledger ledger();

  /**
   * Whether a traffic class without a share is not scheduled at all. There, priorities of no class
   * of the policy have to go with class 0.
   */
  default boolean starvesWithoutShare() {
    return false;
  }

  /**
   * Whether each port has queues and marks of its own, and PFC needs no lossless set of the whole
   * switch. Without it these are settings of the whole switch.
   */
  default boolean queuesByPort() {
    return false;
  }

  /**
   * The MTU with which a port of this system carries any jumbo frame, bytes of IP. Default 9216,
   * the figure of Cisco's and Microsoft's guides.
   */
  default int jumboBytes() {
    return JUMBO_BYTES;
  }

  /**
   * Whether the times and the action of the PFC watchdog are those of a port. Without it they are
   * those of the whole switch.
   */
  default boolean watchdogByPort() {
    return false;
  }

  /** Returns the part of a policy's watchdog that a switch of this system can be told. */
  default PfcWatchdog tellable(PfcWatchdog policy) {
    return policy;
  }

  /** Opens nothing yet: the first read or write connects. Nothing is written. */
  SwitchParts<?> system(SwitchAccess access);

  /** A session that one caller alone uses; it opens nothing yet either. */
  default SwitchSession open(SwitchAccess access) {
    return new TableSession<>(system(access));
  }
}
