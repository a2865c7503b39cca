package dev.losslessd.fabric.nvue;

/** What {@code nv} says against a command. */
final class Refused extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  Refused(int status, String message) {
    super(message);
    this.status = status;
  }

  Refused(String message) {
    this(1, message);
  }

  /** Exit status. */
  int status() {
    return status;
  }

  String text() {
    return String.valueOf(getMessage());
  }
}
