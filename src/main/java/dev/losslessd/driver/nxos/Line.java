package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Shown;
import dev.losslessd.transport.ssh.CliArgument;
import dev.losslessd.transport.ssh.Command;

/**
 * One line for configuration mode. There is none that its entry in the ledger does not allow, so
 * that a word that means more than itself stops a change before its first line is sent.
 *
 * @param entry its place in the ledger
 */
record Line(String entry, Command command) {
  Line {
    NxosLedger.LEDGER.requireLine(entry, command.line());
  }

  /**
   * @throws DeviceException UNSUPPORTED if the ledger does not allow it
   */
  static Line of(String entry, String literal) {
    try {
      return new Line(entry, Command.write(literal));
    } catch (IllegalArgumentException e) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          "line '" + Shown.of(literal) + "' cannot be sent: " + e.getMessage(),
          e);
    }
  }

  /** With a word that was read from the device or came from an operator. */
  static Line of(String entry, String literal, String argument) {
    try {
      return new Line(entry, Command.write(literal).with(CliArgument.of(argument)));
    } catch (IllegalArgumentException e) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          "'" + literal + "' with a name that cannot be sent: " + e.getMessage(),
          e);
    }
  }
}
