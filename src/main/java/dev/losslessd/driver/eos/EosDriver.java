package dev.losslessd.driver.eos;

import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchSession;

/** Arista switches with EOS. */
public final class EosDriver implements SwitchDriver {
  @Override
  public String name() {
    return "eos";
  }

  @Override
  public boolean queuesByPort() {
    return true;
  }

  /** The largest that Arista's guides set on a port; many of its chips take no more. */
  @Override
  public int jumboBytes() {
    return 9214;
  }

  @Override
  public Ledger ledger() {
    return EosLedger.LEDGER;
  }

  @Override
  public SwitchSession open(SwitchAccess access) {
    return new EosSession(access);
  }
}
