package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Captures that stand beside the repository on some machines. Skipped where they do not. */
class NxosConformanceTest {
  private static final Path CAPTURES = Path.of("../shared/data/switch/cli/nxos");

  private static List<Path> captures(String part) throws IOException {
    assumeTrue(Files.isDirectory(CAPTURES), "no captures beside this repository");
    try (Stream<Path> files = Files.list(CAPTURES)) {
      return files
          .filter(file -> file.getFileName().toString().contains(part))
          .filter(file -> file.toString().endsWith(".txt"))
          .sorted()
          .toList();
    }
  }

  @Test
  void everyPfcTableIsReadWithAllItsNumbers() throws IOException {
    for (Path file : captures("show-interface-priority-flow-control")) {
      String text = withoutPrompt(Files.readString(file));
      long rows = text.lines().filter(line -> line.strip().startsWith("Ethernet")).count();

      var table = PfcTable.parsePfc(text);

      assertThat(table).as(file.toString()).hasSize((int) rows);
      table.forEach((port, row) ->
          assertThat(text)
              .containsPattern(port + "\\s.*\\s" + row.received() + "\\s+" + row.sent()));
    }
  }

  @Test
  void everyPauseTableIsRead() throws IOException {
    for (Path file : captures("show-interface-flowcontrol")) {
      assertThat(PauseTable.parsePause(withoutPrompt(Files.readString(file)))).isNotEmpty();
    }
  }

  @Test
  void wholeConfigurationsAreReadWithAllTheirInterfaces() throws IOException {
    for (Path file : captures("test-get-config-show-running-config")) {
      String text = Files.readString(file);
      long interfaces = text.lines().filter(line -> line.startsWith("interface ")).count();

      assertThat(ConfigTree.parseConfig(text).after("interface ")).hasSize((int) interfaces);
    }
  }

  private static String withoutPrompt(String text) {
    return text.lines()
        .filter(line -> !line.contains("# show "))
        .reduce("", (a, b) -> a + "\n" + b);
  }
}
