package dev.losslessd.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;

/**
 * One process and no other: a number alone is given to the next when its process has ended.
 *
 * @param startTicks field 22 of {@code /proc/PID/stat} (proc(5)): clock ticks from boot to its
 *     start
 * @param boot of the host, so that a folder that two hosts share names no process of the other
 */
public record ProcessIdentity(long pid, long startTicks, UUID boot) {
  /** Place of the start time behind the name, which ends with the last parenthesis. */
  private static final int START = 22 - 3;

  /** Empty where there is no such process, or where this one may not see it. */
  public static Optional<ProcessIdentity> of(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      return Optional.of(
          new ProcessIdentity(pid, Long.parseLong(fields[START]), UUID.fromString(boot)));
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }
}
