package dev.losslessd.files;

import java.io.IOException;
import java.util.Objects;

/** A file does not answer in time, or is not opened because an earlier access has not returned. */
public final class LateException extends IOException {
  private static final long serialVersionUID = 1;

  LateException(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
