package dev.losslessd.transport;

/** A way to a device failed. The message says what, where and what was expected. */
public final class TransportException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What kind of failure. */
  public enum Kind {
    /** No answer before the deadline. */
    TIMEOUT,
    /** The device or its file is not there, or went away. */
    GONE,
    /** The kernel said no; errno tells why. */
    REFUSED,
    /** The answer is cut short or not of the expected form. */
    GARBLED,
    /** Writing is not allowed now: observe mode or frozen. Nothing was sent. */
    CLOSED_GATE
  }

  private final Kind kind;
  private final int errno;

  public TransportException(Kind kind, String message) {
    this(kind, 0, message);
  }

  /**
   * @param errno positive Linux errno, 0 where there is none
   */
  public TransportException(Kind kind, int errno, String message) {
    super(message);
    this.kind = kind;
    this.errno = errno;
  }

  public TransportException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.errno = 0;
  }

  public Kind kind() {
    return kind;
  }

  public int errno() {
    return errno;
  }

  @Override
  public String getMessage() {
    return java.util.Objects.requireNonNull(super.getMessage());
  }
}
