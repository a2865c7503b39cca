package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.GoldenFile;
import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The alert rules over recordings of a healthy fabric: only the alerts that are named fire. */
@SystemGroup
class RecordedHealthTest {
  private static final Path PAGE = Path.of("src/docs/reference/alerts.md");

  private static final String HEAD = "| what happens | recorded | fires |\n| --- | --- | --- |\n";

  @TempDir private Path folder;

  static List<String> recordings() {
    return RecordedHealth.names();
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void onlyTheNamedAlertsFire(String name) throws Exception {
    RecordedHealth.check(folder, RecordedHealth.FOLDER, name);
  }

  @Test
  void eachRecordingLastsFifteenMinutesAndNoneIsForgotten() throws IOException {
    try (Stream<Path> files = Files.list(RecordedHealth.FOLDER)) {
      assertThat(files.map(file -> String.valueOf(file.getFileName()).replace(".txt", "")))
          .containsExactlyInAnyOrderElementsOf(RecordedHealth.names());
    }
    for (String name : RecordedHealth.names()) {
      Path file = RecordedHealth.FOLDER.resolve(name + ".txt");
      assertThat(RecordedHealth.seconds(file)).as(name).isGreaterThanOrEqualTo(900);
    }
  }

  @Test
  void theTableOfThePageIsWhatFires() throws IOException {
    GoldenFile.part(PAGE, HEAD, "\n\n", RecordedHealth.table());
  }
}
