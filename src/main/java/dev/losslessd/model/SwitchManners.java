package dev.losslessd.model;

/** Traits of a switch's operating system that change what a policy wants of it. */
public interface SwitchManners {
  /** Largest MTU of most switches, bytes; some count the Ethernet header in it. */
  int JUMBO_BYTES = 9216;

  /** Those of a system that is not known to differ. */
  SwitchManners USUAL = new SwitchManners() {};

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
}
