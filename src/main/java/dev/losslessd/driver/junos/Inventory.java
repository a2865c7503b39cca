package dev.losslessd.driver.junos;

import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.Serials;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code show chassis hardware}, of which the chassis counts; of a Virtual Chassis those of all
 * members, since any of them may answer as its master.
 */
final class Inventory {
  static final String COMMAND = "show chassis hardware | display json";

  private Inventory() {}

  static List<String> serials(String text) {
    DeviceJson root = Serials.document(COMMAND, JunosConsole.bare(text));
    List<DeviceJson> chassis = new ArrayList<>(root.rows("chassis-inventory", "chassis"));
    chassis.addAll(
        root.rows(
            "multi-routing-engine-results",
            "multi-routing-engine-item",
            "chassis-inventory",
            "chassis"));
    return chassis.stream().map(one -> JunosJson.text(one, "serial-number").orElse("")).toList();
  }
}
