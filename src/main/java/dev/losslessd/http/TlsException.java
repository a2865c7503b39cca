package dev.losslessd.http;

/** Certificates or keys that cannot be used. The message names the file and what was expected. */
final class TlsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TlsException(String message) {
    super(message);
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
