package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Cuts;
import org.junit.jupiter.api.Test;

/** {@code show inventory | json}, with names in quotation marks as NX-API has them. */
class InventoryTest {
  private static final String MODULAR =
      """
      {"TABLE_inv": {"ROW_inv": [
        {"name": "\\"Chassis\\"", "desc": "\\"Nexus9000 C9508 (8 Slot) Chassis\\"",
         "productid": "N9K-C9508", "vendorid": "V01", "serialnum": "FGE18210B3B"},
        {"name": "\\"Slot 27\\"", "desc": "\\"Supervisor Module\\"",
         "productid": "N9K-SUP-A", "vendorid": "V02", "serialnum": "SAL1850083M"}]}}
      """;

  @Test
  void theChassisCountsAndNoSupervisor() {
    assertThat(NxosDriver.serials(MODULAR)).containsExactly("FGE18210B3B");
  }

  @Test
  void aCutIsAnError() {
    assertThat(Cuts.neverAnother(MODULAR.strip(), NxosDriver::serials)).isPositive();
  }

  @Test
  void withoutAChassisThereIsNone() {
    assertThat(NxosDriver.serials("{\"TABLE_inv\": {\"ROW_inv\": {\"name\": \"Slot 1\"}}}"))
        .isEmpty();
  }
}
