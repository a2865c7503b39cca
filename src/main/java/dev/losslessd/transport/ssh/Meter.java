package dev.losslessd.transport.ssh;

import dev.losslessd.transport.InputLimits;
import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/**
 * Counts every byte of a connection, whatever it is for: text before the identification, keys,
 * packets to be ignored. A peer that sends more than there is a reason for is cut off.
 */
final class Meter {
  /** A packet of one character has some 50 bytes around it; devices that send so send little. */
  private static final long AROUND_OUTPUT = 8;

  /** Keep-alives and lines that nobody asked for, between two commands. */
  private static final long QUIET = 1 << 20;

  private static final int BUFFER = 8 << 10;

  private final InputLimits limits;
  private long left;
  private String expected;

  /** Begins with the login. */
  Meter(InputLimits limits) {
    this.limits = limits;
    this.left = limits.banner();
    this.expected = InputLimits.size(limits.banner()) + " before the login was done (input.banner)";
  }

  /** A command is sent next. */
  synchronized void expectOutput() {
    expect(
        AROUND_OUTPUT * limits.command(),
        "%s times %s around one output (input.command)"
            .formatted(AROUND_OUTPUT, InputLimits.size(limits.command())));
  }

  /** No command is sent soon. */
  synchronized void expectNothing() {
    expect(QUIET, InputLimits.size(QUIET) + " between two commands");
  }

  /** Another connection goes over this one, and counts for itself. */
  synchronized void expectAll() {
    expect(Long.MAX_VALUE, "");
  }

  private void expect(long bytes, String what) {
    if (left >= 0) {
      left = bytes;
      expected = what;
    }
  }

  /** Returns why the peer was cut off; empty if it was not. */
  synchronized Optional<String> flood() {
    return left < 0 ? Optional.of("sent more than " + expected) : Optional.empty();
  }

  private synchronized void count(long bytes) throws IOException {
    left -= Math.max(0, bytes);
    if (left < 0) {
      throw new IOException("sent more than " + expected);
    }
  }

  InputStream around(InputStream raw) {
    return new FilterInputStream(new BufferedInputStream(raw, BUFFER)) {
      @Override
      public int read() throws IOException {
        int got = super.read();
        count(got < 0 ? 0 : 1);
        return got;
      }

      @Override
      public int read(byte[] into, int offset, int length) throws IOException {
        int got = super.read(into, offset, length);
        count(got);
        return got;
      }
    };
  }
}
