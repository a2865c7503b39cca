package dev.losslessd.driver.ionic;

import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.NicDriver;
import dev.losslessd.driver.NicSession;
import dev.losslessd.driver.NicWritability;
import dev.losslessd.driver.Session;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.model.Nic;
import java.util.List;

/**
 * AMD Pensando and Pollara under ionic: monitored. The kernel's driver has no dcbnl operations and
 * no congestion control files (Linux 7.2); the card is set with the vendor's nicctl.
 */
public final class IonicDriver implements NicDriver {
  private static final String WHERE =
      "the kernel driver ionic has no DCB operations: set the card with nicctl (update qos, dcqcn)";

  private final Ledger ledger = new Ledger(List.of());

  @Override
  public String name() {
    return "ionic";
  }

  @Override
  public Ledger ledger() {
    return ledger;
  }

  @Override
  public boolean drives(Nic nic) {
    return nic.kernelDriver().equals("ionic");
  }

  @Override
  public Session open(Nic nic, HostAccess access) {
    String why = NicWritability.whyNotSet(nic, access.files()).orElse(WHERE);
    return new NicSession(nic, access, false, SettingAccess.allAbsent(why), IonicCounters.ALL);
  }
}
