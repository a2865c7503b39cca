package dev.losslessd.fabric.switchbase;

import java.util.List;

/** A command that was refused: what its system answers, and the exit status where there is one. */
public final class CliError extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;

  /**
   * @param status exit status of the command, as {@code $?} shows it
   */
  public CliError(int status, String text) {
    super(text, null, false, false);
    this.status = status;
  }

  public CliError(String... lines) {
    this(1, String.join("\n", lines));
  }

  public int status() {
    return status;
  }

  public String text() {
    return String.valueOf(getMessage());
  }

  /** Lines of the answer, as the terminal prints them. */
  public List<String> lines() {
    return List.of(text().split("\n"));
  }
}
