package dev.losslessd.fabric.skeleton;

import dev.losslessd.model.SwitchSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A command whose output a fake prints, as {@code src/test/resources/fakes/shows.txt} lists it.
 *
 * @param captures pattern of the files below the folder of captures; empty where none is at hand
 * @param own parts that stand in no capture: documented by the vendor, or words of the simulation
 * @param reads words that a driver reads: both sides must have them
 * @param rows depth at which JSON keys are names of rows
 * @param named pattern of files that have the names, at other places
 * @param why where the parts of its own come from
 * @param mended differences that the comparison has found and that are gone
 */
record FakeShow(
    SwitchSystem system,
    String command,
    String captures,
    List<String> own,
    List<String> reads,
    int rows,
    String named,
    String why,
    String mended) {
  static final Path DATA = Path.of("../shared/data/switch");
  private static final Path LIST = Path.of("src/test/resources/fakes/shows.txt");

  @Override
  public String toString() {
    return system.word() + ": " + command;
  }

  boolean isConfig() {
    return command.contains("running-config") || command.contains("configuration | display set");
  }

  static List<FakeShow> all() throws IOException {
    List<FakeShow> shows = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (String line : Files.readAllLines(LIST)) {
      if (!line.startsWith("  ") && !line.startsWith("#") && !lines.isEmpty()) {
        shows.add(parse(lines));
        lines.clear();
      }
      if (!line.isBlank() && !line.startsWith("#")) {
        lines.add(line);
      }
    }
    if (!lines.isEmpty()) {
      shows.add(parse(lines));
    }
    return shows;
  }

  private static FakeShow parse(List<String> lines) {
    Map<String, List<String>> fields = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] field = line.strip().split(": ", 2);
      fields.computeIfAbsent(field[0], _ -> new ArrayList<>()).add(field[1]);
    }
    String[] head = lines.getFirst().split(": ", 2);
    return new FakeShow(
        SwitchSystem.of(head[0]),
        head[1],
        String.join("|", fields.getOrDefault("captures", List.of())),
        fields.getOrDefault("own", List.of()).stream().map(FakeShow::unquoted).toList(),
        List.of(fields.getOrDefault("reads", List.of("")).getFirst().split(", ")),
        Integer.parseInt(fields.getOrDefault("rows", List.of("0")).getFirst()),
        String.join("|", fields.getOrDefault("names", List.of())),
        String.join("; ", fields.getOrDefault("why", List.of())),
        String.join("; ", fields.getOrDefault("mended", List.of())));
  }

  private static String unquoted(String text) {
    return text.substring(1, text.length() - 1);
  }

  /** Names of all captures at hand, below their folder; none where there is no such folder. */
  static List<String> files() throws IOException {
    if (!Files.isDirectory(DATA)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(DATA)) {
      return files.map(file -> DATA.relativize(file).toString()).sorted().toList();
    }
  }

  /** Captures of this command among the files at hand. */
  Map<String, Comparison.Captured> found(List<String> files) throws IOException {
    Map<String, Comparison.Captured> found = new LinkedHashMap<>();
    for (String file : files) {
      boolean byName = file.matches(named);
      if (!file.isEmpty() && (byName || file.matches(captures))) {
        String text = Files.readString(DATA.resolve(file));
        found.put(file, Comparison.Captured.of(text, Skeleton.of(text, isConfig(), rows), byName));
      }
    }
    return found;
  }

  /** Comparison of what the fake prints with all captures at hand. */
  Comparison compare(String output, List<String> files) throws IOException {
    return new Comparison(Skeleton.of(output, isConfig(), rows), found(files));
  }
}
