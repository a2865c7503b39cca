package dev.losslessd.app;

import dev.losslessd.files.FileThreads;
import dev.losslessd.text.Pattern;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** How long a process has run: what a launcher took before it became Java counts as well. */
final class ProcessAge {
  /** Ticks per second of user space, of every kernel since 2.6 (proc_pid_stat(5), starttime). */
  private static final long TICKS = 100;

  /** Fields behind the name, the first of which is the third of the line. */
  private static final int STARTTIME = 22 - 3;

  private ProcessAge() {}

  /** Returns zero where /proc does not tell. */
  static Duration read() {
    try {
      return of(
          FileThreads.SHARED.text(Path.of("/proc/self/stat")),
          FileThreads.SHARED.text(Path.of("/proc/uptime")));
    } catch (IOException e) {
      return Duration.ZERO;
    }
  }

  /** Zero also where a container has an uptime of its own, and began before it. */
  static Duration of(String stat, String uptime) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    String seconds = uptime.split(" ", 2)[0];
    if (fields.length <= STARTTIME
        || !Pattern.matches("\\d{1,15}", fields[STARTTIME])
        || !Pattern.matches("\\d{1,12}\\.\\d\\d", seconds)) {
      return Duration.ZERO;
    }
    long now = Long.parseLong(seconds.replace(".", ""));
    long ticks = Math.max(0, now - Long.parseLong(fields[STARTTIME]));
    return Duration.ofMillis(ticks * 1000 / TICKS);
  }
}
