package dev.losslessd.transport.sysfs;

import dev.losslessd.transport.TransportException;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads files in another process first. A read that waits for a NIC's firmware (the state and rate
 * of an RDMA port) sleeps beyond signals, a minute at mlx5; a process that has such a thread ends
 * no sooner, killed or not, and whoever waits for it waits as long. A child that is left behind
 * holds up nobody.
 */
public final class ReadProbe implements AutoCloseable {
  private final Path root;
  private final Duration deadline;
  private volatile @Nullable Process child;
  private volatile boolean closed;

  /**
   * @param root below which the files are
   * @param deadline of all reads together
   */
  public ReadProbe(Path root, Duration deadline) {
    this.root = root;
    this.deadline = deadline;
  }

  /**
   * Reads all files to their ends, whatever is in them.
   *
   * @param paths relative to the root
   * @throws TransportException TIMEOUT if they are not read in time, with the one that hangs where
   *     the kernel tells
   */
  public void read(List<String> paths) {
    if (paths.isEmpty()) {
      return;
    }
    List<String> line = new ArrayList<>(List.of("cat", "--"));
    paths.forEach(path -> line.add(root.resolve(path).toString()));
    Process process;
    try {
      process =
          new ProcessBuilder(line)
              .redirectInput(Redirect.from(new File("/dev/null")))
              .redirectOutput(Redirect.DISCARD)
              .redirectError(Redirect.DISCARD)
              .start();
    } catch (IOException e) {
      return; // an image without cat: the reads that count must do without a probe
    }
    child = process;
    if (closed) {
      process.destroyForcibly();
    }
    try {
      if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
        throw TransportException.timeout(
            "a read of " + open(process).orElse("one of " + paths) + " hangs");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
    }
  }

  /** Ends a read that is under way, for a process that ends before its deadline. */
  @Override
  public void close() {
    closed = true;
    Process process = child;
    if (process != null) {
      process.destroyForcibly();
    }
  }

  /** The file that the child has open beside its standard streams. */
  private static Optional<String> open(Process process) {
    try {
      Path link = Path.of("/proc/" + process.pid() + "/fd/3");
      return Optional.of(Files.readSymbolicLink(link).toString());
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
