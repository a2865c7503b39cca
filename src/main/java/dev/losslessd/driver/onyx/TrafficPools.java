package dev.losslessd.driver.onyx;

import dev.losslessd.driver.DeviceJson;
import java.util.ArrayList;
import java.util.List;

/** {@code show traffic pool}, of newer releases: memory that is kept for priorities. */
final class TrafficPools {
  static final String COMMAND = "show traffic pool | json-print";

  private TrafficPools() {}

  /** The lossless ones for people: {@code pool roce for 3, 5.9M}; empty for none. */
  static String parse(String text) {
    List<String> pools = new ArrayList<>();
    DeviceJson all = DeviceJson.parse(COMMAND, text);
    all.garbledIf(all.fields().isEmpty(), "", "pools by name");
    all.named((name, pool) -> {
      if (pool.textIfThere("Type").orElse("").equals("lossless")) {
        String priorities = pool.text("Switch Priorities");
        pools.add("pool " + name + " for " + priorities + ", " + pool.text("Memory actual"));
      }
    });
    return String.join("; ", pools);
  }
}
