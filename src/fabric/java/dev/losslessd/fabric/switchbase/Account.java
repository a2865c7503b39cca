package dev.losslessd.fabric.switchbase;

import java.util.List;
import java.util.Optional;

/**
 * A user who may log in to every switch of the fabric.
 *
 * @param admin whether they may change it; others may only look
 */
public record Account(String name, String password, boolean admin) {
  /** Every account of a switch: one administrator and one observer. */
  public static final List<Account> ALL =
      List.of(
          new Account("admin", "losslessd-demo", true),
          new Account("observer", "losslessd-demo", false));

  static Optional<Account> named(String name) {
    return ALL.stream().filter(account -> account.name().equals(name)).findFirst();
  }
}
