package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hosts, pods and guests as public reports describe them, with values of our own. Each file names
 * its source, lines of its config, the commands, what they answer, and below an empty line the
 * files of the host: {@code path = text}, {@code path -> target of a link}, {@code folder/}.
 */
@SystemGroup
class PublicHostsTest {
  private static final Path HOSTS = Path.of("src/test/resources/hosts");

  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  Path folder;

  static List<Path> hosts() throws IOException {
    try (Stream<Path> files = Files.list(HOSTS)) {
      return files.sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("hosts")
  void areJudgedAsTheirReportsEnded(Path host) throws IOException {
    List<String> lines = Files.readAllLines(host);
    int end = lines.indexOf("");
    for (String line : lines.subList(end + 1, lines.size())) {
      make(folder.resolve("root"), line);
    }
    Files.writeString(
        folder.resolve("losslessd.yaml"),
        "host: { name: gpu01, root: \"" + folder.resolve("root") + "\" }\n" + config(lines));
    assertThat(lines.getFirst()).startsWith("source: ");
    for (Run run : runs(lines.subList(1, end))) {
      String out = run.output(folder);
      assertThat(out).as(run.command).contains(run.shows).doesNotContain(run.lacks);
    }
  }

  private static String config(List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith("config: "))
        .map(line -> line.substring("config: ".length()) + "\n")
        .collect(Collectors.joining());
  }

  private static void make(Path root, String line) throws IOException {
    if (line.endsWith("/") && !line.contains(" = ")) {
      Files.createDirectories(root.resolve(line));
      return;
    }
    boolean link = line.contains(" -> ");
    String[] parts = line.split(link ? " -> " : " = ?", 2);
    Path path = root.resolve(parts[0]);
    Files.createDirectories(path.getParent());
    if (link) {
      Files.createSymbolicLink(path, Path.of(parts[1]));
    } else {
      Files.writeString(path, parts[1].replace("\\n", "\n").replace("\\t", "\t") + "\n");
    }
  }

  private static List<Run> runs(List<String> head) {
    List<Run> runs = new ArrayList<>();
    for (String line : head) {
      String value = line.substring(line.indexOf(": ") + 2).replace("\\n", "\n");
      switch (line.substring(0, line.indexOf(':'))) {
        case "run" -> runs.add(new Run(value));
        case "exit" -> runs.getLast().shows.add("\nexit: " + value);
        case "shows" -> runs.getLast().shows.add(value);
        case "config" -> {}
        case "lacks" -> runs.getLast().lacks.add(value);
        default -> throw new IllegalArgumentException(line);
      }
    }
    return runs;
  }

  private static final class Run {
    private final String command;
    private final List<String> shows = new ArrayList<>();
    private final List<String> lacks = new ArrayList<>(List.of("a bug"));

    Run(String command) {
      this.command = command;
    }

    String output(Path folder) {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.addAll(List.of("--config", folder.resolve("losslessd.yaml").toString()));
      if (words.getFirst().equals("check")) {
        words.addAll(List.of("--within", "40s"));
      }
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      int exit =
          Command.run(
              folder.resolve("none.sock"),
              new PrintStream(out, true, StandardCharsets.UTF_8),
              words.toArray(String[]::new));
      return out.toString(StandardCharsets.UTF_8) + "\nexit: " + exit;
    }
  }
}
