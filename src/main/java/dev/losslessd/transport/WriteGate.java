package dev.losslessd.transport;

/**
 * Asked before every byte that would change a device. It stands at the lowest place, so that no
 * caller above can write in observe mode or while frozen, not even by mistake.
 */
@FunctionalInterface
public interface WriteGate {
  /** Lets everything pass; for tools that are themselves the operator's hand, and tests. */
  WriteGate OPEN = what -> {};

  /**
   * @param what the write, for the message: {@code netlink PFC ens1f0np0}
   * @throws TransportException of kind CLOSED_GATE when writing is not allowed
   */
  void pass(String what);
}
