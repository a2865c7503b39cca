package dev.losslessd.driver;

import dev.losslessd.model.Target;
import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.ssh.Command;
import dev.losslessd.transport.ssh.ExecResult;
import dev.losslessd.transport.ssh.SshSession;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One SSH session with a switch, kept open and opened again when it has ended; what may be sent is
 * in its ledger.
 */
final class ReconnectingSsh implements AutoCloseable {
  private final SwitchAccess access;
  private final Ledger ledger;
  private final List<String> prepare;
  private final Target device;
  private @Nullable SshSession ssh;
  private final Map<String, List<String>> told = new HashMap<>();

  /**
   * @param prepare reads sent after each login
   */
  ReconnectingSsh(SwitchAccess access, Ledger ledger, List<String> prepare) {
    this.access = access;
    this.ledger = ledger;
    this.prepare = prepare;
    this.device = new Target.Device(access.device());
  }

  /**
   * Does some work with the session.
   *
   * @param what for messages
   * @throws DeviceException for whatever goes wrong on the way to the device
   */
  <T> T talk(String what, Supplier<T> work) {
    return Failures.asking(device, what, work);
  }

  /** The session that is open, or a new one; within {@link #talk}. */
  SshSession session() {
    SshSession current = ssh;
    if (current == null || !current.isOpen()) {
      current = access.ssh().get();
      ssh = current;
      told.clear();
      for (String line : prepare) {
        current.run(Command.read(line));
      }
    }
    return current;
  }

  /**
   * Runs a command that only reads by exec, within {@link #talk}: once more on a new session if the
   * one before broke and had sent nothing of it. A write is not: behind another connection may be
   * another box.
   */
  ExecResult execRead(Command command) {
    SshSession current = session();
    try {
      return current.runExec(command);
    } catch (TransportException e) {
      if (current.isOpen() || e.kind() != TransportException.Kind.GONE || !e.nothingSent()) {
        throw e;
      }
      return session().runExec(command);
    }
  }

  boolean isOpen() {
    return ssh != null && ssh.isOpen();
  }

  /** The account of the open session. */
  String user() {
    return talk("login", this::session).target().user();
  }

  /**
   * Returns the output of a command, asked until there is some, and then not again on this
   * connection. No output is not remembered: a switch that comes up may have more in a while.
   */
  List<String> onceTold(String command, Supplier<List<String>> work) {
    SshSession current = talk("login", this::session);
    List<String> known = told.getOrDefault(command, List.of());
    if (known.isEmpty()) {
      known = List.copyOf(work.get());
      if (current == ssh) {
        told.put(command, known);
      }
    }
    return known;
  }

  /**
   * @throws DeviceException UNSUPPORTED if the ledger has no such read
   */
  void requireRead(String command) {
    boolean reads =
        ledger.find(command).filter(entry -> entry.access() == Ledger.Access.READ).isPresent();
    if (!reads) {
      throw DeviceException.unsupported(
          "read '" + PrintableText.brief(command) + "' is not in the ledger");
    }
  }

  /** An error with the device's words. */
  DeviceException refused(String command, String text) {
    return DeviceException.refused(device + ": '" + command + "': the switch says " + text);
  }

  @Override
  public void close() {
    if (ssh != null) {
      ssh.close();
    }
  }
}
