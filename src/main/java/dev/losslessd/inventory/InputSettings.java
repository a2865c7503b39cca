package dev.losslessd.inventory;

import dev.losslessd.config.Input;
import dev.losslessd.transport.InputLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From the config to the limits of what devices send. */
public final class InputSettings {
  private static final Logger LOG = LoggerFactory.getLogger(InputSettings.class);

  /** Part of the heap that devices together may fill. */
  private static final int HEAP_PART = 4;

  private InputSettings() {}

  public static InputLimits of(Input input) {
    long heap = Runtime.getRuntime().maxMemory();
    if (input.total() > heap / HEAP_PART) {
      LOG.warn(
          "input.total is {}, more than a quarter of the heap of {} MiB: expected at most {} MiB",
          InputLimits.size(input.total()),
          heap >> 20,
          (heap / HEAP_PART) >> 20);
    }
    Input.Snmp snmp = input.snmp();
    Input.Lldp lldp = input.lldp();
    return new InputLimits(
        input.total(),
        input.command(),
        input.line(),
        input.banner(),
        new InputLimits.Dialogue(input.dialogue().lines(), input.dialogue().time()),
        new InputLimits.Snmp(snmp.rows(), snmp.rowsPerPort(), snmp.value(), snmp.walkTime()),
        new InputLimits.Lldp(
            lldp.frame(), lldp.neighbours(), lldp.framesPerSecond(), lldp.silent()));
  }
}
