package dev.losslessd.driver.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.Cuts;
import dev.losslessd.driver.Transcript;
import dev.losslessd.model.SwitchSystem;
import org.junit.jupiter.api.Test;

/** A row of STATE_DB, as {@code sonic-db-dump} prints it. */
class EepromTest {
  private static final String ROW = Transcript.read(SwitchSystem.SONIC, "state-db-eeprom.json");

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
