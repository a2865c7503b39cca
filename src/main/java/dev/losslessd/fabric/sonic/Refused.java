package dev.losslessd.fabric.sonic;

/** What a command says against what it was told, and its exit status. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1;
  private static final int USAGE = 2;

  private final int status;

  Refused(int status, String message) {
    super(message);
    this.status = status;
  }

  /** As click says it. */
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

  int status() {
    return status;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
