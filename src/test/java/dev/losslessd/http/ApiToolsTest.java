package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What others make of the OpenAPI document: two linters, and clients in TypeScript and Python that
 * are made from it and used against a server. A campaign ({@code bin/test --long api}), as it
 * fetches tools from npm and Maven Central; skipped by name where they cannot be had.
 */
@SystemGroup
class ApiToolsTest {
  private static final Path FOLDER = Path.of("target/api-tools").toAbsolutePath();
  private static final Path SCRIPTS = Path.of("src/test/resources/clients");
  private static final Path GENERATOR = FOLDER.resolve("openapi-generator-cli-7.25.0.jar");
  private static final List<String> PACKAGES =
      List.of(
          "@stoplight/spectral-cli@6.16.3",
          "@redocly/cli@2.77.0",
          "typescript@5.9.3",
          "openapi-typescript@7.13.0",
          "openapi-fetch@0.17.0");

  @TempDir Path folder;

  @BeforeEach
  void onlyInACampaign() {
    Assumptions.assumeTrue(Boolean.getBoolean("api"), "bin/test --long api");
  }

  @Test
  void spectralAndRedoclyFindNoError() throws Exception {
    try (Rig rig = new Rig(folder)) {
      describe(rig);
    }
    npm();
    // roles in security are OpenAPI 3.1's (4.8.30), which spectral still holds to the scopes of
    // 3.0;
    // that each scheme is defined, redocly checks
    Files.writeString(
        FOLDER.resolve(".spectral.yaml"),
        """
        extends: ["spectral:oas"]
        rules: { oas3-operation-security-defined: off }
        """);
    String spectral = good(Map.of(), "node", "node_modules/.bin/spectral", "lint", "openapi.json");
    String redocly = good(Map.of(), "node", "node_modules/.bin/redocly", "lint", "openapi.json");
    Files.writeString(FOLDER.resolve("broken.json"), "{\"openapi\": \"3.1.0\", \"paths\": {}}");

    assertThat(spectral).contains("No results with a severity of 'error'");
    assertThat(redocly).contains("is valid");
    assertThat(run(Map.of(), "node", "node_modules/.bin/spectral", "lint", "broken.json").code())
        .isNotZero();
  }

  @Test
  void aTypeScriptClientReadsSetsConfirmsAndPatches() throws Exception {
    npm();
    try (Rig rig = new Rig(folder)) {
      describe(rig);
      Files.copy(
          SCRIPTS.resolve("smoke.ts"),
          FOLDER.resolve("smoke.ts"),
          StandardCopyOption.REPLACE_EXISTING);
      Files.writeString(
          FOLDER.resolve("package.json"), "{ \"private\": true, \"type\": \"module\" }\n");
      good(
          Map.of(),
          "node",
          "node_modules/openapi-typescript/bin/cli.js",
          "openapi.json",
          "-o",
          "api.ts");
      good(
          Map.of(),
          "node",
          "node_modules/typescript/bin/tsc",
          "--strict",
          "--skipLibCheck",
          "--target",
          "es2022",
          "--module",
          "esnext",
          "--moduleResolution",
          "bundler",
          "--lib",
          "es2022,dom",
          "smoke.ts");
      assertThat(good(Map.of(), "node", "smoke.js", url(rig), Rig.TOKEN)).contains("smoke: good");
    }
  }

  @Test
  void aPythonClientReadsSetsConfirmsAndPatches() throws Exception {
    Files.createDirectories(FOLDER);
    Assumptions.assumeTrue(
        run(
                    Map.of(),
                    "python3",
                    "-c",
                    "import pydantic, urllib3, dateutil; assert pydantic.VERSION > '2'")
                .code()
            == 0,
        "python3 has no pydantic 2, urllib3 and dateutil");
    if (!Files.exists(GENERATOR)) {
      run(
          Map.of(),
          "mvn",
          "-B",
          "-q",
          "dependency:copy",
          "-Dartifact=org.openapitools:openapi-generator-cli:7.25.0",
          "-DoutputDirectory=" + FOLDER);
    }
    Assumptions.assumeTrue(Files.exists(GENERATOR), "Maven Central has no " + GENERATOR);
    try (Rig rig = new Rig(folder)) {
      describe(rig);
      good(
          Map.of(),
          ProcessHandle.current().info().command().orElse("java"),
          "-Xmx400m",
          "-jar",
          GENERATOR.toString(),
          "generate",
          "-g",
          "python",
          "-i",
          "openapi.json",
          "-o",
          "python",
          "--package-name",
          "losslessd_client");
      assertThat(
              good(
                  Map.of("PYTHONPATH", FOLDER.resolve("python").toString()),
                  "python3",
                  SCRIPTS.resolve("smoke.py").toAbsolutePath().toString(),
                  url(rig),
                  Rig.TOKEN))
          .contains("smoke: good");
    }
  }

  private static String url(Rig rig) {
    return "http://localhost:" + rig.server.port();
  }

  private static void describe(Rig rig) throws IOException {
    Files.createDirectories(FOLDER);
    Files.writeString(FOLDER.resolve("openapi.json"), rig.get("/openapi.json").body());
  }

  private static void npm() throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/npm")), "npm is missing");
    Files.createDirectories(FOLDER);
    Files.writeString(
        FOLDER.resolve("package.json"), "{ \"private\": true, \"type\": \"module\" }\n");
    List<String> command =
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
    command.addAll(PACKAGES);
    Path last = FOLDER.resolve("node_modules/openapi-fetch/package.json");
    String told = Files.exists(last) ? "" : run(Map.of(), command.toArray(String[]::new)).text();
    Assumptions.assumeTrue(Files.exists(last), "npm cannot fetch " + PACKAGES + ": " + told);
  }

  private record Ended(int code, String text) {}

  private static String good(Map<String, String> environment, String... command) throws Exception {
    Ended ended = run(environment, command);
    assertThat(ended.code()).as(ended.text()).isZero();
    return ended.text();
  }

  private static Ended run(Map<String, String> environment, String... command) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(FOLDER.toFile()).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), text);
  }
}
