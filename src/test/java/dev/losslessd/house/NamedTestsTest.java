package dev.losslessd.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A promise whose test is gone is no promise: each test that a document names is there. */
class NamedTestsTest {
  private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+))?`");

  @ParameterizedTest
  @ValueSource(strings = {"SECURITY.md", "src/docs/reference/guarantees.md"})
  void eachNamedTestIsThere(String document) throws IOException {
    Map<String, String> sources = sources();
    List<MatchResult> named = NAMED.matcher(Files.readString(Path.of(document))).results().toList();
    List<String> missing = new ArrayList<>();
    for (MatchResult one : named) {
      String source = sources.getOrDefault(one.group(1), "");
      String method = one.group(2);
      if (source.isEmpty() || (method != null && !source.contains("void " + method + "("))) {
        missing.add(one.group());
      }
    }
    assertThat(named).hasSizeGreaterThan(40);
    assertThat(missing).as("tests that " + document + " names and nobody wrote").isEmpty();
  }

  /** Those that run first, as {@code bin/test-summary --times} lists them. */
  @Test
  void eachOfTheSlowestIsThere() throws IOException {
    List<String> names =
        Files.readAllLines(Path.of("src/test/slowest.csv")).stream()
            .map(line -> line.substring(line.lastIndexOf(',') + 1))
            .toList();

    assertThat(names)
        .isNotEmpty()
        .allSatisfy(name ->
            assertThat(Path.of("src/test/java", name.replace('.', '/') + ".java")).exists());
  }

  private static Map<String, String> sources() throws IOException {
    Map<String, String> all = new HashMap<>();
    try (Stream<Path> files = Files.walk(Path.of("src/test/java"))) {
      for (Path file : files.filter(one -> one.toString().endsWith("Test.java")).toList()) {
        String name = file.getFileName().toString().replace(".java", "");
        all.merge(name, Files.readString(file), (a, b) -> a + b);
      }
    }
    return all;
  }
}
