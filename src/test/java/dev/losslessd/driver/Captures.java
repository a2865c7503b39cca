package dev.losslessd.driver;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Captures that stand beside the repository on some machines. Skipped by name where they do not.
 */
public final class Captures {
  private static final Path SWITCHES = Path.of("../shared/data/switch");

  /** Check of one captured file. */
  @FunctionalInterface
  public interface Check {
    void on(Path file) throws Exception;
  }

  private Captures() {}

  /** Command output of a system: texts by file name. */
  public static Map<String, String> texts(String system, Predicate<String> name)
      throws IOException {
    Map<String, String> texts = new TreeMap<>();
    for (Path file : files("cli/" + system, name)) {
      texts.put(file.getFileName().toString(), Files.readString(file));
    }
    return texts;
  }

  /** Captured SNMP walks whose file name matches. */
  public static List<Path> walks(Predicate<String> name) throws IOException {
    return files("snmp", name.and(one -> one.endsWith(".snmprec")));
  }

  /** A test for each file whose name matches; where there is none, one that is skipped. */
  public static Stream<DynamicTest> each(String folder, Predicate<String> name, Check check)
      throws IOException {
    List<Path> files = list(folder, name);
    return files.isEmpty()
        ? Stream.of(DynamicTest.dynamicTest("no capture", () -> requireSome(folder, files)))
        : files.stream()
            .map(file ->
                DynamicTest.dynamicTest(file.getFileName().toString(), () -> check.on(file)));
  }

  /**
   * Files whose name matches; the test is skipped if there is none.
   *
   * @param folder below that of all switches
   */
  public static List<Path> files(String folder, Predicate<String> name) throws IOException {
    List<Path> files = list(folder, name);
    requireSome(folder, files);
    return files;
  }

  private static void requireSome(String folder, List<Path> files) {
    assumeTrue(!files.isEmpty(), "no such captures beside this repository: " + folder);
  }

  private static List<Path> list(String folder, Predicate<String> name) throws IOException {
    Path path = SWITCHES.resolve(folder);
    if (!Files.isDirectory(path)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path)) {
      return files.filter(file -> name.test(file.getFileName().toString())).sorted().toList();
    }
  }
}
