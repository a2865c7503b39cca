package dev.losslessd.fabric.box;

/** A login on a system with its own command line and pager. */
public abstract class CliShell implements Shell {
  private static final int USUAL_LENGTH = 24;

  private final Account account;
  private final int number;
  private boolean open = true;
  private boolean hindered = true;
  private int length = USUAL_LENGTH;

  protected CliShell(Account account, int number) {
    this.account = account;
    this.number = number;
  }

  /** From now on not subject to ordered faults. */
  public final void unhinder() {
    hindered = false;
  }

  protected final boolean hindered() {
    return hindered;
  }

  @Override
  public final Account account() {
    return account;
  }

  /** Of its terminal line, {@code pts/n}. */
  @Override
  public final int number() {
    return number;
  }

  @Override
  public final boolean isOpen() {
    return open;
  }

  /** Ends the login. */
  public final void hangUp() {
    open = false;
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
