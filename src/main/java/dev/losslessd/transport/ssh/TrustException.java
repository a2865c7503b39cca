package dev.losslessd.transport.ssh;

import org.jspecify.annotations.Nullable;

/** A host key is not taken. Nothing was sent to the device, and no file was changed. */
public final class TrustException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why a key is not taken. */
  public enum Kind {
    /** The config pins a fingerprint, which no verb changes. */
    PINNED,
    /** The device offers another key than the one that was compared. */
    OTHER_KEY,
    /** A line of the file revokes it. */
    REVOKED,
    /** The file of known hosts cannot be read or written. */
    FILE
  }

  private final Kind kind;

  TrustException(Kind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
