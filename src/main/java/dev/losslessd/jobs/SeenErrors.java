package dev.losslessd.jobs;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Errors of a log: the first ones in full, the others counted. */
final class SeenErrors {
  /** The first errors hold the cause; later ones are told by their number. */
  static final int MOST = 1_000;

  private static final int LONGEST = 1_024;

  private static final int MOST_TRACES = 64;

  private final List<Completion> completions = new ArrayList<>();
  private final List<LogRecord> warnings = new ArrayList<>();
  private final Tally kinds = new Tally(64);
  private final Tally events = new Tally(64);
  private final Map<String, LogRecord> traces = new LinkedHashMap<>();
  private long completionCount;

  void accept(LogRecord whole) {
    if (!whole.warning()) {
      trace(whole);
      return;
    }
    String text = whole.message();
    LogRecord record = text.length() > LONGEST ? whole.with(text.substring(0, LONGEST)) : whole;
    Optional<Completion> completion = Completion.of(record);
    if (completion.isPresent()) {
      completionCount++;
      if (completions.size() < MOST) {
        completions.add(completion.get());
      }
      return;
    }
    kinds.add(kind(record.message()));
    LogMessages.event(record.message()).ifPresent(event -> events.add(event.shown()));
    if (warnings.size() < MOST && !KnownWarning.isHarmless(record.message())) {
      warnings.add(record);
    }
  }

  /** The way of an error through NCCL's sources: some failures print nothing else. */
  private void trace(LogRecord record) {
    if (record.message().endsWith("-> 2") && traces.size() < MOST_TRACES) {
      traces.putIfAbsent(record.message(), record);
    }
  }

  /** A message without what differs from rank to rank, to count it by. */
  private static String kind(String message) {
    String text =
        Pattern.of("\\d+")
            .matcher(Pattern.of("0x[0-9a-f]+").matcher(message).replaceAll("*"))
            .replaceAll("N");
    return text.length() > 160 ? text.substring(0, 160) + " ..." : text;
  }

  /** Takes over completions of other lines. */
  SeenErrors or(SeenErrors other) {
    completions.addAll(other.completions);
    completionCount += other.completionCount;
    return this;
  }

  List<Completion> completions() {
    return completions;
  }

  /** Completions with an error, those that are not kept included. */
  long completionCount() {
    return completionCount;
  }

  /** Warnings other than completions, by which something failed or may have. */
  List<LogRecord> warnings() {
    return warnings;
  }

  /** Places of NCCL's sources that an error came through, each with its first record. */
  Map<String, LogRecord> traces() {
    return traces;
  }

  /** Kinds of other warnings and how often each came. */
  Tally kinds() {
    return kinds;
  }

  /** Failed changes of a queue pair's state, with both GIDs since 2.24. */
  List<Matcher> failedQueuePairs() {
    return warnings.stream()
        .map(one -> LogMessages.MODIFY_QP.matcher(one.message()))
        .filter(Matcher::find)
        .toList();
  }

  /** Events of NICs on their own, a port that went down among them, and how often each came. */
  Tally events() {
    return events;
  }
}
