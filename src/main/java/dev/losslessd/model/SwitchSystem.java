package dev.losslessd.model;

import dev.losslessd.text.Worded;
import java.util.Optional;

/** Operating systems of switches, and of servers that are reached like them. */
public enum SwitchSystem implements Worded {
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

  /**
   * Whether the device is a server and its ports are NICs: a hypervisor. It is no switch between
   * hosts; what a link asks of a NIC is asked of its ports.
   */
  public boolean isServer() {
    return this == ESXI;
  }

  /** Whether SNMP of version 2c may set PFC there, by a community of its own. */
  public boolean isWrittenBySnmp() {
    return this == ONYX;
  }

  /** The system with this word; empty where there is none. */
  public static Optional<SwitchSystem> named(String word) {
    return Worded.find(SwitchSystem.class, word);
  }

  /**
   * @throws IllegalArgumentException if there is no such system
   */
  public static SwitchSystem of(String word) {
    return named(word)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "switch system '%s': expected one of %s"
                    .formatted(word, Worded.all(SwitchSystem.class))));
  }
}
