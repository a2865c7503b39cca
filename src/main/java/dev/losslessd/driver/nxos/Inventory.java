package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Serials;
import java.util.List;

/**
 * {@code show inventory | json}, of which the chassis counts: supervisors and line cards are
 * replaced without the switch being another one.
 */
final class Inventory {
  static final String COMMAND = "show inventory | json";

  private Inventory() {}

  static List<String> serials(String text) {
    return Serials.document(COMMAND, text).rows("TABLE_inv", "ROW_inv").stream()
        .filter(row -> row.textIfThere("name").orElse("").replace("\"", "").equals("Chassis"))
        .map(row -> row.textIfThere("serialnum").orElse(""))
        .toList();
  }
}
