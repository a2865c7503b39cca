package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.model.Target;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.ssh.Command;
import dev.losslessd.transport.ssh.SshSession;
import java.util.List;
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

  private final SwitchAccess access;
  private final Target device;
  private @Nullable SshSession ssh;
  private boolean checkpointed;

  Console(SwitchAccess access) {
    this.access = access;
    this.device = new Target.Device(access.device());
  }

  /** The output of a show command, known to be no error. */
  String show(String command) {
    try {
      String output = session().run(Command.read(command));
      complaint(output)
          .ifPresent(text -> {
            throw refused(command, text);
          });
      return output;
    } catch (TransportException e) {
      throw Failures.of(device, "'" + command + "'", e);
    }
  }

  /**
   * What keeps the account from a command; empty if nothing does.
   *
   * @throws DeviceException if the device does not answer
   */
  java.util.Optional<String> whyForbidden(String command) {
    try {
      Matcher denied = FORBIDDEN.matcher(session().run(Command.read(command)));
      return denied.find()
          ? java.util.Optional.of(denied.group().strip())
          : java.util.Optional.empty();
    } catch (TransportException e) {
      throw Failures.of(device, "'" + command + "'", e);
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
      send(Line.of(NxosLedger.CHECKPOINT, "checkpoint", "losslessd-" + access.mark()));
      checkpointed = true;
    }
  }

  private void send(Line line) {
    NxosLedger.LEDGER.require(line.entry());
    String output = session().run(line.command());
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

  private static java.util.Optional<String> complaint(String output) {
    for (Pattern pattern : List.of(FORBIDDEN, REFUSED)) {
      Matcher found = pattern.matcher(output);
      if (output.length() < 4_000 && found.find()) {
        return java.util.Optional.of(found.group().strip());
      }
    }
    return java.util.Optional.empty();
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
