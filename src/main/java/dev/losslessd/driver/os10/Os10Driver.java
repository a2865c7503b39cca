package dev.losslessd.driver.os10;

import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchSession;

/** Dell switches with OS10. */
public final class Os10Driver implements SwitchDriver {
  @Override
  public String name() {
    return "os10";
  }

  @Override
  public boolean queuesByPort() {
    return true;
  }

  @Override
  public Ledger ledger() {
    return Os10Ledger.LEDGER;
  }

  @Override
  public SwitchSession open(SwitchAccess access) {
    return Os10System.open(access);
  }
}
