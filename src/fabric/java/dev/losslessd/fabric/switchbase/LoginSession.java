package dev.losslessd.fabric.switchbase;

/** A login of an account, on a terminal line. */
abstract class LoginSession implements Shell {
  private final Account account;
  private final int number;
  private boolean open = true;

  LoginSession(Account account, int number) {
    this.account = account;
    this.number = number;
  }

  @Override
  public final Account account() {
    return account;
  }

  /** Number of the terminal line, n of {@code pts/n}. */
  @Override
  public final int number() {
    return number;
  }

  @Override
  public final boolean isOpen() {
    return open;
  }

  /** Ends the login; the terminal is not open any more. */
  public final void hangUp() {
    open = false;
  }
}
