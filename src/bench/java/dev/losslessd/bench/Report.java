package dev.losslessd.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** Results of a bench, as lines to read and as JSON. */
public final class Report {
  private final String name;
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);

  /**
   * @param name of the file
   */
  public Report(String name) {
    this.name = name;
  }

  /** Prints one figure for people to read. */
  public void line(String what, String value) {
    out.printf(Locale.ROOT, "%-20s %s%n", what, value);
  }

  /** Prints a note that is not a figure. */
  public void note(String what, String value) {
    out.printf(Locale.ROOT, "# %s %s%n", what, value);
  }

  /** Writes the figures as JSON to {@code NAME.json} in a folder. */
  public void write(Path folder, Map<String, Object> figures) throws IOException {
    Path file = folder.resolve(name + ".json");
    Files.writeString(
        file, JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(figures));
    note("written to", file.toString());
  }
}
