package dev.losslessd.fabric.host;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A file whose text follows a value. It is written in place, first the new text and then the cut,
 * so that a reader's first line is always a whole old or new value.
 */
final class LiveFile implements AutoCloseable {
  /** Number of beats after which the writer of an empty file is taken for dead. */
  private static final int PATIENCE = 3;

  private final Path path;
  private final Supplier<String> value;
  private final FileChannel channel;
  private String written = "";
  private String next = "";
  private int empty;
  private FileTime writtenAt = FileTime.fromMillis(0);

  LiveFile(Path path, Supplier<String> value) throws IOException {
    this.path = path;
    this.value = value;
    this.channel =
        FileChannel.open(
            path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  Path path() {
    return path;
  }

  /** Samples the present value for the next flush. */
  void sample() {
    next = value.get() + "\n";
  }

  /** Writes what was sampled, if it is news. */
  void flush() throws IOException {
    if (!next.equals(written)) {
      put(next);
    }
  }

  /**
   * Gives a file that stays empty its value back: those of the kernel have theirs whoever opens and
   * cuts them, and here the writer has died after the cut. For a regular beat.
   */
  void heal() throws IOException {
    empty = channel.size() == 0 ? empty + 1 : 0;
    if (empty >= PATIENCE) {
      put(next);
    }
  }

  private void put(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    int size = bytes.remaining();
    channel.write(bytes, 0);
    if (channel.size() > size) {
      channel.truncate(size);
    }
    written = text;
    writtenAt = Files.getLastModifiedTime(path);
  }

  /**
   * The first line, if somebody else has written since. A file that is empty is just being written.
   */
  Optional<String> foreignWrite() throws IOException {
    FileTime at = Files.getLastModifiedTime(path);
    ByteBuffer bytes = ByteBuffer.allocate(64);
    channel.read(bytes, 0);
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
    if (text.isEmpty() || (text.equals(written) && at.equals(writtenAt))) {
      return Optional.empty();
    }
    written = text;
    writtenAt = at;
    int end = text.indexOf('\n');
    return Optional.of(end < 0 ? text : text.substring(0, end + 1));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
