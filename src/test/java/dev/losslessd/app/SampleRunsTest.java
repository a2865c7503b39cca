package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Samples in the notation of promtool; a missing one is a minus here. */
class SampleRunsTest {
  @ParameterizedTest
  @CsvSource({
    "7 7 7 7, 7x3",
    "7 7 7, 7 7 7",
    "0 15 30 45 60, 0+15x4",
    "3.5 3 2.5 2 9, 3.5-0.5x3 9",
    "1 1 1 1 2 3 4 5, 1x3 2+1x3",
    "- - 5, _x2 5",
    "5 - 6, 5 stale 6",
    "5 5 5 5 - - - 6, 5x3 stale _x2 6",
    "5 -, 5 stale",
    "100 0.00 2E+2, 100 0 200"
  })
  void runsAreSqueezedAndWhatIsMissingIsStaleOnce(String values, String text) {
    List<@Nullable BigDecimal> samples = new ArrayList<>();
    for (String value : values.split(" ")) {
      samples.add(value.equals("-") ? null : new BigDecimal(value));
    }

    assertThat(SampleRuns.of(samples)).isEqualTo(text);
  }
}
