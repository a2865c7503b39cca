package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Console;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds what the account may not do before anything is changed: every read is tried, its roles are
 * looked up, configuration mode is entered and left.
 *
 * <p>That it can be entered proves little: a role without rules may enter it and do nothing there
 * (Cisco Nexus 9000 security guide 9.x, user roles). A single configuration command cannot be tried
 * without effect: {@code terminal verify-only} would, but it is for AAA servers alone, and a switch
 * that does not know it would carry out what follows. So a role of the site's own, and what a
 * TACACS+ server permits, show only when a line is refused; what was done is then undone.
 */
final class NxosPreflight {
  static final String ACCOUNTS = "show user-account";

  private static final Pattern USER = Pattern.compile("\\s*user:(\\S+)\\s*");
  private static final Pattern ROLES = Pattern.compile("\\s*roles:(.*)");

  /** May show, exit, end and enter configuration mode, and nothing else. */
  private static final Set<String> LOOK = Set.of("network-operator", "vdc-operator");

  private NxosPreflight() {}

  static List<String> missingPermissions(Console console) {
    List<String> all =
        new ArrayList<>(
            console.missingReads(
                List.of(
                    RunningConfig.COMMAND,
                    Checkpoints.COMMAND,
                    PfcTable.COMMAND,
                    PauseTable.COMMAND,
                    QueueTable.COMMAND,
                    WatchdogTable.COMMAND)));
    roles(console.user(), console.ask(ACCOUNTS))
        .filter(roles -> !roles.isEmpty() && LOOK.containsAll(roles))
        .ifPresent(roles ->
            all.add(
                "configuration commands: account %s has only %s, expected network-admin"
                    .formatted(console.user(), String.join(" ", roles))));
    NxosConsole.missingMode(console).ifPresent(all::add);
    return List.copyOf(all);
  }

  /**
   * The roles of one account.
   *
   * @return empty for an account that the list does not have, as those of an AAA server
   */
  static Optional<List<String>> roles(String account, String text) {
    boolean ours = false;
    for (String line : text.split("\n", -1)) {
      Matcher user = USER.matcher(line);
      if (user.matches()) {
        ours = user.group(1).equals(account);
        continue;
      }
      Matcher roles = ROLES.matcher(line);
      if (ours && roles.matches()) {
        return Optional.of(List.of(Pattern.of("\\s+").split(PrintableText.brief(roles.group(1)))));
      }
    }
    return Optional.empty();
  }
}
