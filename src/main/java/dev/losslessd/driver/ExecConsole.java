package dev.losslessd.driver;

import dev.losslessd.model.Target;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.ssh.Command;
import dev.losslessd.transport.ssh.ExecResult;
import dev.losslessd.transport.ssh.SshSession;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The command line of a switch that is a Unix system: asked by exec, where a command has an exit
 * status, no pager and no column to fit into. Nothing is sent that the ledger does not have.
 */
public final class ExecConsole implements AutoCloseable {
  private final SwitchAccess access;
  private final Ledger ledger;
  private final Target device;
  private @Nullable SshSession ssh;
  private @Nullable List<String> remembered;

  public ExecConsole(SwitchAccess access, Ledger ledger) {
    this.access = access;
    this.ledger = ledger;
    this.device = new Target.Device(access.device());
  }

  /** The account of the open session. */
  public String user() {
    return answered("login", this::session).target().user();
  }

  /**
   * What a reading command answers, be it an error or not.
   *
   * @throws DeviceException if the device does not answer, or the ledger has no such read
   */
  public ExecResult ask(String command) {
    boolean reads =
        ledger.find(command).filter(entry -> entry.access() == Ledger.Access.READ).isPresent();
    if (!reads) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          "read '" + Shown.of(command) + "' is not in the ledger");
    }
    return answered("'" + command + "'", () -> session().runExec(Command.read(command)));
  }

  /**
   * What a line that writes answers, be it an error or not.
   *
   * @throws DeviceException UNSUPPORTED if the line is unverified
   */
  public ExecResult tell(Line line) {
    ledger.require(line.entry());
    return answered("'" + line.text() + "'", () -> session().runExec(line.command()));
  }

  /**
   * Sends a line.
   *
   * @throws DeviceException REFUSED with the switch's words
   */
  public void act(Line line) {
    ExecResult result = tell(line);
    if (result.status() != 0) {
      throw refused(line.text(), said(result));
    }
  }

  /** A line to the login's shell; what it prints. */
  public String type(Line line) {
    ledger.require(line.entry());
    return answered("'" + line.text() + "'", () -> session().run(line.command()));
  }

  /** What a command says of itself, for a message. */
  public static String said(ExecResult result) {
    String text = result.errors().isBlank() ? result.output() : result.errors();
    return text.isBlank() ? "nothing, with exit status " + result.status() : Shown.of(text);
  }

  /** An error with the device's words. */
  public DeviceException refused(String command, String text) {
    return new DeviceException(
        DeviceException.Kind.REFUSED, device + ": '" + command + "': the switch says " + text);
  }

  /** Something of the open connection, worked out once for each. */
  public List<String> oncePerConnection(Supplier<List<String>> work) {
    SshSession current = answered("login", this::session);
    List<String> known = remembered;
    if (known == null) {
      known = List.copyOf(work.get());
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

  private SshSession session() {
    SshSession current = ssh;
    if (current == null || !current.isOpen()) {
      current = access.ssh().get();
      ssh = current;
      remembered = null;
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
