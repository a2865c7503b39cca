package dev.losslessd.driver;

import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.ssh.CliArgument;
import dev.losslessd.transport.ssh.Command;
import java.util.function.UnaryOperator;

/**
 * One line that writes. There is none that its entry in the ledger does not allow, so that a word
 * that means more than itself stops a change before its first line is sent.
 *
 * @param ledger of the driver
 * @param entry its place in the ledger
 */
public record Line(Ledger ledger, String entry, Command command) {
  /**
   * @throws DeviceException UNSUPPORTED if the ledger does not allow it
   */
  public Line {
    ledger.requireLine(entry, command.line());
  }

  /**
   * A line of the code's own words.
   *
   * @throws DeviceException UNSUPPORTED if the ledger does not allow it
   */
  public static Line of(Ledger ledger, String entry, String literal) {
    try {
      return new Line(ledger, entry, Command.write(literal));
    } catch (IllegalArgumentException e) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          "line '" + PrintableText.brief(literal) + "' cannot be sent: " + e.getMessage(),
          e);
    }
  }

  /**
   * Returns a line with a word that was read from the device or came from an operator.
   *
   * @throws DeviceException UNSUPPORTED if it means more than itself, or the ledger does not allow
   *     it
   */
  public static Line of(Ledger ledger, String entry, String literal, String argument) {
    try {
      return new Line(ledger, entry, Command.write(literal).with(CliArgument.of(argument)));
    } catch (IllegalArgumentException e) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          "'" + literal + "' with a name that cannot be sent: " + e.getMessage(),
          e);
    }
  }

  /** Returns the line with another deadline, or with questions that it asks. */
  public Line with(UnaryOperator<Command> how) {
    return new Line(ledger, entry, how.apply(command));
  }

  /** Returns the line as it is sent. */
  public String text() {
    return command.line();
  }
}
