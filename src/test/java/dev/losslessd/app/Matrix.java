package dev.losslessd.app;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Cases and how they ended, as a file of {@code point,phase,outcome,millis}. */
final class Matrix {
  /** An outcome that breaks the promise begins with this. */
  private static final String WRONG = "WRONG ";

  private final List<String> rows = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();

  /** One case: what it returns is the outcome, what it throws is a broken promise. */
  interface Case {
    String run() throws Exception;
  }

  void run(String point, String phase, Case one) {
    long begun = System.nanoTime();
    String outcome = outcome(one);
    long millis = (System.nanoTime() - begun) / 1_000_000;
    add(
        "%s,%s,%s,%d".formatted(quoted(point), quoted(phase), quoted(outcome), millis),
        outcome.startsWith(WRONG));
  }

  private static String outcome(Case one) {
    try {
      return one.run();
    } catch (Exception | AssertionError e) {
      return WRONG + e;
    }
  }

  private synchronized void add(String row, boolean broken) {
    rows.add(row);
    if (broken) {
      wrong.add(row);
    }
  }

  synchronized int size() {
    return rows.size();
  }

  /** Those whose outcome breaks the promise. */
  synchronized List<String> wrong() {
    return List.copyOf(wrong);
  }

  synchronized void write(Path file) throws IOException {
    List<String> lines = new ArrayList<>(List.of("point,phase,outcome,millis"));
    lines.addAll(rows.stream().sorted().toList());
    Files.createDirectories(file.resolve("..").normalize());
    Files.write(file, lines);
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\"\"").replace('\n', ' ') + '"';
  }
}
