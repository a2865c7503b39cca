package dev.losslessd.transport.ssh;

import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.InputBudget.Room;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.TransportException.Kind;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Output of the device that nobody has looked at yet. The library's reading thread writes, the
 * caller takes. All that comes is charged to the device's account; what is more than it may send
 * ends the stream. Closing it means that the device sends no more.
 */
final class Inbox extends OutputStream {
  /** A character of two bytes makes two bytes of each character of its text. */
  private static final int ONE_BYTE = 0xff;

  /** Characters after which a device that has not come to an end is not merely slow. */
  private static final long MUCH = 256 << 10;

  /** Reason why the rest is not taken. */
  record Problem(Kind kind, String text) {}

  /**
   * @param problem null where there is none
   * @param end nothing comes after this
   */
  record Chunk(String text, boolean end, @Nullable Problem problem) {}

  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);
  private final BlockingQueue<Chunk> chunks = new LinkedBlockingQueue<>();
  private final DeviceInput input;
  private final boolean hasLines;
  private byte[] rest = new byte[0];

  private volatile @Nullable Count expected;
  private volatile boolean waits;

  /** Counts what came since something was expected. */
  private static final class Count {
    final int most;
    final String key;
    long characters;
    long charged;
    int lines;
    int lineLength;
    boolean wide;

    Count(int most, String key) {
      this.most = most;
      this.key = key;
    }

    long bytes() {
      return characters * (wide ? 2 : 1);
    }

    /** The length of the longest line that the text is part of. */
    int add(String text) {
      int longest = lineLength;
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        wide |= c > ONE_BYTE;
        lines += c == '\n' ? 1 : 0;
        lineLength = c == '\n' || c == '\r' ? 0 : lineLength + 1;
        longest = Math.max(longest, lineLength);
      }
      characters += text.length();
      return longest;
    }
  }

  /**
   * @param hasLines whether a line has a longest length
   */
  Inbox(DeviceInput input, boolean hasLines) {
    this.input = input;
    this.hasLines = hasLines;
  }

  /** Counts the output of a command from now on. */
  void expectOutput() {
    expected = new Count(input.limits().command(), "input.command");
  }

  /** Counts what comes before the first prompt from now on. */
  void expectGreeting() {
    expected = new Count(input.limits().banner(), "input.banner");
  }

  /** Throws away what comes from now on: nobody has asked for it. */
  void expectNothing() {
    expected = null;
    chunks.removeIf(chunk -> !chunk.end());
  }

  /**
   * Why output did not come to its end in time. A device that had much to say is no slow one.
   *
   * @param came characters of it
   * @param missing for a slow device
   */
  Problem late(Deadline deadline, long came, String missing) {
    if (waits) {
      return new Problem(
          Kind.TIMEOUT, "no room for its output within " + deadline.text() + " (input.total)");
    }
    return came > MUCH
        ? new Problem(
            Kind.GARBLED, "still sending after " + deadline.text() + " (input.dialogue.time)")
        : new Problem(Kind.TIMEOUT, missing + " within " + deadline.text());
  }

  @Override
  public void write(int oneByte) {
    write(new byte[] {(byte) oneByte}, 0, 1);
  }

  /** Waits for room: whoever calls reads nothing more from the device meanwhile. */
  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    Count count = expected;
    String text = count == null ? "" : decoded(bytes, offset, length);
    if (count == null || text.isEmpty()) {
      return;
    }
    Problem problem = problem(count, text);
    if (expected != count) {
      input.account().done();
    } else if (problem == null) {
      chunks.add(new Chunk(text, false, null));
    } else {
      expected = null;
      chunks.add(new Chunk("", true, problem));
    }
  }

  private String decoded(byte[] bytes, int offset, int length) {
    ByteBuffer in = ByteBuffer.allocate(rest.length + length).put(rest).put(bytes, offset, length);
    in.flip();
    CharBuffer out = CharBuffer.allocate(in.remaining());
    decoder.decode(in, out, false);
    // a character cut in two by the packet boundary waits for its second half
    rest = new byte[in.remaining()];
    in.get(rest);
    return out.flip().toString();
  }

  /** Returns which limit the text exceeds; null if none. */
  private @Nullable Problem problem(Count count, String text) {
    int longest = count.add(text);
    InputLimits limits = input.limits();
    if (count.bytes() > count.most) {
      return tooMuch(InputLimits.size(count.most) + " (" + count.key + ")");
    }
    if (count.lines > limits.dialogue().lines()) {
      return tooMuch(limits.dialogue().lines() + " lines (input.dialogue.lines)");
    }
    if (hasLines && longest > limits.line()) {
      return tooMuch(InputLimits.size(limits.line()) + " in one line (input.line)");
    }
    return room(count);
  }

  private static Problem tooMuch(String limit) {
    return new Problem(Kind.GARBLED, "sent more than " + limit);
  }

  private @Nullable Problem room(Count count) {
    long all = count.bytes();
    waits = true;
    Room room =
        input.account().take(all - count.charged, input.limits().dialogue().time().toNanos());
    waits = false;
    count.charged = all;
    String total = InputLimits.size(input.limits().total()) + " (input.total)";
    return switch (room) {
      case TAKEN -> null;
      case TOO_MUCH -> tooMuch("one device may have, with what is held of it, of " + total);
      case LATE ->
          new Problem(Kind.TIMEOUT, "no room for its output in time: others hold all of " + total);
    };
  }

  @Override
  public void close() {
    chunks.add(new Chunk("", true, null));
  }

  boolean isEmpty() {
    return chunks.isEmpty();
  }

  /** The next piece, null when none came in time. */
  @Nullable Chunk take(long nanos) throws InterruptedException {
    return chunks.poll(nanos, TimeUnit.NANOSECONDS);
  }
}
