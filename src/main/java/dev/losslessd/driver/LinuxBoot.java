package dev.losslessd.driver;

import dev.losslessd.model.Incarnation;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.ssh.ExecResult;
import java.util.Optional;

/** The boot of a switch that runs Linux, by the file that random(4) describes. */
public final class LinuxBoot {
  public static final String COMMAND = "cat /proc/sys/kernel/random/boot_id";

  /** Source of {@link #COMMAND} in ledgers. */
  public static final String SOURCE = "Linux random(4), /proc/sys/kernel/random/boot_id";

  private LinuxBoot() {}

  /**
   * Parses the output; empty where the shell does not let the file be read.
   *
   * @throws DeviceException GARBLED if it is no UUID
   */
  public static Optional<Incarnation> parse(ExecResult result) {
    if (result.status() != 0) {
      return Optional.empty();
    }
    String id = result.output().strip();
    if (!Pattern.matches("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", id)) {
      throw ParseErrors.at(COMMAND, id, "a UUID");
    }
    return Optional.of(new Incarnation(Incarnation.Kind.BOOT_ID, id));
  }
}
