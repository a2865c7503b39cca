package dev.losslessd.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.WaveSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WaveLabelsTest {
  private static final String BY_RAIL = "commit: { waves: { by: rail } }\n";

  @TempDir Path folder;

  @Test
  void eachValueIsAWaveInTheOrderOfItsNumbers() throws IOException {
    String labels = "rail: \"10\"/rail: \"2\"/rack: a1/rail: \"2\"/rail: \"\"";

    assertThat(((ConfigLoader.Loaded) load(BY_RAIL, labels)).config().waves())
        .extracting(WaveSize::toString)
        .containsExactly("rail=2", "rail=10", "100%");
    assertThat(((ConfigLoader.Loaded) load("", labels)).config().waves()).isEmpty();
  }

  @Test
  void aLabelThatNoSwitchHasIsOneMistakeAtItsPlace() throws IOException {
    List<Problem> problems = ((ConfigLoader.Broken) load(BY_RAIL, "rack: a1/row: b")).problems();

    assertThat(problems).hasSize(1);
    assertThat(problems.getFirst().key()).isEqualTo("commit.waves.by");
    assertThat(problems.getFirst().line()).isEqualTo(1);
    assertThat(problems.getFirst().message())
        .isEqualTo("no switch has label 'rail', expected one of rack, row");
  }

  @Test
  void moreValuesThanWavesAreAMistake() throws IOException {
    String labels =
        IntStream.range(0, 20).mapToObj(n -> "rail: " + n).collect(Collectors.joining("/"));

    assertThat(((ConfigLoader.Broken) load(BY_RAIL, labels)).problems().getFirst().message())
        .isEqualTo("'rail' has 20 values, expected at most 19");
  }

  /**
   * @param labels of a switch each, between slashes
   */
  private ConfigLoader.Result load(String head, String labels) throws IOException {
    StringBuilder text = new StringBuilder(head).append("switches:\n");
    int number = 1;
    for (String one : labels.split("/")) {
      text.append("  - { name: leaf" + number + ", address: 192.0.2." + number++)
          .append(", os: eos, labels: { " + one + " } }\n");
    }
    Path file = Files.writeString(folder.resolve("test.yaml"), text);
    return ConfigLoader.load(file, "gpu01", List.of());
  }
}
