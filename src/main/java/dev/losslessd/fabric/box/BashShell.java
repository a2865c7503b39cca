package dev.losslessd.fabric.box;

import java.util.List;

/** A login on a system whose command line is a Unix shell: no pager, and an exit status. */
public abstract class BashShell implements Shell {
  private final Account account;
  private final int number;
  private boolean open = true;
  private int status;

  protected BashShell(Account account, int number) {
    this.account = account;
    this.number = number;
  }

  /** Carries out a line that is not blank. */
  protected abstract List<String> command(String line) throws Failed;

  @Override
  public final List<String> run(String line) {
    status = 0;
    try {
      return line.isBlank() ? List.of() : command(line.strip());
    } catch (Failed e) {
      status = e.status();
      return List.of(e.text().split("\n"));
    }
  }

  @Override
  public final Account account() {
    return account;
  }

  @Override
  public final int number() {
    return number;
  }

  @Override
  public final boolean isOpen() {
    return open;
  }

  /** Ends the login. */
  protected final void hangUp() {
    open = false;
  }

  @Override
  public final int length() {
    return 0;
  }

  @Override
  public final int status() {
    return status;
  }
}
