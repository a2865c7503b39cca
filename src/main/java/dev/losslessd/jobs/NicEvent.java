package dev.losslessd.jobs;

/**
 * An event that a NIC told by itself (ibv_get_async_event).
 *
 * @param device {@code mlx5_0:1}; empty before NCCL 2.20
 * @param text in the words of libibverbs: {@code port error}
 */
record NicEvent(String device, String text) {
  /** Whether something failed; the others tell of a change, or that a port is back. */
  boolean isFault() {
    return text.contains("error")
        || text.contains("fatal")
        || text.contains("catastrophic")
        || text.contains("violation")
        || isGidChange();
  }

  /** Whether addresses of the port came or went: queue pairs keep the GID that they began with. */
  boolean isGidChange() {
    return text.contains("GID table change");
  }

  /** {@code mlx5_0:1 port error}. */
  String shown() {
    return (device + " " + text).strip();
  }
}
