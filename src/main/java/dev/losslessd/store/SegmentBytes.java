package dev.losslessd.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Bytes of one file of a journal, by their place, compressed or not. */
interface SegmentBytes extends Closeable {
  /**
   * @param into gets as many bytes as are at hand, up to its length
   * @return how many; -1 behind the last
   */
  int read(long at, byte[] into) throws IOException;

  @Override
  void close() throws IOException;

  /** Reads a file as it is. */
  static SegmentBytes plain(FileChannel channel) {
    return new Plain(channel, true);
  }

  /** As {@link #plain}, of a channel that stays open. */
  static SegmentBytes borrowed(FileChannel channel) {
    return new Plain(channel, false);
  }

  /** A file that is not compressed. */
  record Plain(FileChannel channel, boolean owned) implements SegmentBytes {
    @Override
    public int read(long at, byte[] into) throws IOException {
      return channel.read(ByteBuffer.wrap(into), at);
    }

    @Override
    public void close() throws IOException {
      if (owned) {
        channel.close();
      }
    }
  }
}
