package dev.losslessd.driver.sonic;

import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchParts;

/** Switches with community SONiC. */
public final class SonicDriver implements SwitchDriver {
  @Override
  public boolean queuesByPort() {
    return true;
  }

  /** Returns the MTU that SONiC gives its ports, and that its own guides have. */
  @Override
  public int jumboBytes() {
    return 9100;
  }

  @Override
  public boolean watchdogByPort() {
    return true;
  }

  @Override
  public SwitchParts<?> system(SwitchAccess access) {
    return new SonicSystem(access).parts();
  }
}
