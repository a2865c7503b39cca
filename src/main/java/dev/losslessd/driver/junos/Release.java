package dev.losslessd.driver.junos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.Serials;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code show version | display json}: what it is, and so what it can.
 *
 * @param model for example {@code qfx5240-64od}
 * @param version for example {@code 23.4R2-S2-EVO}
 */
record Release(String model, String version) {
  static final String COMMAND = "show version | display json";
  static final String CHASSIS = "show chassis hardware | display json";

  private static final Pattern NUMBER =
      Pattern.compile("(\\d{1,2})\\.(\\d{1,2})([A-Z])(\\d{1,3}).*");

  /**
   * A switch with several routing engines, or a chassis of several boxes, tells of each: the first
   * counts.
   *
   * @throws DeviceException GARBLED if there is no release in it
   */
  static Release parse(String text) {
    DeviceJson root = DeviceJson.parse(COMMAND, text);
    List<DeviceJson> all = engines(root, "software-information");
    if (all.isEmpty()) {
      throw root.garbled("software-information", "the release");
    }
    DeviceJson first = all.getFirst();
    String version = JunosConfig.text(first, "junos-version").orElse("");
    if (!NUMBER.matcher(version).matches()) {
      throw ParseErrors.at(COMMAND, version, "a junos-version like 23.4R2-S2-EVO");
    }
    return new Release(
        JunosConfig.text(first, "product-model").orElse("an unknown model"), version);
  }

  /**
   * Returns the serials of {@code show chassis hardware}, of which the chassis counts; of a Virtual
   * Chassis those of all members, since any of them may answer as its master.
   */
  static List<String> serials(String text) {
    DeviceJson root = Serials.document(CHASSIS, JunosTransaction.bare(text));
    return engines(root, "chassis-inventory").stream()
        .flatMap(one -> one.rows("chassis").stream())
        .map(one -> JunosConfig.text(one, "serial-number").orElse(""))
        .toList();
  }

  private static List<DeviceJson> engines(DeviceJson root, String field) {
    List<DeviceJson> all = new ArrayList<>(root.rows(field));
    all.addAll(root.rows("multi-routing-engine-results", "multi-routing-engine-item", field));
    return all;
  }

  boolean isEvolved() {
    return version.endsWith("-EVO");
  }

  /** Juniper's guide: the PFC watchdog is in Junos OS Evolved from 23.4R2 on. */
  boolean hasWatchdog() {
    Matcher m = NUMBER.matcher(version);
    if (!isEvolved() || !m.matches() || !m.group(3).equals("R")) {
      return false;
    }
    int at = Integer.parseInt(m.group(1)) * 10 + Integer.parseInt(m.group(2));
    return at > 234 || (at == 234 && Integer.parseInt(m.group(4)) >= 2);
  }

  /** Returns why there is no PFC watchdog; empty if there is one. */
  Optional<String> withoutWatchdog() {
    return hasWatchdog()
        ? Optional.empty()
        : Optional.of(
            "the PFC watchdog is sourced for Junos OS Evolved from 23.4R2 on: this is %s with %s"
                .formatted(model, version));
  }
}
