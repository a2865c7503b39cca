package dev.losslessd.jobs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Errors of UCX and NVSHMEM in a log, in lines without a head of NCCL. */
final class OtherLibraries {
  /** Processes whose message may have a second line. */
  private static final int MOST_OPEN = 64;

  private final Consumer<LogRecord> errors;
  private final NvshmemLine nvshmem = new NvshmemLine();
  private final Map<String, LogRecord> open = new LinkedHashMap<>();
  private long count;

  /**
   * @param errors takes each error, with the second line of a message behind its first
   */
  OtherLibraries(Consumer<LogRecord> errors) {
    this.errors = errors;
  }

  void accept(String line, long number) {
    Optional<LogRecord> ucx = UcxLine.of(line, number);
    if (ucx.isPresent()) {
      ucx(ucx.get());
    } else {
      nvshmem.in(line, number).forEach(this::hand);
    }
  }

  private void ucx(LogRecord record) {
    LogRecord first = open.remove(record.process());
    if (UcxLine.isSecond(record.message())) {
      if (first != null) {
        hand(first.with(first.message() + " " + record.message()));
      }
      return;
    }
    if (first != null) {
      hand(first);
    }
    if (open.size() >= MOST_OPEN) {
      open.values().forEach(this::hand);
      open.clear();
    }
    open.put(record.process(), record);
  }

  private void hand(LogRecord record) {
    count++;
    errors.accept(record);
  }

  /** Hands on what waits for a second line. */
  void end() {
    open.values().forEach(this::hand);
    open.clear();
    nvshmem.rest().forEach(this::hand);
  }

  /** Number of errors that were handed on. */
  long count() {
    return count;
  }
}
