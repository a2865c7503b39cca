package dev.losslessd.commit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All orders of some events, and each with everything that can go wrong at each of its points. An
 * event that changes nothing is not followed up: what comes after it comes without it as well. Each
 * new state and each violation is in a report at once, which outlives a run that is ended.
 */
final class Interleavings {
  /** Points of one event at which something goes wrong at most. */
  private static final int POINTS = 40;

  private final Path folder;
  private final Path report;
  private final int depth;
  private int injected;
  private boolean confirmed;
  private final int lane;
  private final int lanes;

  /** From one point to the next at which something goes wrong: a sample takes a share of them. */
  private final int step;

  private int count;

  final Set<String> states = new HashSet<>();
  final List<String> wrong = new ArrayList<>();
  int sequences;
  int injections;
  private int reportedSequences;
  private int reportedInjections;

  /**
   * @param report file that {@link #add} reads
   * @param depth longest sequence
   * @param injected longest sequence in which something goes wrong at each point
   */
  Interleavings(Path folder, Path report, int depth, int injected, int lane, int lanes) {
    this.folder = folder;
    this.report = report;
    this.depth = depth;
    this.injected = injected;
    this.lane = lane;
    this.lanes = lanes;
    this.step = depth > 2 ? 1 : lanes;
  }

  /** The report of a lane. */
  static Path report(int lane) {
    return Path.of("target", "every-" + lane + ".txt");
  }

  /** As a process of its own: a folder, two depths, the lane, the lanes, a file for results. */
  public static void main(String[] words) throws IOException {
    int lane = Integer.parseInt(words[3]);
    Interleavings all =
        new Interleavings(
            Path.of(words[0]),
            report(lane),
            Integer.parseInt(words[1]),
            Integer.parseInt(words[2]),
            lane,
            Integer.parseInt(words[4]));
    all.explore();
    Files.copy(all.report, Path.of(words[5]));
    Runtime.getRuntime().halt(0);
  }

  private void report(String what, String text) throws IOException {
    Files.writeString(
        report, what + "\t" + text.replace("\n", "\t") + "\n", StandardOpenOption.APPEND);
  }

  private void reportCounts(List<Event> done) throws IOException {
    report("sequences", sequences - reportedSequences + "\t" + done);
    report("injections", injections - reportedInjections + "\t" + done);
    reportedSequences = sequences;
    reportedInjections = injections;
  }

  /** Adds what another process came to. */
  void add(List<String> report) {
    for (String line : report) {
      String rest = line.substring(line.indexOf('\t') + 1);
      switch (line.substring(0, line.indexOf('\t'))) {
        case "sequences" -> sequences += count(rest);
        case "injections" -> injections += count(rest);
        case "state" -> states.add(rest);
        default -> wrong.add(rest.replace("\t", "\n"));
      }
    }
  }

  private static int count(String rest) {
    return Integer.parseInt(rest.substring(0, rest.indexOf('\t')));
  }

  /** From devices as they were found, and from those on which one commit was confirmed. */
  void explore() throws IOException {
    Files.writeString(report, "");
    explore(List.of());
    confirmed = true;
    injected = Math.max(1, injected - 1);
    explore(List.of());
  }

  private void explore(List<Event> before) throws IOException {
    for (Event event : Event.values()) {
      List<Event> sequence = new ArrayList<>(before);
      sequence.add(event);
      // what is short is run in each lane, since all that is longer follows from it
      boolean mine = sequence.size() < 2 ? lane == 0 : sequence.size() > 2 || isMine();
      if (sequence.size() == 2 && !mine) {
        continue;
      }
      if (!run(sequence, mine)) {
        continue;
      }
      if (sequence.size() <= injected && mine) {
        injectAll(sequence);
      }
      if (sequence.size() < depth) {
        explore(sequence);
      }
      if (sequence.size() <= 2) {
        reportCounts(sequence);
      }
    }
  }

  private boolean isMine() {
    return count++ % lanes == lane;
  }

  /** Whether the last event changed anything. */
  private boolean run(List<Event> sequence, boolean counts) throws IOException {
    Path own = Files.createDirectories(folder.resolve("sequence"));
    Interleaving one = new Interleaving(own, confirmed);
    boolean changes = true;
    try {
      for (Event event : sequence) {
        changes = one.apply(event);
      }
      reached(one.state());
      if (changes && counts) {
        one.end();
        sequences++;
      }
    } catch (RuntimeException | AssertionError e) {
      one.diary().wrong("ended in " + e + " at " + List.of(e.getStackTrace()).subList(0, 5));
    } finally {
      one.close();
    }
    if (counts) {
      judge(sequence + "", one.diary());
    }
    forget(own);
    return changes;
  }

  private void reached(String state) throws IOException {
    if (states.add(state)) {
      report("state", state);
    }
  }

  private void judge(String name, Diary diary) throws IOException {
    String story = wrong.size() < 20 ? "\n    " + String.join("\n    ", diary.story()) : "";
    String when = confirmed ? "after a confirm, " : "";
    for (String text : diary.wrong().stream().limit(2).toList()) {
      wrong.add(when + name + ": " + text + story);
      report("wrong", wrong.getLast());
    }
  }

  private void injectAll(List<Event> sequence) throws IOException {
    for (Injection injection : Injection.all()) {
      for (int at = 0; at < sequence.size(); at++) {
        boolean met = true;
        int first = sequence.get(at).ordinal() % step;
        for (int point = first; met && point < POINTS; point += step) {
          met = run(sequence, injection, at, point);
        }
      }
    }
  }

  /** Whether the point was reached. */
  private boolean run(List<Event> sequence, Injection injection, int at, int point)
      throws IOException {
    Path own = Files.createDirectories(folder.resolve("sequence"));
    Interleaving one = new Interleaving(own, confirmed);
    boolean met = false;
    try {
      for (int n = 0; n < sequence.size(); n++) {
        if (n == at) {
          one.inject(injection, point);
        }
        boolean _ = one.apply(sequence.get(n));
        if (n == at) {
          met = one.wasInjected();
          one.disarm();
          if (!met) {
            break;
          }
          reached(one.state());
        }
      }
      if (met) {
        one.end();
        injections++;
      }
    } catch (RuntimeException | AssertionError e) {
      one.diary().wrong("ended in " + e + " at " + List.of(e.getStackTrace()).subList(0, 5));
    } finally {
      one.close();
    }
    judge(sequence + " with " + injection.text(point) + " of " + sequence.get(at), one.diary());
    forget(own);
    return met;
  }

  private static void forget(Path own) throws IOException {
    try (Stream<Path> files = Files.walk(own)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
