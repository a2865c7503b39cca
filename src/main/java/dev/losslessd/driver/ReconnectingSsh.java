package dev.losslessd.driver;

import dev.losslessd.model.Identity;
import dev.losslessd.model.Target;
import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.ssh.Command;
import dev.losslessd.transport.ssh.ExecResult;
import dev.losslessd.transport.ssh.SshSession;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The command line of one switch, over an SSH session that is kept open and opened again when it
 * has ended; what may be sent is in its ledger.
 */
public abstract sealed class ReconnectingSsh implements AutoCloseable permits Console, ExecConsole {
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
   * Does some work with the session: lines that belong together.
   *
   * @param what for messages
   * @throws DeviceException for whatever goes wrong on the way to the device
   */
  public final <T> T talk(String what, Supplier<T> work) {
    return Failures.asking(device, what, work);
  }

  /** The session that is open, or a new one; within {@link #talk}. */
  final SshSession session() {
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
  final ExecResult execRead(Command command) {
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

  final boolean isOpen() {
    return ssh != null && ssh.isOpen();
  }

  /** The account of the open session. */
  public final String user() {
    return talk("login", this::session).target().user();
  }

  /** The output of a reading command; empty if the device refuses it. */
  abstract Optional<String> answer(String command);

  /**
   * Returns the serials of the box, asked once for each connection: behind another connection may
   * be another box. Empty where this release has no such command, or the account may not.
   *
   * @param parse the output; none of its serials is nothing
   * @throws DeviceException if the device does not answer, or its answer is cut
   */
  public final Identity serials(String command, Function<String, List<String>> parse) {
    return Identity.serials(once(command, parse));
  }

  /**
   * Returns what a command prints, asked until there is some, and then not again on this
   * connection. No output is not remembered: a switch that comes up may have more in a while.
   */
  final List<String> once(String command, Function<String, List<String>> parse) {
    SshSession current = talk("login", this::session);
    List<String> known = told.getOrDefault(command, List.of());
    if (known.isEmpty()) {
      known = answer(command).map(parse).map(List::copyOf).orElse(List.of());
      if (current == ssh) {
        told.put(command, known);
      }
    }
    return known;
  }

  /**
   * @throws DeviceException UNSUPPORTED if the ledger has no such read
   */
  final void requireRead(String command) {
    boolean reads =
        ledger.find(command).filter(entry -> entry.access() == Ledger.Access.READ).isPresent();
    if (!reads) {
      throw DeviceException.unsupported(
          "read '" + PrintableText.brief(command) + "' is not in the ledger");
    }
  }

  /** An error with the device's words. */
  public final DeviceException refused(String command, String text) {
    return DeviceException.refused(device + ": '" + command + "': the switch says " + text);
  }

  @Override
  public final void close() {
    if (ssh != null) {
      ssh.close();
    }
  }
}
