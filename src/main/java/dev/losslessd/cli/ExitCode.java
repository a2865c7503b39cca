package dev.losslessd.cli;

/** Exit codes for the shell. Scripts rely on them. */
public final class ExitCode {
  /** Done, or nothing to do. */
  public static final int OK = 0;

  /** A finding or a refusal: drift, a refused plan, a commit that was rolled back. */
  public static final int FINDING = 1;

  /** Wrong usage or a missing prerequisite: unknown option, the daemon does not run. */
  public static final int USAGE = 2;

  /** A device failed: stuck, unreachable, unreadable; or the daemon itself broke. */
  public static final int DEVICE = 3;

  /** Something was or would be changed; only with {@code --changed-exit}. */
  public static final int CHANGED = 10;

  private ExitCode() {}
}
