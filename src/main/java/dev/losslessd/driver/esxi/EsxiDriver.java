package dev.losslessd.driver.esxi;

import dev.losslessd.driver.ExecConsole;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchParts;
import dev.losslessd.transport.ssh.ExecResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Servers with VMware ESXi, whose vmnics are the ports. */
public final class EsxiDriver implements SwitchDriver {
  private static final SnmpColumns COLUMNS = new SnmpColumns().ifMib();

  /**
   * No neighbours: what a host hears by LLDP it keeps to its distributed switch. The ifName of
   * IF-MIB is the vmnic (LibreNMS walk of a 7.0 host).
   */
  @Override
  public SwitchParts<?> system(SwitchAccess access) {
    ExecConsole console = new ExecConsole(access, EsxiLedger.LEDGER);
    Boots boots = new Boots(access.notes());
    Inventory inventory = new Inventory(access.device());
    ShortLivedCache<EsxiSnapshot> printed =
        new ShortLivedCache<>(access.ticks(), () -> EsxiSnapshot.read(console, boots));
    return new SwitchParts<>(
            access,
            printed,
            new EsxiSettings(access.device(), boots).table(),
            new EsxiTransaction(console, boots))
        .ports(now -> now.nics().keySet())
        .port(EsxiSnapshot::nic)
        .nics(() -> inventory.of(printed.now(), nic -> console.show(DriverInfo.command(nic))))
        .identity(() -> console.serials(Inventory.PLATFORM, Inventory::serials))
        .missingPermissions(() -> missingReads(console))
        .queues((ports, at, tick) -> EsxiCounters.sweeps(console, printed.now(), ports, at, tick))
        .counters(COLUMNS, UnaryOperator.identity())
        .closing(console::close);
  }

  /** Does not try whether the account may write: every line that writes changes something. */
  private static List<String> missingReads(ExecConsole console) {
    List<String> all = new ArrayList<>();
    for (String command : List.of(Vmnic.COMMAND, Pause.COMMAND, Module.NMLX5_CORE.command())) {
      ExecResult answer = console.ask(command);
      if (answer.status() != 0) {
        all.add(command + ": account " + console.user() + " may not: " + ExecConsole.said(answer));
      }
    }
    return all;
  }
}
