package dev.losslessd.http;

import java.util.Objects;

/** The daemon cannot listen where it should. The message names the address and what to do. */
public final class ListenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public ListenException(String message) {
    super(message);
  }

  public ListenException(String message, Throwable cause) {
    super(message, cause);
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
