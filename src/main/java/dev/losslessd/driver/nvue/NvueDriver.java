package dev.losslessd.driver.nvue;

import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchSession;

/** NVIDIA Cumulus Linux 5 by NVUE. */
public final class NvueDriver implements SwitchDriver {
  @Override
  public String name() {
    return "nvue";
  }

  /** NVUE reference, bw-percent: no value is no scheduling. */
  @Override
  public boolean starvesWithoutShare() {
    return true;
  }

  @Override
  public Ledger ledger() {
    return NvueLedger.LEDGER;
  }

  @Override
  public SwitchSession open(SwitchAccess access) {
    return new NvueSession(access);
  }
}
