package dev.losslessd.driver;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A device did not do or tell what was asked. The message names device, setting, value,
 * expectation.
 */
public final class DeviceException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Kinds of failure of a device. */
  public enum Kind {
    /** No answer before the deadline. */
    TIMEOUT,
    /** The device is not there any more, or does not let us in now. */
    GONE,
    /** The device said no. */
    REFUSED,
    /** The device, or this driver, has no such setting. */
    UNSUPPORTED,
    /** The answer could not be understood. */
    GARBLED,
    /** The device said yes and did something else. */
    LIED,
    /** Writing is not allowed now. Nothing was sent. */
    CLOSED_GATE
  }

  private final Kind kind;
  private final boolean busy;

  public DeviceException(Kind kind, String message) {
    this(kind, message, false);
  }

  private DeviceException(Kind kind, String message, boolean busy) {
    super(message);
    this.kind = kind;
    this.busy = busy;
  }

  /** Error about something that the device, or its driver, does not have. */
  public static DeviceException unsupported(String message) {
    return new DeviceException(Kind.UNSUPPORTED, message);
  }

  /** Error about something that the device said no to, or that would harm another writer. */
  public static DeviceException refused(String message) {
    return new DeviceException(Kind.REFUSED, message);
  }

  /** Error about an answer that could not be understood. */
  public static DeviceException garbled(String message) {
    return new DeviceException(Kind.GARBLED, message);
  }

  /** Error about a device or port that is not there any more. */
  public static DeviceException gone(String message) {
    return new DeviceException(Kind.GONE, message);
  }

  /** Error about a device that said yes and did something else. */
  public static DeviceException lied(String message) {
    return new DeviceException(Kind.LIED, message);
  }

  /** Failure without a request: an earlier call to the device has not come to its end. */
  public static DeviceException busy(String message) {
    return new DeviceException(Kind.TIMEOUT, message, true);
  }

  public DeviceException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.busy = false;
  }

  /**
   * @throws DeviceException if there is a reason
   */
  public static void throwFor(Optional<String> why, Function<String, DeviceException> failure) {
    if (why.isPresent()) {
      throw failure.apply(why.get());
    }
  }

  public Kind kind() {
    return kind;
  }

  /** Whether the device was not asked at all, because of earlier calls. */
  public boolean isBusy() {
    return busy;
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
