package dev.losslessd.fabric.skeleton;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The table of commands, captures and results in {@code src/docs/development/fakes.md}. */
final class FakePage {
  static final Path PAGE = Path.of("src/docs/development/fakes.md");
  private static final String NONE = "no capture";
  private static final String BETWEEN = "<br>";

  /**
   * A line of the table.
   *
   * @param captures how many of the fake's parts each capture has, by the capture's name
   */
  record Row(String command, Map<String, String> captures, String result) {
    static Row of(FakeShow show, Comparison comparison) {
      int parts = comparison.parts().size();
      Map<String, String> captures = new TreeMap<>();
      comparison
          .captures()
          .forEach((name, one) -> captures.put(name, comparison.seen(one).size() + " of " + parts));
      return new Row(show.toString().replace("|", "\\|"), captures, result(show, comparison));
    }

    private static String result(FakeShow show, Comparison comparison) {
      if (comparison.captures().isEmpty()) {
        return show.why().isEmpty() ? NONE : NONE + " (" + show.why() + ")";
      }
      int own = show.own().size();
      String equal =
          own == 0 ? "equal" : "equal but for " + own + " in no capture (" + show.why() + ")";
      return show.mended().isEmpty() ? equal : equal + "; mended: " + show.mended();
    }

    String line() {
      String all =
          captures.entrySet().stream()
              .map(one -> one.getKey() + " " + one.getValue())
              .collect(Collectors.joining(BETWEEN));
      return "| " + command + " | " + all + " | " + result + " |";
    }

    private static Row parse(String line) {
      String[] cells = line.substring(2).split(" \\| ", -1);
      Map<String, String> captures = new TreeMap<>();
      Stream.of(cells[1].split(BETWEEN))
          .filter(one -> !one.isBlank())
          .map(one -> one.split(" ", 2))
          .forEach(one -> captures.put(one[0], one[1]));
      return new Row(cells[0], captures, cells[2].substring(0, cells[2].length() - 2));
    }

    /** Whether a row tells the same, apart from captures that one of both does not have. */
    boolean agrees(Row other) {
      boolean bare = captures.isEmpty() || other.captures.isEmpty();
      return (bare || result.equals(other.result))
          && captures.entrySet().stream()
              .allMatch(one ->
                  other.captures.getOrDefault(one.getKey(), one.getValue()).equals(one.getValue()));
    }
  }

  private FakePage() {}

  /** Row of the page about a command. */
  static Optional<Row> row(String command) throws IOException {
    return Files.readAllLines(PAGE).stream()
        .filter(line -> line.startsWith("| " + command + " | "))
        .map(Row::parse)
        .findFirst();
  }

  /** Page with these rows. */
  static String text(List<Row> rows) {
    Map<String, Long> count = new LinkedHashMap<>();
    count.put("captures", rows.stream().mapToLong(row -> row.captures().size()).sum());
    count.put("with", rows.stream().filter(row -> !row.captures().isEmpty()).count());
    return """
    # What the fakes print, against captures

    `FakeSkeletonTest` compares the labels, columns, order and units of each output of the fabric's
    switches with all captures of the same command. Captures are no part of this repository: where
    they are at hand, the test reads them, and checks that this table is in step.
    A number such as "35 of 36" says how many different parts of the fake's output one capture has;
    releases differ, so a part counts as real when any capture of the command has it at its place.
    A capture in another format (a table for people, where the fake prints JSON) is compared by names.

    %d commands, %d of them with a capture, %d comparisons.

    | command | captures | result |
    | --- | --- | --- |
    """
            .formatted(rows.size(), count.get("with"), count.get("captures"))
        + rows.stream().map(Row::line).collect(Collectors.joining("\n"))
        + "\n";
  }
}
