package dev.losslessd.fabric.box;

import java.util.List;

/** A login on a system whose command line is a Unix shell: no pager, and an exit status. */
public abstract class BashShell extends Seat {
  private int status;

  protected BashShell(Account account, int number) {
    super(account, number);
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
  public final int length() {
    return 0;
  }

  @Override
  public final int status() {
    return status;
  }
}
