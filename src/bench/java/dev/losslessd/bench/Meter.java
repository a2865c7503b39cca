package dev.losslessd.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Resources that a process has used, as the kernel counts them from outside. */
public final class Meter {
  private final Path proc;

  Meter(long pid) {
    proc = Path.of("/proc/" + pid);
  }

  /** CPU of all its threads that are alive, nanoseconds (proc_pid_schedstat). */
  public long cpuNanos() {
    long sum = 0;
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(proc.resolve("task"))) {
      for (Path task : tasks) {
        sum += nanos(task);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sum;
  }

  private static long nanos(Path task) throws IOException {
    try {
      return Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ", 2)[0]);
    } catch (NoSuchFileException e) {
      return 0; // a thread that ended meanwhile
    }
  }

  /** Memory that is resident now, bytes. */
  public long residentBytes() {
    return 1024 * status("VmRSS:");
  }

  /** The most that was ever resident, bytes. */
  public long peakBytes() {
    return 1024 * status("VmHWM:");
  }

  /** Memory that is resident now and of no file, bytes. */
  public long ownBytes() {
    return 1024 * status("RssAnon:");
  }

  /** Open files, sockets among them. */
  public long descriptors() {
    try (Stream<Path> all = Files.list(proc.resolve("fd"))) {
      return all.count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Number of platform threads of the process. */
  public long threads() {
    return status("Threads:");
  }

  private long status(String what) {
    try {
      for (String line : Files.readAllLines(proc.resolve("status"))) {
        if (line.startsWith(what)) {
          return Long.parseLong(line.replaceAll("\\D", ""));
        }
      }
      return 0;
    } catch (NoSuchFileException e) {
      return 0; // it ended meanwhile
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
