package dev.losslessd.commit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Episodes find what is wrong with an engine: each {@link Mutant} meets some hundred of them, in a
 * process of its own; and the engine itself, in which they find nothing. {@code bin/test --long
 * mutants} runs it; here only the texts of the mutants are looked for.
 */
@SystemGroup
class MutantsTest {
  private static final String EPISODES = System.getProperty("mutants", "1000");
  private static final String NONE = "none: the engine as it is";
  private static final int LANES = 2;
  private static final String SEED = "17";
  private static final Path SOURCES = Path.of("src/main/java/dev/losslessd/commit");
  private static final String CLASSES = System.getProperty("java.class.path");
  private static final Pattern LAST = Pattern.compile("(\\d+) of the episodes to \\d+ are broken");

  @TempDir private Path folder;

  @Test
  void eachMutantIsStillOneOfTheEngine() throws IOException {
    for (Mutant mutant : Mutant.ALL) {
      String source = source(mutant);
      assertThat(source.split(Pattern.quote(mutant.from()), -1))
          .as("'%s': its text in %s", mutant.name(), mutant.file())
          .hasSize(2);
    }
    assertThat(Mutant.ALL).hasSizeGreaterThanOrEqualTo(10);
  }

  @Test
  @EnabledIfSystemProperty(named = "mutants", matches = "\\d+")
  @Timeout(value = 40, unit = TimeUnit.MINUTES)
  void episodesFindEachMutant() throws Exception {
    Map<String, Future<Integer>> all = new LinkedHashMap<>();
    System.out.println("mutant | found | episodes of " + EPISODES + " with violations");
    try (ExecutorService lanes = Executors.newFixedThreadPool(LANES)) {
      all.put(NONE, lanes.submit(() -> told(NONE, CLASSES)));
      for (Mutant mutant : Mutant.ALL) {
        String classes = compiled(mutant) + File.pathSeparator + CLASSES;
        all.put(mutant.name(), lanes.submit(() -> told(mutant.name(), classes)));
      }
    }
    List<String> missed = new ArrayList<>();
    all.forEach((name, broken) -> {
      if (name.equals(NONE) != (broken.resultNow() == 0)) {
        missed.add(name + ": " + broken.resultNow());
      }
    });
    assertThat(missed).isEmpty();
  }

  private int told(String name, String classes) throws IOException, InterruptedException {
    int broken = broken(classes);
    System.out.printf("%-58s | %s | %4d%n", name, broken > 0 ? "yes" : "no ", broken);
    return broken;
  }

  private static String source(Mutant mutant) throws IOException {
    return Files.readString(SOURCES.resolve(mutant.file() + ".java"));
  }

  private Path compiled(Mutant mutant) throws IOException {
    Path own = Files.createDirectories(folder.resolve(mutant.name()).resolve("classes"));
    Path file = own.resolveSibling(mutant.file() + ".java");
    Files.writeString(file, source(mutant).replace(mutant.from(), mutant.to()));
    StringWriter said = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    var files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    List<String> options = List.of("-proc:none", "-nowarn", "-d", own.toString(), "-cp", CLASSES);
    boolean good =
        compiler.getTask(said, files, null, options, null, files.getJavaFileObjects(file)).call();
    assertThat(good).as("%s: %s", mutant.name(), said).isTrue();
    return own;
  }

  /** Number of episodes that are broken; a process that does not end, or not well, breaks all. */
  private int broken(String classes) throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "out", ".txt");
    Path state = Files.createTempDirectory(folder, "state");
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-Dlosslessd.log=error",
                "-cp",
                classes,
                Episodes.class.getName(),
                state.toString(),
                EPISODES,
                SEED)
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    if (!process.waitFor(5, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      return Integer.parseInt(EPISODES);
    }
    Matcher last = LAST.matcher(Files.readString(out));
    return last.find() ? Integer.parseInt(last.group(1)) : Integer.parseInt(EPISODES);
  }
}
