package dev.losslessd.driver.onyx;

import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchSession;

/** NVIDIA switches with Onyx, formerly MLNX-OS. */
public final class OnyxDriver implements SwitchDriver {
  @Override
  public String name() {
    return "onyx";
  }

  @Override
  public boolean queuesByPort() {
    return true;
  }

  @Override
  public Ledger ledger() {
    return OnyxLedger.LEDGER;
  }

  @Override
  public SwitchSession open(SwitchAccess access) {
    return new OnyxSystem(access).open();
  }
}
