package dev.losslessd.http;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** A page of metrics that may break off in the middle. */
final class RigPage {
  private RigPage() {}

  /** Breaks a page off where it says so. */
  static void write(String page, OutputStream out) {
    String[] parts = page.split("BROKEN", 2);
    try {
      out.write(parts[0].getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (parts.length > 1) {
      throw new IllegalStateException("broken by the test");
    }
  }
}
