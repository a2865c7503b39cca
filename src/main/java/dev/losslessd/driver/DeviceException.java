package dev.losslessd.driver;

/**
 * A device did not do or tell what was asked. The message names device, knob, value, expectation.
 */
public final class DeviceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** What kind of failure. */
  public enum Kind {
    /** No answer before the deadline. */
    TIMEOUT,
    /** The device is not there any more. */
    GONE,
    /** The device said no. */
    REFUSED,
    /** The device, or this driver, has no such knob. */
    UNSUPPORTED,
    /** The answer could not be understood. */
    GARBLED,
    /** The device said yes and did something else. */
    LIED,
    /** Writing is not allowed now. Nothing was sent. */
    CLOSED_GATE
  }

  private final Kind kind;

  public DeviceException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public DeviceException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }

  @Override
  public String getMessage() {
    return java.util.Objects.requireNonNull(super.getMessage());
  }
}
