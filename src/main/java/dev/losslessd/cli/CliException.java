package dev.losslessd.cli;

import java.util.Objects;

/** Ends a verb with one message for the user and an exit code. */
final class CliException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int exitCode;

  CliException(int exitCode, String message) {
    super(message);
    this.exitCode = exitCode;
  }

  CliException(int exitCode, String message, Throwable cause) {
    super(message, cause);
    this.exitCode = exitCode;
  }

  /** Wrong usage or a missing prerequisite. */
  static CliException usage(String message) {
    return new CliException(ExitCode.USAGE, message);
  }

  /** Something that was named, and is not there. */
  static CliException notFound(String message) {
    return new CliException(ExitCode.NOT_FOUND, message);
  }

  int exitCode() {
    return exitCode;
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
