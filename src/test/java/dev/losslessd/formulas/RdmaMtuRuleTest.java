package dev.losslessd.formulas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.RdmaMtu;
import dev.losslessd.model.RdmaMtu.Source;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RdmaMtuRuleTest {
  /** The usual values of ibv_devinfo are 1024 at MTU 1500 and 4096 at MTU 9000. */
  @ParameterizedTest
  @CsvSource({
    "mlx5_core, 1500, 1024",
    "mlx5_core, 9000, 4096",
    "mlx5_core, 4191, 2048",
    "mlx5_core, 4192, 4096",
    "bnxt_en, 2143, 1024",
    "bnxt_en, 2144, 2048",
    "hns3, 1500, 1024",
    "mlx4_en, 352, 256",
    "ice, 4095, 2048",
    "ice, 4096, 4096",
    "ice, 1500, 1024"
  })
  void theLargestPowerOfTwoThatFitsBesideTheHeadersOfTheDriver(
      String driver, int netdev, int expected) {
    assertThat(RdmaMtuRule.of(driver, netdev)).contains(new RdmaMtu(expected, Source.COMPUTED));
  }

  @Test
  void anUnknownDriverAndANetdevThatIsTooSmallHaveNone() {
    assertThat(RdmaMtuRule.of("ionic", 9000)).isEmpty();
    assertThat(RdmaMtuRule.of("mlx5_core", 351)).isEmpty();
  }

  @Test
  void itTakesNoOtherSize() {
    assertThatThrownBy(() -> new RdmaMtu(1500, Source.DEVICE))
        .hasMessageContaining("RDMA MTU 1500");
  }
}
