package dev.losslessd.fabric.door;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** One message on a stream: its length as u32, little endian, then its bytes. */
final class Frames {
  private static final int MOST_BYTES = 1 << 20;

  private Frames() {}

  /**
   * @return the next frame in little endian order, or nothing when the peer has closed
   */
  static Optional<ByteBuffer> read(SocketChannel channel) throws IOException {
    ByteBuffer head = little(4);
    if (!fill(channel, head)) {
      return Optional.empty();
    }
    int length = head.getInt(0);
    if (length < 0 || length > MOST_BYTES) {
      throw new IOException(
          "frame of "
              + Integer.toUnsignedString(length)
              + " bytes: expected at most "
              + MOST_BYTES);
    }
    ByteBuffer body = little(length);
    if (length > 0 && !fill(channel, body)) {
      throw new EOFException("frame of " + length + " bytes ends early");
    }
    return Optional.of(body.flip());
  }

  static void write(SocketChannel channel, ByteBuffer body) throws IOException {
    ByteBuffer frame = little(4 + body.remaining());
    frame.putInt(body.remaining()).put(body.duplicate()).flip();
    while (frame.hasRemaining()) {
      channel.write(frame);
    }
  }

  private static boolean fill(SocketChannel channel, ByteBuffer buffer) throws IOException {
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        return false;
      }
    }
    return true;
  }

  private static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }
}
