package dev.losslessd.driver.esxi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Cuts;
import org.junit.jupiter.api.Test;

/** Tests of the serial number in {@code esxcli hardware platform get}. */
class InventoryTest {
  private static final String TEXT =
      """
      Platform Information
         Product Name: PowerEdge XE9680
         Vendor Name: Dell Inc.
         Serial Number: 4GP6234
         Enclosure Serial Number: 4GP6999
         IPMI Supported: true
      """;

  @Test
  void theServerCountsAndNotItsEnclosure() {
    assertThat(Inventory.serials(TEXT)).containsExactly("4GP6234");
  }

  @Test
  void aCutIsAnError() {
    assertThat(Cuts.neverAnother(TEXT, Inventory::serials)).isPositive();
  }
}
