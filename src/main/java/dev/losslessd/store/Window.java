package dev.losslessd.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/** Bytes of a file by their place. Only a small part of it is in memory at a time. */
final class Window {
  private static final int WIDTH = 64 * 1024;

  private final FileChannel channel;
  private final long size;
  private final ByteBuffer part = ByteBuffer.allocate(WIDTH);
  private long from;
  private int filled;

  /** As long as the file is now; what is appended later is not seen. */
  Window(FileChannel channel) throws IOException {
    this.channel = channel;
    this.size = channel.size();
  }

  long size() {
    return size;
  }

  byte at(long place) throws IOException {
    if (place < from || place >= from + filled) {
      fill(place);
    }
    return part.get((int) (place - from));
  }

  /** Four bytes, big endian. */
  int number(long place) throws IOException {
    return at(place) << 24
        | (at(place + 1) & 0xff) << 16
        | (at(place + 2) & 0xff) << 8
        | (at(place + 3) & 0xff);
  }

  byte[] bytes(long place, int length) throws IOException {
    byte[] bytes = new byte[length];
    for (int done = 0; done < length; ) {
      done += copy(place + done, bytes, done);
    }
    return bytes;
  }

  /** CRC-32C of {@code length} bytes from {@code place}. */
  int sum(long place, long length) throws IOException {
    CRC32C sum = new CRC32C();
    for (long at = place; at < place + length; ) {
      at(at); // makes it the current part
      int here = (int) Math.min(place + length - at, from + filled - at);
      sum.update(part.array(), (int) (at - from), here);
      at += here;
    }
    return (int) sum.getValue();
  }

  private int copy(long place, byte[] into, int offset) throws IOException {
    at(place);
    int start = (int) (place - from);
    int length = Math.min(into.length - offset, filled - start);
    System.arraycopy(part.array(), start, into, offset, length);
    return length;
  }

  private void fill(long place) throws IOException {
    filled = 0;
    from = place;
    part.clear();
    while (part.hasRemaining() && place + part.position() < size) {
      if (channel.read(part, place + part.position()) < 0) {
        break;
      }
    }
    filled = part.position();
    if (filled == 0) {
      throw new EOFException("no byte " + place + ", the file has " + size);
    }
  }
}
