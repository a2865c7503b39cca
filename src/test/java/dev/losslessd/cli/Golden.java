package dev.losslessd.cli;

import dev.losslessd.house.GoldenFile;
import java.nio.file.Path;

/** Texts of the command line that are reviewed as files. */
final class Golden {
  private Golden() {}

  static void check(String name, String text) {
    GoldenFile.check(Path.of("src/test/resources/cli", name + ".txt").normalize(), text);
  }
}
