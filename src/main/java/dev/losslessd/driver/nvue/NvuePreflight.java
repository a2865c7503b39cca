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
  private static final List<String> LOOK = List.of("nvue-monitor");

  private NvuePreflight() {}

  static List<String> missingPermissions(NvCli nvCli) {
    List<String> all = new ArrayList<>();
    for (String command :
        List.of(
            Release.COMMAND, NvueSnapshot.INTERFACES, Tree.command("applied"), Revisions.COMMAND)) {
      nvCli.denial(command).ifPresent(why -> all.add(command + ": " + why));
    }
    if (all.isEmpty()) {
      role(nvCli)
          .filter(LOOK::contains)
          .ifPresent(role ->
              all.add(
                  "configuration commands: account "
                      + nvCli.console().user()
                      + " has role "
                      + role
                      + ", expected nvue-admin or system-admin"));
    }
    return List.copyOf(all);
  }

  /** Empty for an account that the switch does not know itself, as those of a TACACS+ server. */
  private static Optional<String> role(NvCli nvCli) {
    String command = "nv show system aaa user " + nvCli.console().user();
    return NvueLedger.LEDGER.find(command).isEmpty()
        ? Optional.empty()
        : nvCli.showIfKnown(command).flatMap(user -> user.text("role"));
  }
}
