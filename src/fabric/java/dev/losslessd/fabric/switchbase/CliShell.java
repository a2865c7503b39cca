package dev.losslessd.fabric.switchbase;

/** A login on a system with its own command line and pager. */
public abstract class CliShell extends LoginSession {
  private static final int USUAL_LENGTH = 24;

  private boolean hindered = true;
  private int length = USUAL_LENGTH;

  protected CliShell(Account account, int number) {
    super(account, number);
  }

  /** Exempts this login from ordered faults from now on. */
  public final void unhinder() {
    hindered = false;
  }

  protected final boolean hindered() {
    return hindered;
  }

  @Override
  public final int length() {
    return length;
  }

  /**
   * @param lines between two stops of the pager; 0 for none
   */
  public final void length(int lines) {
    length = lines;
  }
}
