package dev.losslessd.transport;

import dev.losslessd.transport.TransportException.Kind;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Frames over a Unix stream socket: u32 length, little endian, then so many bytes. Connects when
 * first used. For one thread at a time, and not a virtual one.
 */
final class FrameChannel {
  /** No frame began before the deadline. */
  static final int NOTHING = -1;

  private record Open(SocketChannel channel, Selector selector) {}

  private final Path path;
  private final ByteBuffer header = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
  private @Nullable Open open;

  FrameChannel(Path path) {
    this.path = path;
  }

  /** Whether it had to connect. */
  boolean connect() {
    if (open != null) {
      return false;
    }
    SocketChannel channel = null;
    try {
      channel = SocketChannel.open(StandardProtocolFamily.UNIX);
      channel.connect(UnixDomainSocketAddress.of(path));
      channel.configureBlocking(false);
      Selector selector = Selector.open();
      channel.register(selector, SelectionKey.OP_READ);
      open = new Open(channel, selector);
      return true;
    } catch (IOException e) {
      closeQuietly(channel);
      throw new TransportException(Kind.GONE, path + ": cannot connect: " + e.getMessage(), e);
    }
  }

  void send(ByteBuffer bytes, Duration wait) {
    header.clear().putInt(bytes.remaining()).flip();
    move(SelectionKey.OP_WRITE, header, wait, false);
    move(SelectionKey.OP_WRITE, bytes, wait, false);
  }

  /**
   * @return the frame's length, or {@link #NOTHING}
   */
  int receive(ByteBuffer into, Duration wait) {
    header.clear();
    if (!move(SelectionKey.OP_READ, header, wait, true)) {
      return NOTHING;
    }
    long length = Integer.toUnsignedLong(header.flip().getInt());
    if (length > into.remaining()) {
      throw new TransportException(
          Kind.GARBLED,
          path + ": frame of " + length + " bytes: expected at most " + into.remaining());
    }
    into.limit(into.position() + (int) length);
    move(SelectionKey.OP_READ, into, wait, false);
    return (int) length;
  }

  /** Until the buffer has nothing remaining; false if nothing came and that is allowed. */
  private boolean move(int way, ByteBuffer bytes, Duration wait, boolean mayBeNothing) {
    Open now = open;
    if (now == null) {
      throw new TransportException(Kind.GONE, path + ": not connected");
    }
    try {
      int before = bytes.remaining();
      while (bytes.hasRemaining()) {
        int moved =
            way == SelectionKey.OP_READ ? now.channel.read(bytes) : now.channel.write(bytes);
        if (moved < 0) {
          throw new TransportException(Kind.GONE, path + ": the other side closed");
        }
        if (moved == 0 && !ready(now, way, wait)) {
          if (mayBeNothing && bytes.remaining() == before) {
            return false;
          }
          throw new TransportException(
              Kind.TIMEOUT, path + ": no answer in " + wait.toMillis() + " ms");
        }
      }
      return true;
    } catch (IOException e) {
      throw new TransportException(Kind.GONE, path + ": " + e.getMessage(), e);
    }
  }

  private static boolean ready(Open now, int way, Duration wait) throws IOException {
    for (SelectionKey key : now.selector.keys()) {
      key.interestOps(way);
    }
    int keys = now.selector.select(Math.max(1, wait.toMillis()));
    now.selector.selectedKeys().clear();
    return keys > 0;
  }

  void close() {
    Open now = open;
    open = null;
    if (now != null) {
      closeQuietly(now.selector);
      closeQuietly(now.channel);
    }
  }

  private static void closeQuietly(java.io.@Nullable Closeable one) {
    if (one != null) {
      try {
        one.close();
      } catch (IOException e) {
        // it is given up; nothing is left to lose
      }
    }
  }
}
