package dev.losslessd.model;

import java.util.function.LongConsumer;

/** Where rooms tell how long their calls took, without knowing who counts it. */
@FunctionalInterface
public interface CallTimes {
  /** Tells nobody: for tools and tests that keep no meters. */
  CallTimes UNTOLD = (_, _) -> _ -> {};

  /** Kinds of calls that are told apart. */
  enum Call {
    /**
     * One SNMP request that was answered, to read or to set, from its last sending to the answer.
     */
    SNMP_REQUEST,
    /** One command over SSH, also one that failed. */
    SSH_COMMAND,
    /** One conversation with the kernel over netlink, also one that failed. */
    NETLINK_CALL,
    /** One state of a commit, from its beginning to the next one. */
    COMMIT_PHASE
  }

  /**
   * Returns where durations go, in nanoseconds. It is kept and called often, from any thread.
   *
   * @param subject the device, netlink family or phase
   */
  LongConsumer of(Call call, String subject);
}
