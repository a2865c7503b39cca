package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Texts that are reviewed as files; {@code -Dgolden=write} rewrites them. */
final class Golden {
  private Golden() {}

  static void check(String name, String text) {
    Path file = Path.of("src/test/resources/cli", name + ".txt");
    try {
      if ("write".equals(System.getProperty("golden"))) {
        Files.writeString(file, text);
      }
      assertThat(text).isEqualTo(Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
