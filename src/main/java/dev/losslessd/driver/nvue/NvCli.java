package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.driver.ExecConsole;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.Serials;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.model.Identity;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.ssh.ExecResult;
import java.util.List;
import java.util.Optional;

/**
 * The {@code nv} of one switch. It is asked by exec. A draft belongs to a login, so what builds one
 * goes through the kept shell.
 */
record NvCli(ExecConsole console) {
  // unverified: the texts; that such a command fails is not
  private static final Pattern DENIED =
      Pattern.compile("(?is).*(?:permission|not authori[sz]ed|forbidden|not allowed).*");

  private static final String JSON = " -o json";

  /** Commands that show the serials, of newer releases first. */
  private static final List<String> PLATFORM =
      List.of("nv show platform" + JSON, "nv show platform hardware" + JSON);

  NvCli(SwitchAccess access) {
    this(new ExecConsole(access, NvueLedger.LEDGER));
  }

  /**
   * Runs a command and returns its output, from JSON where the command has that.
   *
   * @throws DeviceException REFUSED with the switch's words, GARBLED if it is cut
   */
  Node show(String command) {
    ExecResult json = console.ask(command + JSON);
    if (json.status() == 0) {
      return tree(command + JSON, json.output());
    }
    if (isDenial(json)) {
      throw console.refused(command, ExecConsole.said(json));
    }
    return NvueText.parse(command, console.output(command, console.ask(command)));
  }

  /** Runs a command that not every release has; empty if this one says so. */
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

  /** A whole answer is {@code {}} where there is nothing: blank text was cut. */
  private static Node tree(String command, String text) {
    if (text.isBlank()) {
      throw ParseErrors.at(command, "nothing", "a document of JSON");
    }
    Node tree = new Node();
    // a list of parts, as nv config show prints, is one tree here
    DeviceJson.parse(command, text).rows().forEach(part -> tree.fill("", part));
    return tree;
  }

  /** Returns why the switch refuses this command, in its words; empty if it does not. */
  Optional<String> denial(String command) {
    ExecResult result = console.ask(command + JSON);
    return result.status() != 0 && isDenial(result)
        ? Optional.of(ExecConsole.said(result))
        : Optional.empty();
  }

  private static boolean isDenial(ExecResult result) {
    return DENIED.matcher(ExecConsole.said(result)).matches();
  }

  /**
   * Returns the serials of the box, asked once for each connection; empty where no release's place
   * for them is known here, or the account may not.
   */
  Identity serials() {
    return PLATFORM.stream()
        .map(command -> console.serials(command, text -> serials(command, text)))
        .filter(told -> !told.isNone())
        .findFirst()
        .orElse(Identity.NONE);
  }

  static List<String> serials(String command, String text) {
    return Serials.field(command, text, "serial-number");
  }
}
