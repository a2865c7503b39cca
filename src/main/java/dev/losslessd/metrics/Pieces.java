package dev.losslessd.metrics;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Bytes in pieces of 16 KiB that are used again: a family of a thousand ports has megabytes, and
 * one array for it would be copied as it grows, and be garbage after each page.
 */
final class Pieces {
  private static final int PIECE = 1 << 14;

  private final List<byte[]> pieces = new ArrayList<>();
  private int size;

  int size() {
    return size;
  }

  /** Begins anew, and keeps the room. */
  void clear() {
    size = 0;
  }

  void add(byte[] bytes, int length) {
    int done = 0;
    while (done < length) {
      int at = size % PIECE;
      int fits = Math.min(PIECE - at, length - done);
      if (size / PIECE == pieces.size()) {
        pieces.add(new byte[PIECE]);
      }
      System.arraycopy(bytes, done, pieces.get(size / PIECE), at, fits);
      size += fits;
      done += fits;
    }
  }

  void writeTo(OutputStream out) throws IOException {
    for (int from = 0; from < size; from += PIECE) {
      out.write(pieces.get(from / PIECE), 0, Math.min(PIECE, size - from));
    }
  }
}
