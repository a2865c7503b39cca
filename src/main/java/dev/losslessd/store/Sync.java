package dev.losslessd.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** Makes durable what was written to a file. */
@FunctionalInterface
public interface Sync {
  /** fsync(2), or fdatasync(2) without the metadata. */
  Sync DISK = (file, channel, metadata) -> channel.force(metadata);

  /**
   * Returns when it would survive a power loss.
   *
   * @param file that the channel is open on; a folder too
   * @param metadata whether more than content and length must survive
   * @throws IOException disk full or broken
   */
  void force(Path file, FileChannel channel, boolean metadata) throws IOException;
}
