package dev.losslessd.driver.mlx5;

import dev.losslessd.driver.ParameterName;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Nic;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Files in which this host's mlx5 driver keeps the congestion control parameters of a port. */
sealed interface CcFiles {
  String INBOX = "Linux drivers/infiniband/hw/mlx5/cong.c";
  String VENDOR = "DOCA-OFED drivers/net/ethernet/mellanox/mlx5/core/en_ecn.c";
  String FIRMWARE = "mstflint 4.33 mlxconfig_host.db, nv_roce_cc and nv_roce_cc_ecn";

  /** The file of one parameter. */
  String path(DcqcnParameter parameter);

  /** Inbox: debugfs, mode 0600, written in any C notation, so plain decimal. */
  record Debugfs(String folder) implements CcFiles {
    @Override
    public String path(DcqcnParameter parameter) {
      return folder + "/" + inboxName(parameter);
    }
  }

  /** The vendor's driver: sysfs of the netdev, with an on/off file per priority and end. */
  record Sysfs(String folder) implements CcFiles {
    @Override
    public String path(DcqcnParameter parameter) {
      return folder + "/" + vendorName(parameter);
    }

    /**
     * @param end {@code roce_np} or {@code roce_rp}
     */
    String enable(String end, int priority) {
      return folder + "/" + end + "/enable/" + priority;
    }
  }

  /** The vendor's where both are there: only it tells which priorities are on. */
  static Optional<CcFiles> of(Nic nic, HostFiles files) {
    String vendor = "sys/class/net/" + nic.port().name() + "/ecn";
    if (files.isFolder(vendor + "/roce_rp") && files.isFolder(vendor + "/roce_np")) {
      return Optional.of(new Sysfs(vendor));
    }
    String inbox = "sys/kernel/debug/mlx5/" + nic.pciAddress() + "/cc_params";
    return !nic.pciAddress().isEmpty() && files.isFolder(inbox)
        ? Optional.of(new Debugfs(inbox))
        : Optional.empty();
  }

  /** Every name in every place. */
  static List<ParameterName> names() {
    List<ParameterName> names = new ArrayList<>();
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      names.add(new ParameterName(parameter, "debugfs", inboxName(parameter), INBOX));
      names.add(new ParameterName(parameter, "sysfs", vendorName(parameter), VENDOR));
      names.add(
          new ParameterName(
              parameter, "mlxconfig", firmwareName(vendorName(parameter)) + "_P1/_P2", FIRMWARE));
    }
    return names;
  }

  /** Returns the name of the firmware's entry: that of the file, in capitals. */
  private static String firmwareName(String vendorName) {
    return vendorName.substring(vendorName.indexOf('/') + 1).toUpperCase(Locale.ROOT);
  }

  private static String inboxName(DcqcnParameter parameter) {
    return switch (parameter) {
      case CLAMP_TARGET_RATE -> "rp_clamp_tgt_rate";
      case CLAMP_TARGET_RATE_AFTER_TIME -> "rp_clamp_tgt_rate_ati";
      case TIME_RESET -> "rp_time_reset";
      case BYTE_RESET -> "rp_byte_reset";
      case THRESHOLD -> "rp_threshold";
      case AI_RATE -> "rp_ai_rate";
      case HAI_RATE -> "rp_hai_rate";
      case MAX_RATE -> "rp_max_rate";
      case GD -> "rp_gd";
      case MIN_DECREASE_FACTOR -> "rp_min_dec_fac";
      case MIN_RATE -> "rp_min_rate";
      case FIRST_CNP_RATE -> "rp_rate_to_set_on_first_cnp";
      case ALPHA_KEEP -> "rp_dce_tcp_g";
      case ALPHA_PERIOD -> "rp_dce_tcp_rtt";
      case REDUCE_PERIOD -> "rp_rate_reduce_monitor_period";
      case INITIAL_ALPHA -> "rp_initial_alpha_value";
      case MIN_TIME_BETWEEN_CNPS -> "np_min_time_between_cnps";
      case CNP_DSCP -> "np_cnp_dscp";
      case CNP_PRIORITY -> "np_cnp_prio";
    };
  }

  private static String vendorName(DcqcnParameter parameter) {
    return switch (parameter) {
      case CLAMP_TARGET_RATE -> "roce_rp/clamp_tgt_rate";
      case CLAMP_TARGET_RATE_AFTER_TIME -> "roce_rp/clamp_tgt_rate_after_time_inc";
      case TIME_RESET -> "roce_rp/rpg_time_reset";
      case BYTE_RESET -> "roce_rp/rpg_byte_reset";
      case THRESHOLD -> "roce_rp/rpg_threshold";
      case AI_RATE -> "roce_rp/rpg_ai_rate";
      case HAI_RATE -> "roce_rp/rpg_hai_rate";
      case MAX_RATE -> "roce_rp/rpg_max_rate";
      case GD -> "roce_rp/rpg_gd";
      case MIN_DECREASE_FACTOR -> "roce_rp/rpg_min_dec_fac";
      case MIN_RATE -> "roce_rp/rpg_min_rate";
      case FIRST_CNP_RATE -> "roce_rp/rate_to_set_on_first_cnp";
      case ALPHA_KEEP -> "roce_rp/dce_tcp_g";
      case ALPHA_PERIOD -> "roce_rp/dce_tcp_rtt";
      case REDUCE_PERIOD -> "roce_rp/rate_reduce_monitor_period";
      case INITIAL_ALPHA -> "roce_rp/initial_alpha_value";
      case MIN_TIME_BETWEEN_CNPS -> "roce_np/min_time_between_cnps";
      case CNP_DSCP -> "roce_np/cnp_dscp";
      case CNP_PRIORITY -> "roce_np/cnp_802p_prio";
    };
  }
}
