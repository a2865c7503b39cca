package dev.losslessd.cli;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** A body in chunks (RFC 9112, 7.1), as the bytes that it stands for. */
final class Chunks extends InputStream {
  private final InputStream in;
  private int left;
  private boolean over;

  Chunks(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    if (isOver()) {
      return -1;
    }
    int next = in.read();
    if (next < 0) {
      throw early();
    }
    took(1);
    return next;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (isOver()) {
      return -1;
    }
    int count = in.read(target, offset, Math.min(length, left));
    if (count < 0) {
      throw early();
    }
    took(count);
    return count;
  }

  /** Begins the next chunk where one has been read; the last has no bytes. */
  private boolean isOver() throws IOException {
    if (left == 0 && !over) {
      left = Reply.number(Reply.line(in).split(";", 2)[0].strip(), 16);
      over = left == 0;
      if (over) {
        Reply.headers(in); // trailers, which nobody sends
      }
    }
    return over;
  }

  private void took(int count) throws IOException {
    left -= count;
    if (left == 0) {
      Reply.line(in);
    }
  }

  private EOFException early() {
    return new EOFException("the answer ended " + left + " bytes before the end of a chunk");
  }
}
