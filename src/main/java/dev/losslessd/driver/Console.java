package dev.losslessd.driver;

import dev.losslessd.model.Target;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.ssh.Command;
import dev.losslessd.transport.ssh.SshSession;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The command line of one switch: asks, and writes line by line until one is refused. What differs
 * between systems is its {@link Dialect}.
 */
public final class Console implements AutoCloseable {
  /** A device says no in a few lines; a long output may say such words of something else. */
  private static final int LONGEST_COMPLAINT = 4_000;

  /**
   * How a system's command line talks.
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

    /** What an output says against the account that asked; empty if nothing. */
    public Optional<String> denial(String output) {
      return found(forbidden, output);
    }

    /** What an output says against the command; empty if nothing. */
    public Optional<String> complaint(String output) {
      return denial(output).or(() -> found(refused, output));
    }

    private static Optional<String> found(Pattern pattern, String output) {
      Matcher found = pattern.matcher(output);
      return output.length() < LONGEST_COMPLAINT && found.find()
          ? Optional.of(Shown.of(found.group()))
          : Optional.empty();
    }
  }

  private final SwitchAccess access;
  private final Dialect dialect;
  private final Target device;
  private @Nullable SshSession ssh;
  private @Nullable List<String> remembered;

  public Console(SwitchAccess access, Dialect dialect) {
    this.access = access;
    this.dialect = dialect;
    this.device = new Target.Device(access.device());
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
    dialect
        .complaint(output)
        .ifPresent(text -> {
          throw refused(command, text);
        });
    return output;
  }

  /**
   * The output of a show command that not every release has; empty if this one says so.
   *
   * @throws DeviceException REFUSED if the account may not
   */
  public Optional<String> showIfKnown(String command) {
    String output = ask(command);
    dialect
        .denial(output)
        .ifPresent(text -> {
          throw refused(command, text);
        });
    return dialect.complaint(output).isPresent() ? Optional.empty() : Optional.of(output);
  }

  /**
   * The output of a reading command, be it an error or not.
   *
   * @throws DeviceException if the device does not answer, or the ledger has no such read
   */
  public String ask(String command) {
    boolean reads =
        dialect
            .ledger()
            .find(command)
            .filter(entry -> entry.access() == Ledger.Access.READ)
            .isPresent();
    if (!reads) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          "read '" + Shown.of(command) + "' is not in the ledger");
    }
    return talk("'" + command + "'", () -> session().run(Command.read(command)));
  }

  /** The account of the open session. */
  public String user() {
    return talk("login", this::session).target().user();
  }

  /** What stands before the next line, which tells the mode. */
  public String prompt() {
    return talk("prompt", () -> session().prompt());
  }

  /** Something of the open session, worked out once for each connection. */
  public List<String> oncePerConnection(Supplier<List<String>> work) {
    SshSession current = talk("login", this::session);
    List<String> known = remembered;
    if (known == null) {
      known = work.get();
      remembered = current == ssh ? known : null;
    }
    return known;
  }

  /**
   * Some lines that belong together.
   *
   * @param what for messages
   * @throws DeviceException for whatever goes wrong on the way to the device
   */
  public <T> T talk(String what, Supplier<T> lines) {
    try {
      return lines.get();
    } catch (TransportException e) {
      throw Failures.of(device, what, e);
    }
  }

  /**
   * Sends a line, within {@link #talk}.
   *
   * @return what the device says, known to be no complaint
   * @throws DeviceException REFUSED with the device's words; UNSUPPORTED if the line is unverified
   */
  public String send(Line line) {
    String output = tell(line);
    dialect
        .complaint(output)
        .ifPresent(text -> {
          throw refused(line.text(), text);
        });
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

  private boolean isOpen() {
    return ssh != null && ssh.isOpen();
  }

  /** An error with the device's words. */
  public DeviceException refused(String command, String text) {
    return new DeviceException(
        DeviceException.Kind.REFUSED, device + ": '" + command + "': the switch says " + text);
  }

  private SshSession session() {
    SshSession current = ssh;
    if (current == null || !current.isOpen()) {
      current = access.ssh().get();
      ssh = current;
      remembered = null;
      for (String line : dialect.prepare()) {
        current.run(Command.read(line));
      }
    }
    return current;
  }

  @Override
  public void close() {
    if (ssh != null) {
      ssh.close();
    }
  }
}
