package dev.losslessd.driver.junos;

import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchSession;

/** Juniper QFX switches with Junos or Junos OS Evolved. */
public final class JunosDriver implements SwitchDriver {
  @Override
  public String name() {
    return "junos";
  }

  @Override
  public boolean queuesByPort() {
    return true;
  }

  @Override
  public Ledger ledger() {
    return JunosLedger.LEDGER;
  }

  @Override
  public boolean watchdogByPort() {
    return true;
  }

  @Override
  public SwitchSession open(SwitchAccess access) {
    return new JunosSession(access);
  }
}
