package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Cuts;
import org.junit.jupiter.api.Test;

/** A row of STATE_DB, as {@code sonic-db-dump} prints it. */
class EepromTest {
  private static final String ROW =
      """
      {"EEPROM_INFO|0x23": {"expireat": 1.0, "ttl": -0.001, "type": "hash",
        "value": {"Len": "20", "Name": "Serial Number", "Value": "TH0F6N2RCET0007600NG"}}}
      """;

  @Test
  void theSerialNumberOfTheBoard() {
    assertThat(Eeprom.serials(ROW)).containsExactly("TH0F6N2RCET0007600NG");
    assertThat(Eeprom.serials("{}")).as("a platform without an EEPROM that is read").isEmpty();
  }

  @Test
  void aCutIsAnError() {
    assertThat(Cuts.neverAnother(ROW.strip(), Eeprom::serials)).isPositive();
  }
}
