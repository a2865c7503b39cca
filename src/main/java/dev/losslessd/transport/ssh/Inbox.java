package dev.losslessd.transport.ssh;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What the device sent and nobody has looked at yet. The library's reading thread writes, the
 * caller takes. Closing it means that the device sends no more.
 */
final class Inbox extends OutputStream {
  /**
   * @param end nothing comes after this
   */
  record Chunk(String text, boolean end) {}

  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private final BlockingQueue<Chunk> chunks = new LinkedBlockingQueue<>();
  private final AtomicLong waiting = new AtomicLong();
  private final int most;
  private byte[] rest = new byte[0];

  /**
   * @param most characters that may wait; a device that talks on and on must not fill the memory
   */
  Inbox(int most) {
    this.most = most;
  }

  @Override
  public void write(int oneByte) {
    write(new byte[] {(byte) oneByte}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    if (waiting.get() > most) {
      // the taker is told by the total that it has read: what waits already exceeds its limit
      return;
    }
    ByteBuffer in = ByteBuffer.allocate(rest.length + length).put(rest).put(bytes, offset, length);
    in.flip();
    CharBuffer out = CharBuffer.allocate(in.remaining());
    decoder.decode(in, out, false);
    // a character cut in two by the packet boundary waits for its second half
    rest = new byte[in.remaining()];
    in.get(rest);
    String text = out.flip().toString();
    if (!text.isEmpty()) {
      waiting.addAndGet(text.length());
      chunks.add(new Chunk(text, false));
    }
  }

  @Override
  public void close() {
    chunks.add(new Chunk("", true));
  }

  boolean isEmpty() {
    return chunks.isEmpty();
  }

  /** The next piece, null when none came in time. */
  @Nullable Chunk take(long nanos) throws InterruptedException {
    Chunk chunk = chunks.poll(nanos, TimeUnit.NANOSECONDS);
    if (chunk != null) {
      waiting.addAndGet(-chunk.text().length());
    }
    return chunk;
  }
}
