package dev.losslessd.fabric.sonic;

import java.util.List;

/** One database of a switch, which a command is about. */
record Scope(SonicSwitch device, String namespace) {
  Tables db() {
    return device.databases().get(namespace);
  }

  /** Puts another state in force, with what the switch's own daemons make of it. */
  void put(Tables next) {
    if (device.updater().isEmpty()) {
      BufferManager.settle(db(), next);
    }
    device.moved(db(), next);
    device.databases().put(namespace, next);
  }

  /** Whether it is what a patch wanted, beside what other daemons make of it. */
  boolean sameBut(Tables target) {
    return ours(db()).equals(ours(target));
  }

  private static List<String> ours(Tables db) {
    return db.lines().stream().filter(line -> !line.startsWith("BUFFER_P")).toList();
  }
}
