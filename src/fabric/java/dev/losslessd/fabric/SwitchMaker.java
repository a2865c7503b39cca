package dev.losslessd.fabric;

import dev.losslessd.fabric.eos.EosSwitch;
import dev.losslessd.fabric.esxi.EsxiHost;
import dev.losslessd.fabric.host.FabricLock;
import dev.losslessd.fabric.junos.JunosSwitch;
import dev.losslessd.fabric.nvue.NvueSwitch;
import dev.losslessd.fabric.nxos.NxosSwitch;
import dev.losslessd.fabric.onyx.OnyxSwitch;
import dev.losslessd.fabric.os10.Os10Switch;
import dev.losslessd.fabric.sonic.SonicSwitch;
import dev.losslessd.fabric.switchbase.Cables;
import dev.losslessd.fabric.switchbase.SimulatedSwitch;
import dev.losslessd.model.SwitchSystem;

/** Makes the simulated device of each system. */
final class SwitchMaker {
  private SwitchMaker() {}

  /**
   * @param index among the switches, or among the servers, from 0
   */
  static SimulatedSwitch make(
      SwitchSystem system, String name, int index, FabricLock fabricLock, Cables cables) {
    return switch (system) {
      case NVUE -> NvueSwitch.cabled(name, index, fabricLock, cables);
      case NXOS -> NxosSwitch.cabled(name, index, fabricLock, cables);
      case EOS -> EosSwitch.cabled(name, index, fabricLock, cables);
      case SONIC -> SonicSwitch.cabled(name, index, fabricLock, cables);
      case JUNOS -> JunosSwitch.cabled(name, index, fabricLock, cables);
      case ONYX -> OnyxSwitch.cabled(name, index, fabricLock, cables);
      case OS10 -> Os10Switch.cabled(name, index, fabricLock, cables);
      case ESXI -> EsxiHost.cabled(name, index, fabricLock, cables);
      // a system may have a driver before it has a simulator
      default ->
          throw new IllegalArgumentException(system.word() + ": expected a simulated system");
    };
  }
}
