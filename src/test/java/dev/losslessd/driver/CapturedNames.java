package dev.losslessd.driver;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Names of counters that real hosts have, where a list of them is at hand. */
public final class CapturedNames {
  private static final Path LISTS = Path.of("../shared/data/nic/counter-names");

  private CapturedNames() {}

  /** Those of one list that a catalogue neither takes nor passes over. */
  public static List<String> unknown(CounterCatalogue catalogue, String list) throws IOException {
    Path file = LISTS.resolve(list);
    assumeTrue(Files.exists(file), "no list at " + file);
    return Files.readAllLines(file).stream()
        .map(String::strip)
        .filter(name -> !name.isEmpty() && !name.startsWith("#"))
        .filter(name -> !catalogue.knows(name))
        .toList();
  }
}
