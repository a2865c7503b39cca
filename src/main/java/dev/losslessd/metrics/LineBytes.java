package dev.losslessd.metrics;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Parts of a line of text format 0.0.4, found in its bytes. */
final class LineBytes {
  /** Digits that surely fit into a {@code long}. */
  private static final int DIGITS = 18;

  /** Up to there a {@code double} holds each whole number. */
  private static final long EXACT = 1L << 53;

  private static final double[] POWERS = {
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18
  };

  private LineBytes() {}

  /** Where a byte is next; the end if it is not there. */
  static int find(byte[] bytes, int from, int end, char wanted) {
    int at = from;
    while (at < end && bytes[at] != wanted) {
      at++;
    }
    return at;
  }

  /** Where the name of a sample ends: at its labels, or at the space before its value. */
  static int nameEnd(byte[] bytes, int from, int end) {
    int at = from;
    while (at < end && bytes[at] != '{' && bytes[at] != ' ') {
      at++;
    }
    return at;
  }

  /** Where the quote is that ends a label's value. */
  static int quote(byte[] bytes, int from) {
    int at = from;
    while (bytes[at] != '"') {
      at += bytes[at] == '\\' ? 2 : 1;
    }
    return at;
  }

  static boolean is(byte[] bytes, int from, int end, byte[] word) {
    return Arrays.equals(bytes, from, end, word, 0, word.length);
  }

  /** The bytes with backslash sequences resolved. */
  static byte[] unescaped(byte[] bytes, int from, int end) {
    ByteArrayOutputStream plain = new ByteArrayOutputStream(end - from);
    int at = from;
    while (at < end) {
      boolean escape = bytes[at] == '\\' && at + 1 < end;
      byte one = escape ? bytes[at + 1] : bytes[at];
      plain.write(escape && one == 'n' ? '\n' : one);
      at += escape ? 2 : 1;
    }
    return plain.toByteArray();
  }

  /** The double nearest to a number as it stands there; most of them without garbage. */
  static double number(byte[] bytes, int from, int end) {
    if (end - from > DIGITS) {
      return rare(bytes, from, end);
    }
    long digits = 0;
    int point = end - 1;
    for (int at = from; at < end; at++) {
      byte one = bytes[at];
      if (one >= '0' && one <= '9') {
        digits = digits * 10 + one - '0';
      } else if (one == '.' && point == end - 1 && at > from) {
        point = at;
      } else {
        return rare(bytes, from, end);
      }
    }
    int behind = end - 1 - point;
    if (behind > 0 && digits > EXACT) {
      return rare(bytes, from, end);
    }
    return digits / POWERS[behind];
  }

  private static double rare(byte[] bytes, int from, int end) {
    String text = new String(bytes, from, end - from, StandardCharsets.US_ASCII);
    return switch (text) {
      case "+Inf" -> Double.POSITIVE_INFINITY;
      case "-Inf" -> Double.NEGATIVE_INFINITY;
      default -> Double.parseDouble(text);
    };
  }
}
