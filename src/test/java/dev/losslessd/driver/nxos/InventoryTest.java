package dev.losslessd.driver.nxos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Cuts;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.SwitchSystem;
import org.junit.jupiter.api.Test;

/** {@code show inventory | json}, with names in quotation marks as NX-API has them. */
class InventoryTest {
  private static final String MODULAR = Transcript.read(SwitchSystem.NXOS, "show-inventory.json");

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
