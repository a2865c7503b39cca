package dev.losslessd.transport;

import java.util.function.Supplier;

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

  /**
   * Called after a write that the device has answered, be it with success or a refusal. Nobody has
   * to listen.
   */
  default void passed(String what) {}

  /**
   * Does a write between the two.
   *
   * @param write the exchange with the device, from the first byte to the answer
   * @return what it returns
   */
  default <T> T through(String what, Supplier<T> write) {
    pass(what);
    T answer = write.get();
    passed(what);
    return answer;
  }
}
