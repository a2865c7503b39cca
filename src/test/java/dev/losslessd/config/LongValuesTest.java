package dev.losslessd.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages stay short whatever a file says. */
class LongValuesTest {
  @Test
  void aLongValueIsNotRepeatedWhole(@TempDir Path folder) throws IOException {
    for (String text : List.of("state: " + "7".repeat(10_000), "x".repeat(10_000) + ": 1")) {
      Path file = Files.writeString(folder.resolve("long.yaml"), text + "\n");
      ConfigLoader.Result result = ConfigLoader.load(file, "gpu01", List.of());

      assertThat(((ConfigLoader.Broken) result).problems().stream().map(Problem::text))
          .isNotEmpty()
          .allMatch(one -> one.length() < 900);
    }
  }
}
