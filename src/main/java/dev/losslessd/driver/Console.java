package dev.losslessd.driver;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.ssh.Command;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The command line of one switch: asks, and writes line by line until one is refused. What differs
 * between systems is its {@link Dialect}.
 */
public final class Console extends ReconnectingSsh {
  /** A device says no in a few lines; a long output may say such words of something else. */
  private static final int LONGEST_COMPLAINT = 4_000;

  /**
   * Syntax of a system's command line.
   *
   * @param ledger what may be asked and written
   * @param prepare reads sent after each login, for example {@code terminal length 0}
   * @param forbidden a line of an output that says that this account may not
   * @param refused a line of an output that says no for any other reason
   */
  public record Dialect(Ledger ledger, List<String> prepare, Pattern forbidden, Pattern refused) {
    public Dialect {
      prepare = List.copyOf(prepare);
    }

    /** Returns the output's objection to the account that asked; empty if there is none. */
    public Optional<String> denial(String output) {
      return found(forbidden, output);
    }

    /** Returns the output's objection to the command; empty if there is none. */
    public Optional<String> complaint(String output) {
      return denial(output).or(() -> found(refused, output));
    }

    private static Optional<String> found(Pattern pattern, String output) {
      Matcher found = pattern.matcher(output);
      return output.length() < LONGEST_COMPLAINT && found.find()
          ? Optional.of(PrintableText.brief(found.group()))
          : Optional.empty();
    }
  }

  private final Dialect dialect;

  public Console(SwitchAccess access, Dialect dialect) {
    super(access, dialect.ledger(), dialect.prepare());
    this.dialect = dialect;
  }

  public Dialect dialect() {
    return dialect;
  }

  /**
   * The output of a show command, known to be no error.
   *
   * @throws DeviceException REFUSED with the device's words
   */
  public String show(String command) {
    String output = ask(command);
    DeviceException.throwFor(dialect.complaint(output), text -> refused(command, text));
    return output;
  }

  /**
   * The output of a show command that not every release has; empty if this one says so.
   *
   * @throws DeviceException REFUSED if the account may not
   */
  public Optional<String> showIfKnown(String command) {
    String output = ask(command);
    DeviceException.throwFor(dialect.denial(output), text -> refused(command, text));
    return whole(output);
  }

  @Override
  Optional<String> answer(String command) {
    return whole(ask(command));
  }

  private Optional<String> whole(String output) {
    return dialect.complaint(output).isPresent() ? Optional.empty() : Optional.of(output);
  }

  /**
   * The output of a reading command, be it an error or not.
   *
   * @throws DeviceException if the device does not answer, or the ledger has no such read
   */
  public String ask(String command) {
    requireRead(command);
    return talk("'" + command + "'", () -> session().run(Command.read(command)));
  }

  /**
   * Returns what the account is not permitted, of what it needs.
   *
   * @param commands reads, each of which is tried
   * @param verdict what an output says against the command, of {@link Dialect}
   * @return each with what the device says, for people
   */
  public List<String> missingPermissions(
      List<String> commands, Function<String, Optional<String>> verdict) {
    return commands.stream()
        .flatMap(command -> verdict.apply(ask(command)).stream().map(why -> command + ": " + why))
        .toList();
  }

  /**
   * Enters a mode in which lines are set, and leaves it again.
   *
   * @param mode what people call it
   * @return the mode with what the device says against it; empty if nothing, or while the gate is
   *     closed
   */
  public Optional<String> missingMode(String mode, Line enter, Line leave) {
    return Failures.unlessClosed(() ->
            talk(
                "'" + mode + "'",
                () -> {
                  Optional<String> why = dialect.complaint(tell(enter));
                  if (why.isEmpty()) {
                    tryTo(leave);
                  }
                  return why;
                }))
        .map(why -> mode + ": " + why);
  }

  /** Returns the reads that the account is not permitted. */
  public List<String> missingReads(List<String> commands) {
    return missingPermissions(commands, dialect::denial);
  }

  /** Returns the text before the next line, which shows the mode. */
  public String prompt() {
    return talk("prompt", () -> session().prompt());
  }

  /**
   * Sends a line, within {@link #talk}.
   *
   * @return what the device says, known to be no complaint
   * @throws DeviceException REFUSED with the device's words; UNSUPPORTED if the line is unverified
   */
  public String send(Line line) {
    String output = tell(line);
    DeviceException.throwFor(dialect.complaint(output), text -> refused(line.text(), text));
    return output;
  }

  /**
   * Sends a line, within {@link #talk}.
   *
   * @return what the device says, be it a complaint or not
   */
  public String tell(Line line) {
    dialect.ledger().require(line.entry());
    return session().run(line.command());
  }

  /** Sends a line if the session still stands; what the device says to it is no news. */
  public void tryTo(Line line) {
    if (isOpen()) {
      session().run(line.command());
    }
  }
}
