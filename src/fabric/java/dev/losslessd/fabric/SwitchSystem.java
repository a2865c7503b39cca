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
import java.util.Locale;
import java.util.stream.Stream;

/** The operating systems that a switch of the fabric can run. */
public enum SwitchSystem {
  /** NX-OS on Cisco Nexus 9000. */
  NXOS,
  /** EOS on an Arista switch. */
  EOS,
  /** NVIDIA Cumulus Linux 5. */
  NVUE,
  /** SONiC as its community builds it. */
  SONIC,
  /** Junos on Juniper's QFX series. */
  JUNOS,
  /** Onyx, formerly MLNX-OS, on NVIDIA Spectrum. */
  ONYX,
  /** OS10 on a Dell switch. */
  OS10,
  /** A server with VMware ESXi, which hangs on the leaves. */
  ESXI;

  /** Whether it is no switch. */
  public boolean isServer() {
    return this == ESXI;
  }

  /** Value of {@code os:} in the daemon's configuration. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if there is no such system
   */
  public static SwitchSystem of(String word) {
    return Stream.of(values())
        .filter(system -> system.word().equals(word))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException(
                "switch system '"
                    + word
                    + "': expected one of "
                    + Stream.of(values()).map(SwitchSystem::word).toList()));
  }

  /**
   * @param index among the switches, or among the servers, from 0
   */
  SimulatedSwitch make(String name, int index, FabricLock fabricLock, Cables cables) {
    return switch (this) {
      case NVUE -> NvueSwitch.cabled(name, index, fabricLock, cables);
      case NXOS -> NxosSwitch.cabled(name, index, fabricLock, cables);
      case EOS -> EosSwitch.cabled(name, index, fabricLock, cables);
      case SONIC -> SonicSwitch.cabled(name, index, fabricLock, cables);
      case JUNOS -> JunosSwitch.cabled(name, index, fabricLock, cables);
      case ONYX -> OnyxSwitch.cabled(name, index, fabricLock, cables);
      case OS10 -> Os10Switch.cabled(name, index, fabricLock, cables);
      case ESXI -> EsxiHost.cabled(name, index, fabricLock, cables);
    };
  }
}
