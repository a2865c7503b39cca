package dev.losslessd.cli;

/** Exit codes for the shell. Scripts rely on them. */
public final class ExitCode {
  /** Done, or nothing to do. */
  public static final int OK = 0;

  /** A finding or a refusal: drift, a refused plan, a commit that was rolled back. */
  public static final int FINDING = 1;

  /** Wrong usage or a missing prerequisite: unknown option, no commit that is open. */
  public static final int USAGE = 2;

  /** A device failed: stuck, unreachable, unreadable; or the daemon itself broke. */
  public static final int DEVICE = 3;

  /** What was named is not there: no such port, commit or revision. */
  public static final int NOT_FOUND = 4;

  /** No daemon was reached. Nothing was asked of any device. */
  public static final int NO_DAEMON = 5;

  /** The daemon's socket is closed to this user, or he may not do this. */
  public static final int NO_PERMISSION = 6;

  /** Something was or would be changed; only with {@code --changed-exit}. */
  public static final int CHANGED = 10;

  private ExitCode() {}
}
