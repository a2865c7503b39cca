package dev.losslessd.driver.bnxt;

import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.ParameterName;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Nic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Files in which this host's bnxt_re keeps the congestion control parameters of a port. */
sealed interface CcFiles {
  String INBOX = "Linux drivers/infiniband/hw/bnxt_re/debugfs.c";
  String VENDOR = "Broadcom bnxt_re configfs.c";

  String folder();

  /** The file of a parameter; empty for those that bnxt has not, or in a unit that nobody tells. */
  Optional<String> path(DcqcnParameter parameter);

  /** 1 is on, for every priority. */
  String enable();

  /**
   * Linux 7.2 and newer; takes effect at once. Numbers are read in any C notation.
   *
   * @param folder below debugfs
   */
  record Debugfs(String folder) implements CcFiles {
    @Override
    public Optional<String> path(DcqcnParameter parameter) {
      return switch (parameter) {
        case CNP_DSCP -> Optional.of(folder + "/alt_vlan_dscp");
        case CNP_PRIORITY -> Optional.of(folder + "/alt_vlan_pcp");
        default -> Optional.empty();
      };
    }

    @Override
    public String enable() {
      return folder + "/enable_cc";
    }
  }

  /**
   * The vendor's driver. Some values are staged until 1 is written to apply; old versions stage all
   * and take every number as hexadecimal, so that is how they are written.
   *
   * @param folder below configfs
   */
  record Configfs(String folder) implements CcFiles {
    @Override
    public Optional<String> path(DcqcnParameter parameter) {
      return switch (parameter) {
        case CNP_DSCP -> Optional.of(folder + "/cnp_dscp");
        case CNP_PRIORITY -> Optional.of(folder + "/cnp_prio");
        default -> Optional.empty();
      };
    }

    @Override
    public String enable() {
      return folder + "/ecn_enable";
    }

    String apply() {
      return folder + "/apply";
    }
  }

  /** The vendor's where both are there: it is the one that is loaded. */
  static Optional<CcFiles> of(Nic nic, HostAccess access) {
    String configfs = configfs(nic);
    if (access.files().isFolder(configfs)) {
      return Optional.of(new Configfs(configfs));
    }
    String debugfs = debugfs(nic);
    return !nic.pciAddress().isEmpty() && access.files().isFolder(debugfs)
        ? Optional.of(new Debugfs(debugfs))
        : Optional.empty();
  }

  /** Every name in every place. */
  static List<ParameterName> names() {
    List<ParameterName> names = new ArrayList<>();
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      new Debugfs("")
          .path(parameter)
          .map(path -> new ParameterName(parameter, "debugfs", path.substring(1), INBOX))
          .ifPresent(names::add);
      new Configfs("")
          .path(parameter)
          .map(path -> new ParameterName(parameter, "configfs", path.substring(1), VENDOR))
          .ifPresent(names::add);
    }
    return names;
  }

  static String configfs(Nic nic) {
    return "sys/kernel/config/bnxt_re/" + nic.rdmaDevice() + "/ports/" + nic.rdmaPort() + "/cc";
  }

  static String debugfs(Nic nic) {
    return "sys/kernel/debug/bnxt_re/" + nic.pciAddress() + "/cc_config";
  }
}
