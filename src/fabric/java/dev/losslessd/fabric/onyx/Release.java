package dev.losslessd.fabric.onyx;

/**
 * A software release, and how its output differs.
 *
 * @param model of the hardware
 * @param tellsPriorities whether {@code show dcb priority-flow-control} has the priorities as JSON
 *     too; else its text alone has them
 * @param listsWhileOff whether it lists the priorities while PFC is off for the whole switch; no
 *     source tells, so one of them does and one does not
 * @param pools whether there is {@code traffic pool}
 */
record Release(
    String product,
    String number,
    String model,
    boolean tellsPriorities,
    boolean listsWhileOff,
    boolean pools) {
  static final Release NEW = new Release("Onyx", "3.10.4206", "MSN3700", true, true, true);
  static final Release OLD = new Release("MLNX-OS", "3.6.8012", "MSN2700", false, false, false);
}
