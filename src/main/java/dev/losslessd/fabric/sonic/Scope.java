package dev.losslessd.fabric.sonic;

/** One database of a switch, which a command is about. */
record Scope(SonicSwitch device, String namespace) {
  Tables db() {
    return device.databases().get(namespace);
  }

  /** Puts another state in force, with what the switch's own daemons make of it. */
  void put(Tables next) {
    BufferManager.settle(db(), next);
    device.databases().put(namespace, next);
  }
}
