package dev.losslessd.driver.sonic;

import dev.losslessd.driver.Serials;
import java.util.List;

/**
 * The serial number (type 0x23 of ONIE's TlvInfo) in what {@code syseepromd} has put into STATE_DB;
 * the host's, of a switch with several ASICs too.
 */
final class Eeprom {
  static final String COMMAND = "sonic-db-dump -n STATE_DB -y -k 'EEPROM_INFO|0x23' </dev/null";

  private Eeprom() {}

  static List<String> serials(String text) {
    return Serials.document(COMMAND, text).rows("EEPROM_INFO|0x23", "value").stream()
        .flatMap(row -> row.textIfThere("Value").stream())
        .toList();
  }
}
