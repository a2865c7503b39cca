package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.Optional;
import java.util.Set;

/**
 * lldpad, which takes DCB settings from LLDP and writes them by the same dcbnl: where it runs there
 * are two sources of DCB, and whoever wrote last wins.
 */
public final class Lldpad {
  /** Where lldptool talks to it: an abstract Unix socket (open-lldp, include/clif.h). */
  private static final String SOCKET = "@/com/intel/lldpad";

  /** Settings that lldpad writes too; all others are left to this agent. */
  private static final Set<SettingKind> ITS =
      Set.of(SettingKind.PFC, SettingKind.ETS, SettingKind.DSCP_MAP, SettingKind.DCBX_MODE);

  private Lldpad() {}

  /** Why DCB settings of this host are not ours alone; empty if they are. */
  public static Optional<String> running(HostFiles files) {
    return sockets(files).lines().anyMatch(line -> line.endsWith(" " + SOCKET))
        ? Optional.of("two sources of DCB: lldpad" + pid(files) + " runs on this host")
        : Optional.empty();
  }

  /** A capability beside lldpad: what it writes may be read. */
  static Capability beside(Optional<String> lldpad, SettingKind kind, Capability alone) {
    return lldpad.isPresent() && ITS.contains(kind) && alone.access() == Capability.Access.WRITE
        ? Capability.held(
            PlanRule.TWO_DCB_SOURCES, lldpad.get() + "; stop it, or leave DCB to it", alone.risks())
        : alone;
  }

  private static String pid(HostFiles files) {
    return files
        .tryText("run/lldpad.pid")
        // it writes the end of its string too
        .map(pid -> pid.replace("\0", "").strip())
        .filter(pid -> Pattern.matches("[0-9]{1,10}", pid))
        .map(pid -> " (process " + pid + ")")
        .orElse("");
  }

  /** A host whose list of sockets may not be read is taken for one without lldpad. */
  private static String sockets(HostFiles files) {
    return files.tryText("proc/net/unix").orElse("");
  }
}
