package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Shown;
import dev.losslessd.driver.SwitchAccess;
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

/** The command line of one switch: asks, and writes line by line until one is refused. */
final class Console implements AutoCloseable {
  private static final Pattern FORBIDDEN =
      Pattern.compile("(?im)^.*(?:permission denied|not authori[sz]ed|authorization failed).*$");

  /** From the ansible, netmiko and napalm plug-ins. */
  private static final Pattern REFUSED =
      Pattern.compile(
          "(?im)^(?:% ?\\w.*|error:.*|.*invalid input.*|.*(?:incomplete|ambiguous) command.*"
              + "|.*invalid .+ at '\\^' marker.*|.*syntax error.*|.*unknown command.*"
              + "|.*returned error code.*|.*configuration not allowed.*|.*locked by.*"
              + "|.*session is active.*|.*tcam bank.*|.*no corresponding .+ configured.*)$");

  /** A device says no in a few lines; a long output may say such words of something else. */
  private static final int LONGEST_COMPLAINT = 4_000;

  private final SwitchAccess access;
  private final Target device;
  private @Nullable SshSession ssh;
  private boolean checkpointed;
  private @Nullable List<String> remembered;

  Console(SwitchAccess access) {
    this.access = access;
    this.device = new Target.Device(access.device());
  }

  /** The output of a show command, known to be no error. */
  String show(String command) {
    String output = ask(command);
    complaint(output)
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
  Optional<String> showIfKnown(String command) {
    String output = ask(command);
    denial(output)
        .ifPresent(text -> {
          throw refused(command, text);
        });
    return complaint(output).isPresent() ? Optional.empty() : Optional.of(output);
  }

  /**
   * The output of a reading command, be it an error or not.
   *
   * @throws DeviceException if the device does not answer, or the ledger has no such read
   */
  String ask(String command) {
    boolean reads =
        NxosLedger.LEDGER
            .find(command)
            .filter(entry -> entry.access() == Ledger.Access.READ)
            .isPresent();
    if (!reads) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          "read '" + Shown.of(command) + "' is not in the ledger");
    }
    return answered("'" + command + "'", () -> session().run(Command.read(command)));
  }

  /** What an output says against the account that asked; empty if nothing. */
  static Optional<String> denial(String output) {
    Matcher denied = FORBIDDEN.matcher(output);
    return output.length() < LONGEST_COMPLAINT && denied.find()
        ? Optional.of(Shown.of(denied.group()))
        : Optional.empty();
  }

  /** The account of the open session. */
  String user() {
    return answered("login", this::session).target().user();
  }

  /**
   * Enters configuration mode and leaves it.
   *
   * @return what speaks against it; empty if nothing does
   * @throws DeviceException CLOSED_GATE if this may not be tried now
   */
  Optional<String> tryToConfigure() {
    Line enter = Line.of(NxosLedger.CONFIGURE, "configure terminal");
    return answered(
        "'configure terminal'",
        () -> {
          Optional<String> why = complaint(session().run(enter.command()));
          if (why.isEmpty()) {
            leave();
          }
          return why;
        });
  }

  /** Something of the open session, worked out once for each connection. */
  List<String> oncePerConnection(Supplier<List<String>> work) {
    SshSession current = answered("login", this::session);
    List<String> known = remembered;
    if (known == null) {
      known = work.get();
      remembered = current == ssh ? known : null;
    }
    return known;
  }

  private <T> T answered(String what, Supplier<T> call) {
    try {
      return call.get();
    } catch (TransportException e) {
      throw Failures.of(device, what, e);
    }
  }

  /**
   * Sends lines in configuration mode and leaves it, whatever happens.
   *
   * @param undo sent when a line is refused, as far as the switch takes it
   */
  void configure(String what, List<Line> lines, List<Line> undo) {
    lines.forEach(line -> NxosLedger.LEDGER.require(line.entry()));
    try {
      checkpoint();
      send(Line.of(NxosLedger.CONFIGURE, "configure terminal"));
      try {
        lines.forEach(this::send);
      } catch (DeviceException e) {
        undo.forEach(this::tryTo);
        throw e;
      } finally {
        leave();
      }
    } catch (TransportException e) {
      throw Failures.of(device, what, e);
    }
  }

  void save() {
    try {
      send(Line.of(NxosLedger.SAVE, "copy running-config startup-config"));
    } catch (TransportException e) {
      throw Failures.of(device, "save", e);
    }
  }

  /** Once for each session: what an operator can go back to by hand. */
  private void checkpoint() {
    if (!checkpointed) {
      Line line = Line.of(NxosLedger.CHECKPOINT, "checkpoint", "losslessd-" + access.mark());
      NxosLedger.LEDGER.require(line.entry());
      String output = session().run(line.command());
      // one of an earlier run holds what was before anything of ours: better than a newer one
      if (!output.contains("already exists")) {
        requireTaken(line, output);
      }
      checkpointed = true;
    }
  }

  private void send(Line line) {
    NxosLedger.LEDGER.require(line.entry());
    requireTaken(line, session().run(line.command()));
  }

  private void requireTaken(Line line, String output) {
    complaint(output)
        .ifPresent(text -> {
          throw refused(line.command().line(), text);
        });
  }

  private void tryTo(Line line) {
    if (isOpen()) {
      session().run(line.command()); // its refusal is no news: the line may have nothing to undo
    }
  }

  private void leave() {
    if (isOpen()) {
      session().run(Command.write("end"));
    }
  }

  private boolean isOpen() {
    return ssh != null && ssh.isOpen();
  }

  private static Optional<String> complaint(String output) {
    for (Pattern pattern : List.of(FORBIDDEN, REFUSED)) {
      Matcher found = pattern.matcher(output);
      if (output.length() < LONGEST_COMPLAINT && found.find()) {
        return Optional.of(Shown.of(found.group()));
      }
    }
    return Optional.empty();
  }

  private DeviceException refused(String command, String text) {
    return new DeviceException(
        DeviceException.Kind.REFUSED, device + ": '" + command + "': the switch says " + text);
  }

  private SshSession session() {
    SshSession current = ssh;
    if (current == null || !current.isOpen()) {
      current = access.ssh().get();
      ssh = current;
      remembered = null;
      current.run(Command.read("terminal length 0"));
      current.run(Command.read("terminal width 511"));
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
