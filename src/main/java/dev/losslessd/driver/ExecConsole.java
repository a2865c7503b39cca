package dev.losslessd.driver;

import dev.losslessd.model.Identity;
import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.ssh.Command;
import dev.losslessd.transport.ssh.ExecResult;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

/**
 * The command line of a switch that is a Unix system: asked by exec, where a command has an exit
 * status, no pager and no column to fit into. Nothing is sent that the ledger does not have.
 */
public final class ExecConsole implements AutoCloseable {
  private final Ledger ledger;
  private final ReconnectingSsh login;

  public ExecConsole(SwitchAccess access, Ledger ledger) {
    this.ledger = ledger;
    this.login = new ReconnectingSsh(access, ledger, List.of());
  }

  /** The account of the open session. */
  public String user() {
    return login.user();
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
    login.requireRead(command.line());
    return login.talk("'" + command.line() + "'", () -> login.execRead(command));
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
    return login.talk("'" + line.text() + "'", () -> login.session().runExec(line.command()));
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
    return login.talk("'" + line.text() + "'", () -> login.session().run(line.command()));
  }

  /** Returns a command's error text, else its output, for a message. */
  public static String said(ExecResult result) {
    String text = result.errors().isBlank() ? result.output() : result.errors();
    return text.isBlank()
        ? "nothing, with exit status " + result.status()
        : PrintableText.brief(text);
  }

  /** An error with the device's words. */
  public DeviceException refused(String command, String text) {
    return login.refused(command, text);
  }

  /** Lines of a file, read once for each connection; none where there is no such file. */
  public List<String> linesOnce(String command) {
    return once(command, output -> output.lines().toList());
  }

  /**
   * Returns the serials of the box, asked once for each connection: behind another connection may
   * be another box. Empty where this release has no such command, or the account may not.
   *
   * @param parse the output; none of its serials is nothing
   * @throws DeviceException if the device does not answer, or its answer is cut
   */
  public Identity serials(String command, Function<String, List<String>> parse) {
    return Identity.serials(once(command, parse));
  }

  private List<String> once(String command, Function<String, List<String>> parse) {
    return login.onceTold(
        command,
        () -> {
          ExecResult answer = ask(command);
          return answer.status() == 0 ? parse.apply(answer.output()) : List.of();
        });
  }

  @Override
  public void close() {
    login.close();
  }
}
