package dev.losslessd.driver.nvue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds what the account is not permitted before anything is changed: the reads are tried, and its
 * role is looked up. {@code nvue-monitor} may only look; {@code nvue-admin} and {@code
 * system-admin} may set and apply (Cumulus Linux guide, User Accounts and Role-Based Access
 * Control). A class of the site's own, and what a TACACS+ server permits, show only when a line is
 * refused: no line that sets can be tried without leaving a draft.
 */
final class NvuePreflight {
  private NvuePreflight() {}

  static List<String> missingPermissions(NvCli nvCli) {
    List<String> all = new ArrayList<>();
    for (String command :
        List.of(
            Release.COMMAND, NvueSnapshot.INTERFACES, Tree.command("applied"), Revisions.COMMAND)) {
      nvCli.denial(command).ifPresent(why -> all.add(command + ": " + why));
    }
    String user = "nv show system aaa user " + nvCli.console().user();
    if (all.isEmpty() && NvueLedger.LEDGER.find(user).isPresent()) {
      Optional<String> why = nvCli.denial(user);
      why.ifPresent(text -> all.add(user + ": " + text));
      role(nvCli, why.isPresent() ? Optional.empty() : nvCli.showIfKnown(user)).ifPresent(all::add);
    }
    return List.copyOf(all);
  }

  /** Empty for an account that the switch does not know itself, as those of a TACACS+ server. */
  private static Optional<String> role(NvCli nvCli, Optional<Node> user) {
    return user.flatMap(one -> one.text("role"))
        .filter("nvue-monitor"::equals)
        .map(role ->
            "configuration commands: account %s has role %s, expected nvue-admin or system-admin"
                .formatted(nvCli.console().user(), role));
  }
}
