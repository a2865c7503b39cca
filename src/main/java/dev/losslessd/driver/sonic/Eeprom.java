package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.Serials;
import java.util.ArrayList;
import java.util.List;

/**
 * The serial number (type 0x23 of ONIE's TlvInfo) in what {@code syseepromd} has put into STATE_DB;
 * the host's, of a switch with several ASICs too.
 */
final class Eeprom {
  static final String COMMAND = "sonic-db-dump -n STATE_DB -y -k 'EEPROM_INFO|0x23' </dev/null";

  private static final String ROW = "EEPROM_INFO|0x23";

  private Eeprom() {}

  static List<String> serials(String text) {
    DeviceJson root = Serials.document(COMMAND, text);
    List<String> all = new ArrayList<>();
    for (DeviceJson row : root.rows(ROW)) {
      row.rows("value").forEach(one -> all.addAll(Serials.list(one.textIfThere("Value"))));
    }
    return all;
  }
}
