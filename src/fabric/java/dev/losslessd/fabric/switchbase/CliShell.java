package dev.losslessd.fabric.switchbase;

/** A login on a system with its own command line and pager. */
public abstract class CliShell extends LoginSession {
  private static final int USUAL_LENGTH = 24;

  private final Faults faults;
  private boolean hindered = true;
  private int length = USUAL_LENGTH;

  protected CliShell(Faults faults, Account account, int number) {
    super(account, number);
    this.faults = faults;
  }

  /** Exempts this login from ordered faults from now on. */
  public final void unhinder() {
    hindered = false;
  }

  protected final boolean hindered() {
    return hindered;
  }

  /** Whether a command is to do nothing, as ordered. */
  protected final boolean lies(String line) {
    return hindered && faults.takeLie(line);
  }

  /**
   * @param forbidden what is said of a command that is not permitted
   * @param refused what is said of one that the hardware refuses
   */
  protected final void permit(String line, String forbidden, String refused) throws CliError {
    if (hindered && faults.forbids(line)) {
      throw new CliError(forbidden);
    }
    if (hindered && faults.takeRefusal(line)) {
      throw new CliError(refused);
    }
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
