package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.Account;
import java.util.Set;

/** {@code network-admin}, or {@code network-operator} who may only look. */
final class Roles {
  /** A role without rules may enter configuration mode, and do nothing there. */
  private static final Set<String> LOOKING = Set.of("show", "terminal", "exit", "end", "configure");

  private Roles() {}

  static String of(Account account) {
    return account.admin() ? "network-admin" : "network-operator";
  }

  /**
   * @param verb first word of a command, spelled in full
   */
  static boolean may(Account account, String verb) {
    return account.admin() || LOOKING.contains(verb);
  }
}
