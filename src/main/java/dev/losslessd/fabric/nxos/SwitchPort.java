package dev.losslessd.fabric.nxos;

/** One front port of the first module, and what hangs on it. */
record SwitchPort(int number, int gbps, String mac, Neighbour neighbour, Traffic traffic) {
  private static final int FIRST_INDEX = 0x1A00_0000;
  private static final int INDEX_STEP = 0x1000;

  String name() {
    return "Ethernet1/" + number;
  }

  /** {@code Eth1/1}, in narrow columns. */
  String shortName() {
    return "Eth1/" + number;
  }

  /** NX-OS counts Ethernet ports from 0x1A000000 in steps of 0x1000. */
  int ifIndex() {
    return FIRST_INDEX + (number - 1) * INDEX_STEP;
  }

  String key() {
    return Keys.port(number);
  }
}
