package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.Shown;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.model.Target;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.ssh.Command;
import dev.losslessd.transport.ssh.ExecResult;
import dev.losslessd.transport.ssh.SshSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The {@code nv} of one switch. It is asked by exec, where it has an exit status, no pager and no
 * column to fit into. A draft belongs to a login, so what builds one goes through the kept shell.
 */
final class Nv implements AutoCloseable {
  // unverified: the texts; that such a command fails is not
  private static final Pattern DENIED =
      Pattern.compile("(?is).*(?:permission|not authori[sz]ed|forbidden|not allowed).*");

  private static final String JSON = " -o json";

  private final SwitchAccess access;
  private final Target device;
  private @Nullable SshSession ssh;
  private @Nullable List<String> remembered;

  Nv(SwitchAccess access) {
    this.access = access;
    this.device = new Target.Device(access.device());
  }

  /**
   * What a command tells, as JSON where it has that.
   *
   * @throws DeviceException REFUSED with the switch's words, GARBLED if it is cut
   */
  Node show(String command) {
    ExecResult json = ask(command + JSON);
    if (json.status() == 0) {
      return tree(command + JSON, json.output());
    }
    if (isDenial(json)) {
      throw refused(command, said(json));
    }
    ExecResult text = ask(command);
    if (text.status() != 0) {
      throw refused(command, said(text));
    }
    return NvueText.parse(command, text.output());
  }

  /** The same of a command that not every release has; empty if this one says so. */
  Optional<Node> showIfKnown(String command) {
    try {
      return Optional.of(show(command));
    } catch (DeviceException e) {
      if (e.kind() == DeviceException.Kind.REFUSED && !DENIED.matcher(e.getMessage()).matches()) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Node tree(String command, String text) {
    Node tree = Node.branch();
    // a list of parts, as nv config show prints, is one tree here
    for (DeviceJson part : DeviceJson.parse(command, text).rows()) {
      Node.of(part).below().forEach((name, node) -> tree.put(node, List.of(name)));
    }
    return tree;
  }

  /** Who asks. */
  String user() {
    return answered("login", this::session).target().user();
  }

  private ExecResult ask(String command) {
    boolean reads =
        NvueLedger.LEDGER
            .find(command)
            .filter(entry -> entry.access() == Ledger.Access.READ)
            .isPresent();
    if (!reads) {
      throw new DeviceException(
          DeviceException.Kind.UNSUPPORTED,
          "read '" + Shown.of(command) + "' is not in the ledger");
    }
    return answered("'" + command + "'", () -> session().runExec(Command.read(command)));
  }

  /** What speaks against asking this, in the switch's words; empty if nothing does. */
  Optional<String> denial(String command) {
    ExecResult result = ask(command + JSON);
    return result.status() != 0 && isDenial(result) ? Optional.of(said(result)) : Optional.empty();
  }

  /** A line to the login's shell; what it prints. */
  String tell(Line line) {
    NvueLedger.LEDGER.require(line.entry());
    return answered("'" + line.text() + "'", () -> session().run(line.command()));
  }

  /**
   * A line that needs no draft.
   *
   * @throws DeviceException REFUSED with the switch's words
   */
  void act(Line line) {
    NvueLedger.LEDGER.require(line.entry());
    ExecResult result = answered("'" + line.text() + "'", () -> session().runExec(line.command()));
    if (result.status() != 0) {
      throw refused(line.text(), said(result));
    }
  }

  private static boolean isDenial(ExecResult result) {
    return DENIED.matcher(said(result)).matches();
  }

  private static String said(ExecResult result) {
    String text = result.errors().isBlank() ? result.output() : result.errors();
    return text.isBlank() ? "nothing, with exit status " + result.status() : Shown.of(text);
  }

  DeviceException refused(String command, String text) {
    return new DeviceException(
        DeviceException.Kind.REFUSED, device + ": '" + command + "': the switch says " + text);
  }

  /** Something of the open connection, worked out once for each. */
  List<String> oncePerConnection(Supplier<List<String>> work) {
    SshSession current = answered("login", this::session);
    List<String> known = remembered;
    if (known == null) {
      known = new ArrayList<>(work.get());
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
