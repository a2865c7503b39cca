package dev.losslessd.model;

/**
 * Who had a commit undone. The journal keeps it as the first words of the reason; they are read
 * here and nowhere else.
 */
public enum UndoCause {
  /** The guard found counters getting worse after the change. */
  GUARD("the guard found: "),
  /** A person, the end of the confirm window, a device that failed. */
  OTHER("");

  private final String opening;

  UndoCause(String opening) {
    this.opening = opening;
  }

  /** The reason as the journal keeps it. */
  public String reason(String detail) {
    return opening + detail;
  }

  /** Who gave a reason that the journal keeps. */
  public static UndoCause of(String reason) {
    return reason.startsWith(GUARD.opening) ? GUARD : OTHER;
  }
}
