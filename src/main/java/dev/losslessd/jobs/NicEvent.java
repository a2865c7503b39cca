package dev.losslessd.jobs;

/**
 * An event that a NIC reported by itself (ibv_get_async_event).
 *
 * @param device {@code mlx5_0:1}; empty before NCCL 2.20
 * @param text in the words of libibverbs: {@code port error}
 */
record NicEvent(String device, String text) {
  /** That of a text as {@link #shown} gives it. */
  static NicEvent ofShown(String shown) {
    int blank = shown.indexOf(' ');
    boolean named = blank > 0 && shown.substring(0, blank).indexOf(':') > 0;
    return named
        ? new NicEvent(shown.substring(0, blank), shown.substring(blank + 1))
        : new NicEvent("", shown);
  }

  /** Whether something failed; the others report a change, or that a port is back. */
  boolean isFault() {
    return text.contains("error")
        || text.contains("fatal")
        || text.contains("catastrophic")
        || text.contains("violation")
        || isGidChange();
  }

  /** Whether addresses of the port came or went: queue pairs keep the GID that they began with. */
  boolean isGidChange() {
    return isGidChange(text);
  }

  static boolean isGidChange(String text) {
    return text.contains("GID table change");
  }

  /** Its device, also where NCCL names the twin for Data Direct. */
  String port() {
    return HcaName.base(device);
  }

  /** {@code mlx5_0:1 port error}. */
  String shown() {
    return (device + " " + text).strip();
  }
}
