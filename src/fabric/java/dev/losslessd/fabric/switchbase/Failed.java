package dev.losslessd.fabric.switchbase;

/** A command of a Unix shell that ended with another status than 0, and what it said. */
public abstract class Failed extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  protected Failed(int status, String message) {
    super(message);
    this.status = status;
  }

  /** Exit status of the command, as {@code $?} shows it. */
  public final int status() {
    return status;
  }

  public final String text() {
    return String.valueOf(getMessage());
  }
}
