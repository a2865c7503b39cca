package dev.losslessd.store;

import java.util.Objects;

/** The state folder cannot be used. The message says which file, what is wrong and what to do. */
public final class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean inUse;

  public StoreException(String message) {
    this(message, false);
  }

  /**
   * @param inUse another daemon has the folder; it lives
   */
  StoreException(String message, boolean inUse) {
    super(message);
    this.inUse = inUse;
  }

  public StoreException(String message, Throwable cause) {
    super(message, cause);
    this.inUse = false;
  }

  /** Whether another daemon has the folder. */
  public boolean inUse() {
    return inUse;
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
