package dev.losslessd.driver.esxi;

import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchSession;

/** Servers with VMware ESXi, whose vmnics are the ports. */
public final class EsxiDriver implements SwitchDriver {
  @Override
  public String name() {
    return "esxi";
  }

  @Override
  public Ledger ledger() {
    return EsxiLedger.LEDGER;
  }

  @Override
  public SwitchSession open(SwitchAccess access) {
    return new EsxiSession(access);
  }
}
