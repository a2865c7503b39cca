package dev.losslessd.fabric.sonic;

import dev.losslessd.fabric.switchbase.Failed;

/** Error message of a command that was refused, and its exit status. */
final class Refused extends Failed {
  private static final long serialVersionUID = 1;
  private static final int USAGE = 2;

  Refused(int status, String message) {
    super(status, message);
  }

  /** Error of a command's usage, as click prints it. */
  static Refused usage(String command, String why) {
    return new Refused(
        USAGE,
        "Usage: "
            + command
            + " [OPTIONS] COMMAND [ARGS]...\nTry \""
            + command
            + " -h\" for help.\n\nError: "
            + why);
  }
}
