package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes side by side, each with its share of a campaign. */
final class Lanes {
  /** Options of the package, as it is shipped. */
  static final List<String> SHIPPED = List.of("@bin/jvm.options");

  static final List<String> USUAL =
      List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m");

  private final Path folder;
  private final List<String> options;
  private final Class<?> program;

  /**
   * @param program is called with a folder, its words, its lane, the number of lanes, and a file
   *     for its results
   */
  Lanes(Path folder, List<String> options, Class<?> program) {
    this.folder = folder;
    this.options = options;
    this.program = program;
  }

  /** Results of all lanes, one list of lines each. */
  List<List<String>> run(int lanes, String... words) throws IOException, InterruptedException {
    List<Process> all = new ArrayList<>();
    List<List<String>> results = new ArrayList<>();
    try {
      for (int lane = 0; lane < lanes; lane++) {
        all.add(lane(lane, lanes, words));
      }
      for (int lane = 0; lane < lanes; lane++) {
        int rc = all.get(lane).waitFor();
        assertThat(rc).as("lane %d: %s", lane, Files.readString(out(lane))).isZero();
        results.add(Files.readAllLines(results(lane)));
      }
    } finally {
      all.forEach(Process::destroyForcibly);
    }
    return results;
  }

  private Process lane(int lane, int lanes, String... words) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(options);
    command.addAll(
        List.of(
            "-Dlosslessd.log=error",
            "-cp",
            System.getProperty("java.class.path"),
            program.getName(),
            Files.createDirectories(folder.resolve("lane-" + lane)).toString()));
    command.addAll(List.of(words));
    command.addAll(List.of(String.valueOf(lane), String.valueOf(lanes), results(lane).toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(out(lane).toFile())
        .start();
  }

  private Path out(int lane) {
    return folder.resolve("lane-" + lane + ".txt");
  }

  private Path results(int lane) {
    return folder.resolve("lane-" + lane + ".results");
  }
}
