package dev.losslessd.driver.nxos;

import dev.losslessd.transport.ssh.CliArgument;
import dev.losslessd.transport.ssh.Command;

/**
 * One line for configuration mode.
 *
 * @param entry its place in the ledger
 */
record Line(String entry, Command command) {
  static Line of(String entry, String literal) {
    return new Line(entry, Command.write(literal));
  }

  /** With a word that was read from the device or came from an operator. */
  static Line of(String entry, String literal, String argument) {
    return new Line(entry, Command.write(literal).with(CliArgument.of(argument)));
  }
}
