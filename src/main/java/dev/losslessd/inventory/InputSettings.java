package dev.losslessd.inventory;

import dev.losslessd.config.Config;
import dev.losslessd.transport.InputLimits;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** From the config to the limits of what devices send. */
public final class InputSettings {
  private static final Logger LOG = LoggerFactory.getLogger(InputSettings.class);

  /** Part of the heap that devices together may fill. */
  private static final int HEAP_PART = 4;

  private InputSettings() {}

  public static InputLimits of(Config.Input input) {
    long heap = Runtime.getRuntime().maxMemory();
    if (input.total() > heap / HEAP_PART) {
      LOG.warn(
          "input.total is {}, more than a quarter of the heap of {} MiB: expected at most {} MiB",
          InputLimits.size(input.total()),
          heap >> 20,
          (heap / HEAP_PART) >> 20);
    }
    return new InputLimits(
        input.total(),
        input.command(),
        input.line(),
        input.banner(),
        new InputLimits.Dialogue(input.lines(), input.commandTime()),
        new InputLimits.Snmp(input.rows(), input.rowsPerPort(), input.value(), input.walkTime()),
        new InputLimits.Lldp(
            input.frame(), input.neighbours(), input.framesPerSecond(), input.silent()));
  }
}
