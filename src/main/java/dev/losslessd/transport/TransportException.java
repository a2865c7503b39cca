package dev.losslessd.transport;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A way to a device failed. The message says what, where and what was expected. */
public final class TransportException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Kinds of failure of a transport. */
  public enum Kind {
    /** No answer before the deadline. */
    TIMEOUT,
    /** The device or its file is not there, or went away. */
    GONE,
    /** The other side said no; from the kernel, errno tells why. */
    REFUSED,
    /** The answer is cut short or not of the expected form. */
    GARBLED,
    /** Writing is not allowed now: observe mode or frozen. Nothing was sent. */
    CLOSED_GATE,
    /** The device did not let us in: user, key, passphrase or level. */
    AUTH,
    /**
     * The device does not prove who it is: its host key is unknown or another one. Not logged in.
     */
    HOST_KEY
  }

  private final Kind kind;
  private final int errno;
  private final boolean nothingSent;

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
    this.nothingSent = kind == Kind.CLOSED_GATE;
  }

  public TransportException(Kind kind, String message, @Nullable Throwable cause) {
    this(kind, message, cause, kind == Kind.CLOSED_GATE);
  }

  private TransportException(
      Kind kind, String message, @Nullable Throwable cause, boolean nothingSent) {
    super(message, cause);
    this.kind = kind;
    this.errno = 0;
    this.nothingSent = nothingSent;
  }

  /** A failure of which it is sure that no byte of the request had left: trying again is safe. */
  public static TransportException beforeSending(
      Kind kind, String message, @Nullable Throwable cause) {
    return new TransportException(kind, message, cause, true);
  }

  public static TransportException timeout(String message) {
    return new TransportException(Kind.TIMEOUT, message);
  }

  public static TransportException gone(String message) {
    return new TransportException(Kind.GONE, message);
  }

  public static TransportException refused(String message) {
    return new TransportException(Kind.REFUSED, message);
  }

  public static TransportException garbled(String message) {
    return new TransportException(Kind.GARBLED, message);
  }

  public Kind kind() {
    return kind;
  }

  public int errno() {
    return errno;
  }

  /**
   * True only where it is sure that the device has seen nothing of the request; false when it may
   * have acted on it.
   */
  public boolean nothingSent() {
    return nothingSent;
  }

  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }
}
