package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchSession;

/** Cisco Nexus 9000 with NX-OS. */
public final class NxosDriver implements SwitchDriver {
  @Override
  public String name() {
    return "nxos";
  }

  @Override
  public Ledger ledger() {
    return NxosLedger.LEDGER;
  }

  @Override
  public SwitchSession open(SwitchAccess access) {
    return new NxosSession(access);
  }
}
