package dev.losslessd.driver.mlx5;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.HostTree;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateStepsTest {
  @TempDir
  @SuppressWarnings("NullAway.Init") // JUnit fills it
  private Path root;

  /** mlx5e_dcbnl_ieee_setmaxrate of 7.2, and of 7.1 and before. */
  @ParameterizedTest
  @CsvSource({
    "7.2.13-amd64, 30100000, 30100000",
    "7.2.13-amd64, 6553500000, 6553500000",
    "7.2.13-amd64, 6553600000, 6553500000",
    "8.0.1, 150000, 100000",
    "7.1.9, 30100000, 30000000",
    "6.12.90+deb13, 256000000, 255000000",
    "strange, 25500000, 25500000"
  })
  void theStepsOfLimitsAreThoseOfTheKernel(String release, long kbit, long kept) {
    new HostTree(root).file("proc/sys/kernel/osrelease", release);

    assertThat(RateSteps.of(new HostFiles(root, WriteGate.OPEN)).kept(kbit)).isEqualTo(kept);
  }
}
