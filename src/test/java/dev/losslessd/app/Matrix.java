package dev.losslessd.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Cases and how they ended, as a file of {@code point,phase,outcome,millis}. {@code -Dcase=TEXT}
 * runs those alone whose point or phase has the text, to look at one again.
 */
final class Matrix {
  /** An outcome that breaks the promise begins with this. */
  private static final String WRONG = "WRONG ";

  private static final String ONLY = System.getProperty("case", "");

  private static final String HEAD = "point,phase,outcome,millis";

  private final Path file;
  private final List<String> rows = new ArrayList<>();
  private final List<String> wrong = new ArrayList<>();

  /**
   * @param file what is known so far stands in it at any time
   */
  Matrix(Path file) throws IOException {
    this.file = file;
    Files.createDirectories(file.resolve("..").normalize());
    Files.writeString(file, HEAD + "\n");
  }

  /** One case: what it returns is the outcome, what it throws is a broken promise. */
  interface Case {
    String run() throws Exception;
  }

  void run(String point, String phase, Case one) {
    if (!(point + ", " + phase).contains(ONLY)) {
      return;
    }
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
    note(row);
    if (broken) {
      wrong.add(row);
    }
  }

  synchronized int size() {
    return rows.size();
  }

  /** Rows whose outcome breaks the promise. */
  synchronized List<String> wrong() {
    return List.copyOf(wrong);
  }

  /** Sorts the rows in order of the points. */
  synchronized void sort() throws IOException {
    List<String> lines = new ArrayList<>(List.of(HEAD));
    lines.addAll(rows.stream().sorted().toList());
    Files.write(file, lines);
  }

  private void note(String row) {
    try {
      Files.writeString(file, row + "\n", StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String quoted(String text) {
    return '"' + text.replace("\"", "\"\"").replace('\n', ' ') + '"';
  }
}
