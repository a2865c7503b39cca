package dev.losslessd.driver.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Cuts;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.SwitchSystem;
import org.junit.jupiter.api.Test;

/** Tests of the serial number in {@code esxcli hardware platform get}. */
class InventoryTest {
  private static final String TEXT =
      Transcript.read(SwitchSystem.ESXI, "hardware-platform-get.txt");

  @Test
  void theServerCountsAndNotItsEnclosure() {
    assertThat(Inventory.serials(TEXT)).containsExactly("4GP6234");
  }

  @Test
  void aCutIsAnError() {
    assertThat(Cuts.neverAnother(TEXT, Inventory::serials)).isPositive();
  }
}
