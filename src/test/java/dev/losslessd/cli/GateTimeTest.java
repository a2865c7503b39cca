package dev.losslessd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Parts of a gate's time. */
class GateTimeTest {
  @ParameterizedTest
  @CsvSource({
    "1000, 0, 266, 800",
    "1000, 275, 175, 525",
    "1000, 900, 33, 100",
    "1000, 5000, 33, 100",
    "40000, 1000, 10333, 31000",
  })
  void whatTheStartTookIsNotThereForLooking(long within, long age, long daemon, long files) {
    GateTime time = new GateTime(Duration.ofMillis(within));

    assertThat(time.forDaemon(Duration.ofMillis(age)).toMillis()).isEqualTo(daemon);
    assertThat(time.forFiles(Duration.ofMillis(age)).toMillis()).isEqualTo(files);
  }
}
