package dev.losslessd.driver.eos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Cuts;
import org.junit.jupiter.api.Test;

/** Tests of the parser of {@code show version | json}. */
class InventoryTest {
  private static final String VERSION =
      "{\"modelName\": \"DCS-7060X5-64S\", \"serialNumber\": \"JPE24120001\", \"version\":"
          + " \"4.32.2F\"}";

  @Test
  void theSerialOfTheChassisCounts() {
    assertThat(EosDriver.serials(VERSION)).containsExactly("JPE24120001");
    assertThat(EosDriver.serials("{\"modelName\": \"vEOS\"}")).isEmpty();
  }

  @Test
  void aCutIsAnError() {
    assertThat(Cuts.neverAnother(VERSION, EosDriver::serials)).isPositive();
  }
}
