package dev.losslessd.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, in 64 hex digits. */
final class Sha256 {
  private Sha256() {}

  /** The first eight digits, of text. */
  static String brief(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8)).substring(0, 8);
  }

  static String of(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
