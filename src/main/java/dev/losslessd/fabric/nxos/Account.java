package dev.losslessd.fabric.nxos;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Someone who may log in.
 *
 * @param role {@code network-admin}, or {@code network-operator} who may only look
 */
record Account(String name, String password, String role) {
  /** A role without rules may enter configuration mode, and do nothing there. */
  private static final Set<String> LOOKING = Set.of("show", "terminal", "exit", "end", "configure");

  /** The accounts of every switch of the fabric. */
  static final List<Account> ALL =
      List.of(
          new Account("admin", "losslessd-demo", "network-admin"),
          new Account("observer", "losslessd-demo", "network-operator"));

  static Optional<Account> named(String name) {
    return ALL.stream().filter(account -> account.name().equals(name)).findFirst();
  }

  /**
   * @param verb first word of a command, spelled in full
   */
  boolean may(String verb) {
    return role.equals("network-admin") || LOOKING.contains(verb);
  }
}
