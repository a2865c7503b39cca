package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * The boards by the types that Grafana publishes for its front end ({@code @grafana/schema}): names
 * and values of a board, its variables, its panels and the options of each kind of panel.
 */
class GrafanaTypesTest {
  private static final Path FOLDER = Path.of("target/grafana");
  private static final Path TYPES = Path.of("src/test/resources/grafana/board.ts");
  private static final List<String> PACKAGES =
      List.of("@grafana/schema@12.2.0", "typescript@5.9.3");

  @Test
  void everyBoardIsOneByGrafanasOwnTypesAndAMisspelledOneIsNot() throws Exception {
    fetch();
    List<String> tsc = compiler();
    for (Path board : Dashboards.files()) {
      tsc.add(typed(String.valueOf(board.getFileName()), Files.readString(board)));
    }
    String board = Files.readString(Path.of("dashboards/congestion.json"));
    tsc.add(typed("misspelled.json", board.replace("\"displayMode\"", "\"displaymode\"")));

    List<String> errors = run(tsc).lines().filter(line -> line.contains(": error ")).toList();

    assertThat(errors).filteredOn(line -> !line.startsWith("misspelled.ts")).isEmpty();
    assertThat(errors).anyMatch(line -> line.contains("displaymode"));
  }

  /** One file for each board: an error names it, with the line of the JSON behind the types. */
  private static String typed(String name, String json) throws IOException {
    String file = name.replace(".json", ".ts");
    Files.writeString(
        FOLDER.resolve(file),
        Files.readString(TYPES) + "export const board: Board = " + json + ";\n");
    return file;
  }

  private static List<String> compiler() {
    return new ArrayList<>(
        List.of(
            "node",
            "node_modules/typescript/bin/tsc",
            "--noEmit",
            "--strict",
            "--skipLibCheck",
            "--module",
            "esnext",
            "--moduleResolution",
            "bundler",
            "--allowImportingTsExtensions"));
  }

  /** Asks the registry once; the test is skipped where it cannot be reached. */
  private static void fetch() throws Exception {
    for (String program : List.of("npm", "node")) {
      Assumptions.assumeTrue(
          Files.isExecutable(Path.of("/usr/bin", program)), program + " is missing");
    }
    Files.createDirectories(FOLDER);
    Files.writeString(FOLDER.resolve("package.json"), "{ \"private\": true }\n");
    if (!Files.exists(FOLDER.resolve("node_modules/typescript/bin/tsc"))) {
      List<String> npm =
          new ArrayList<>(
              List.of(
                  "npm",
                  "install",
                  "--ignore-scripts",
                  "--no-save",
                  "--no-audit",
                  "--no-fund",
                  "--prefer-offline",
                  "--fetch-retries=0",
                  "--fetch-timeout=5000"));
      npm.addAll(PACKAGES);
      String told = run(npm);
      Assumptions.assumeTrue(
          Files.exists(FOLDER.resolve("node_modules/@grafana/schema"))
              && Files.exists(FOLDER.resolve("node_modules/typescript/bin/tsc")),
          "npm cannot fetch " + PACKAGES + ": " + told);
    }
  }

  private static String run(List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(FOLDER.toFile()).redirectErrorStream(true).start();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return told;
  }
}
