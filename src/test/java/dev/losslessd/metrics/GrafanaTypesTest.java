package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * The boards by the types that Grafana publishes for its front end ({@code @grafana/schema}) and
 * for programs that write boards (its Foundation SDK, which knows the queries of Prometheus too):
 * names and values of a board, its variables, its panels and the options of each kind of panel.
 */
@SystemGroup
class GrafanaTypesTest {
  private static final Path FOLDER = Path.of("target/grafana");
  private static final Path TYPES = Path.of("src/test/resources/grafana");
  private static final List<String> PACKAGES =
      List.of(
          "@grafana/schema@12.2.0", "@grafana/grafana-foundation-sdk@0.0.21", "typescript@5.9.3");

  @Test
  void everyBoardIsOneByGrafanasOwnTypesAndAMisspelledOneIsNot() throws Exception {
    fetch();
    List<String> tsc = compiler();
    String board = Files.readString(Path.of("dashboards/congestion.json"));
    for (String types : List.of("schema", "foundation")) {
      for (Path file : Dashboards.files()) {
        tsc.add(typed(types, String.valueOf(file.getFileName()), Files.readString(file)));
      }
      tsc.add(typed(types, "option.json", board.replace("\"displayMode\"", "\"displaymode\"")));
    }
    tsc.add(typed("foundation", "query.json", board.replace("\"legendFormat\"", "\"legend\"")));

    List<String> errors = run(tsc).lines().filter(line -> line.contains(": error ")).toList();

    assertThat(errors).filteredOn(line -> !line.matches("\\w+-(option|query)\\.ts.*")).isEmpty();
    assertThat(errors)
        .anyMatch(line -> line.startsWith("schema-option.ts") && line.contains("displaymode"))
        .anyMatch(line -> line.startsWith("foundation-option.ts") && line.contains("displaymode"))
        .anyMatch(line -> line.startsWith("foundation-query.ts") && line.contains("legend"));
  }

  /** One file for each board: an error names it, with the line of the JSON behind the types. */
  private static String typed(String types, String name, String json) throws IOException {
    String file = types + "-" + name.replace(".json", ".ts");
    Files.writeString(
        FOLDER.resolve(file),
        Files.readString(TYPES.resolve(types + ".ts"))
            + "export const board: Board = "
            + json
            + ";\n");
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
    if (!fetched()) {
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
      Assumptions.assumeTrue(fetched(), "npm cannot fetch " + PACKAGES + ": " + told);
    }
  }

  private static boolean fetched() {
    return Stream.of("@grafana/schema", "@grafana/grafana-foundation-sdk", "typescript/bin/tsc")
        .allMatch(part -> Files.exists(FOLDER.resolve("node_modules").resolve(part)));
  }

  private static String run(List<String> command) throws Exception {
    Process process =
        new ProcessBuilder(command).directory(FOLDER.toFile()).redirectErrorStream(true).start();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return told;
  }
}
