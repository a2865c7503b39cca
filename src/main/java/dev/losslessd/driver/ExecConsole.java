package dev.losslessd.driver;

import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.ssh.Command;
import dev.losslessd.transport.ssh.ExecResult;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The command line of a switch that is a Unix system: asked by exec, where a command has an exit
 * status, no pager and no column to fit into. Nothing is sent that the ledger does not have.
 */
public final class ExecConsole extends ReconnectingSsh {
  private final Ledger ledger;

  public ExecConsole(SwitchAccess access, Ledger ledger) {
    super(access, ledger, List.of());
    this.ledger = ledger;
  }

  /**
   * Runs a reading command and returns its answer, be it an error or not.
   *
   * @throws DeviceException if the device does not answer, or the ledger has no such read
   */
  public ExecResult ask(String command) {
    return ask(Command.read(command));
  }

  /** Runs a reading command that takes long, see {@link #ask(String)}. */
  public ExecResult ask(String command, Duration within) {
    return ask(Command.read(command).within(within));
  }

  private ExecResult ask(Command command) {
    requireRead(command.line());
    return talk("'" + command.line() + "'", () -> execRead(command));
  }

  /**
   * The output of a reading command, known to have ended well.
   *
   * @throws DeviceException REFUSED with the device's words
   */
  public String show(String command) {
    return output(command, ask(command));
  }

  /**
   * Sends a line that writes and returns its answer, be it an error or not.
   *
   * @throws DeviceException UNSUPPORTED if the line is unverified
   */
  public ExecResult tell(Line line) {
    ledger.require(line.entry());
    return talk("'" + line.text() + "'", () -> session().runExec(line.command()));
  }

  /**
   * Sends a line that writes, and requires exit status 0.
   *
   * @throws DeviceException REFUSED with the switch's words
   */
  public void act(Line line) {
    String _ = output(line.text(), tell(line));
  }

  /**
   * Returns what a command has printed.
   *
   * @throws DeviceException REFUSED with the switch's words, unless its exit status is 0
   */
  public String output(String command, ExecResult result) {
    if (result.status() != 0) {
      throw refused(command, said(result));
    }
    return result.output();
  }

  /** A line to the login's shell; what it prints. */
  public String type(Line line) {
    ledger.require(line.entry());
    return talk("'" + line.text() + "'", () -> session().run(line.command()));
  }

  /** Returns a command's error text, else its output, for a message. */
  public static String said(ExecResult result) {
    String text = result.errors().isBlank() ? result.output() : result.errors();
    return text.isBlank()
        ? "nothing, with exit status " + result.status()
        : PrintableText.brief(text);
  }

  /** Lines of a file, read once for each connection; none where there is no such file. */
  public List<String> linesOnce(String command) {
    return once(command, output -> output.lines().toList());
  }

  @Override
  Optional<String> answer(String command) {
    ExecResult answer = ask(command);
    return answer.status() == 0 ? Optional.of(answer.output()) : Optional.empty();
  }
}
