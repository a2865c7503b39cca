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
import java.util.ArrayList;
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
    ParseErrors.throwIf(text.isBlank(), command, "nothing", "a document of JSON");
    return Node.of(DeviceJson.parse(command, text));
  }

  /** Returns why the switch refuses this command, in its words; empty if it does not. */
  Optional<String> denial(String command) {
    ExecResult result = console.ask(command + JSON);
    return result.status() != 0 && isDenial(result)
        ? Optional.of(ExecConsole.said(result))
        : Optional.empty();
  }

  /**
   * Finds what the account is not permitted before anything is changed: the reads are tried, and
   * its role is looked up. {@code nvue-monitor} may only look; {@code nvue-admin} and {@code
   * system-admin} may set and apply (Cumulus Linux guide, User Accounts and Role-Based Access
   * Control). A class of the site's own, and what a TACACS+ server permits, show only when a line
   * is refused: no line that sets can be tried without leaving a draft.
   */
  List<String> missingPermissions() {
    List<String> all = new ArrayList<>();
    for (String command :
        List.of(
            Release.COMMAND, NvueSnapshot.INTERFACES, Tree.command("applied"), Revisions.COMMAND)) {
      denial(command).ifPresent(why -> all.add(command + ": " + why));
    }
    String user = "nv show system aaa user " + console.user();
    if (all.isEmpty() && NvueLedger.LEDGER.find(user).isPresent()) {
      Optional<String> why = denial(user);
      why.ifPresent(text -> all.add(user + ": " + text));
      role(why.isPresent() ? Optional.empty() : showIfKnown(user)).ifPresent(all::add);
    }
    return List.copyOf(all);
  }

  /** Empty for an account that the switch does not know itself, as those of a TACACS+ server. */
  private Optional<String> role(Optional<Node> user) {
    return user.flatMap(one -> one.text("role"))
        .filter("nvue-monitor"::equals)
        .map(role ->
            "configuration commands: account %s has role %s, expected nvue-admin or system-admin"
                .formatted(console.user(), role));
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
