package dev.losslessd.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Captures that stand beside the repository on some machines. Skipped where they do not. */
public final class Captures {
  private static final Path SWITCHES = Path.of("../shared/data/switch");

  private Captures() {}

  /** Command output of a system: texts by file name. */
  public static Map<String, String> texts(String system, Predicate<String> name)
      throws IOException {
    Map<String, String> texts = new TreeMap<>();
    for (Path file : files(SWITCHES.resolve("cli").resolve(system), name)) {
      texts.put(file.getFileName().toString(), Files.readString(file));
    }
    assertThat(texts).isNotEmpty();
    return texts;
  }

  /** Captured SNMP walks whose file name matches. */
  public static List<Path> walks(Predicate<String> name) throws IOException {
    return files(SWITCHES.resolve("snmp"), name.and(one -> one.endsWith(".snmprec")));
  }

  private static List<Path> files(Path folder, Predicate<String> name) throws IOException {
    assumeTrue(Files.isDirectory(folder), "no captures beside this repository: " + folder);
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> name.test(file.getFileName().toString())).sorted().toList();
    }
  }
}
