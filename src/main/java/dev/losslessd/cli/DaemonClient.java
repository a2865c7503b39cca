package dev.losslessd.cli;

import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;

/**
 * One connection over a Unix socket. Every wait has a limit: the blocking channel has none, so the
 * channel is non-blocking and a selector waits.
 */
final class DaemonClient extends InputStream {
  private static final long SECOND = 1000;

  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private final Duration patience;
  private final Runnable silence;
  private final ByteBuffer buffer = ByteBuffer.allocate(16 * 1024).flip();

  private DaemonClient(
      SocketChannel channel, Selector selector, Duration patience, Runnable silence)
      throws IOException {
    this.channel = channel;
    this.selector = selector;
    this.patience = patience;
    this.silence = silence;
    channel.configureBlocking(false);
    this.key = channel.register(selector, 0);
  }

  /**
   * @param patience the longest silence of the other side
   * @param silence is run each second of it
   */
  static DaemonClient open(Path socket, Duration patience, Runnable silence) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
      return new DaemonClient(channel, Selector.open(), patience, silence);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  void send(byte[] bytes) throws IOException {
    ByteBuffer rest = ByteBuffer.wrap(bytes);
    while (rest.hasRemaining()) {
      if (channel.write(rest) == 0) {
        await(SelectionKey.OP_WRITE);
      }
    }
  }

  @Override
  public int read() throws IOException {
    return fill() ? buffer.get() & 0xff : -1;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (!fill()) {
      return -1;
    }
    int count = Math.min(length, buffer.remaining());
    buffer.get(target, offset, count);
    return count;
  }

  @Override
  public void close() throws IOException {
    try (channel;
        selector) {
      key.cancel();
    }
  }

  private boolean fill() throws IOException {
    while (!buffer.hasRemaining()) {
      buffer.clear();
      int count = channel.read(buffer);
      buffer.flip();
      if (count < 0) {
        return false;
      }
      if (count == 0) {
        await(SelectionKey.OP_READ);
      }
    }
    return true;
  }

  private void await(int operation) throws IOException {
    key.interestOps(operation);
    long left = patience.toMillis();
    while (selector.select(Math.min(left, SECOND)) == 0) {
      left -= SECOND;
      if (left <= 0) {
        throw new SocketTimeoutException("no answer within " + text(patience));
      }
      silence.run();
    }
    selector.selectedKeys().clear();
  }

  private static String text(Duration time) {
    return time.toMillis() < SECOND ? time.toMillis() + " ms" : time.toSeconds() + " s";
  }
}
