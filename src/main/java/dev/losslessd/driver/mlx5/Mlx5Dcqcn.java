package dev.losslessd.driver.mlx5;

import dev.losslessd.driver.DcqcnAccess;
import dev.losslessd.driver.DcqcnFiles;
import dev.losslessd.driver.NicPort;
import dev.losslessd.driver.ParameterName;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Priority;
import dev.losslessd.model.SettingKind;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Files in which this host's mlx5 driver keeps the congestion control parameters of a port. Those
 * of debugfs are written in any C notation, so plain decimal.
 */
final class Mlx5Dcqcn {
  static final String DEBUGFS = "debugfs.cc-params";
  static final String SYSFS = "sysfs.ecn";

  /** A write of np_cnp_prio makes it 0, one of it makes np_cnp_prio 0 (mlx5_ib_set_cc_params). */
  private static final String COPIES = "np_cnp_prio_mode";

  private static final String INBOX = "Linux drivers/infiniband/hw/mlx5/cong.c";
  private static final String VENDOR = "DOCA-OFED drivers/net/ethernet/mellanox/mlx5/core/en_ecn.c";
  private static final String FIRMWARE =
      "mstflint 4.33 mlxconfig_host.db, nv_roce_cc and nv_roce_cc_ecn";

  private Mlx5Dcqcn() {}

  /** The vendor's where both are there: only it tells which priorities are on. */
  static SettingAccess of(NicPort port) {
    String vendor = "sys/class/net/" + port.ifname() + "/ecn";
    if (port.files().isFolder(vendor + "/roce_rp") && port.files().isFolder(vendor + "/roce_np")) {
      return new DcqcnAccess(
          port, files(SYSFS, vendor, Mlx5Dcqcn::vendorName, switches(), Optional.empty()));
    }
    String pci = port.nic().pciAddress();
    String inbox = "sys/kernel/debug/mlx5/" + pci + "/cc_params";
    return !pci.isEmpty() && port.files().isFolder(inbox)
        ? new DcqcnAccess(
            port, files(DEBUGFS, inbox, Mlx5Dcqcn::inboxName, List.of(), Optional.of(COPIES)))
        : new SettingAccess.Absent(
            SettingKind.DCQCN,
            ("neither /%s (firmware permission, debugfs mounted, root) nor /%s (vendor's driver) is"
                    + " there")
                .formatted(inbox, vendor));
  }

  private static DcqcnFiles files(
      String write,
      String folder,
      Function<DcqcnParameter, String> name,
      List<List<String>> switches,
      Optional<String> copies) {
    return new DcqcnFiles(
        "mlx5",
        write,
        folder,
        name.andThen(Optional::of),
        switches,
        copies,
        "only the vendor's driver switches it per priority",
        Long::parseLong,
        Long::toString);
  }

  /** Notification and reaction point of each priority. */
  private static List<List<String>> switches() {
    return IntStream.range(0, Priority.COUNT)
        .mapToObj(n -> List.of("roce_np/enable/" + n, "roce_rp/enable/" + n))
        .toList();
  }

  /** Every name in every place. */
  static List<ParameterName> names() {
    Function<DcqcnParameter, String> inbox = Mlx5Dcqcn::inboxName;
    Function<DcqcnParameter, String> vendor = Mlx5Dcqcn::vendorName;
    Function<DcqcnParameter, String> firmware = Mlx5Dcqcn::firmwareName;
    return Stream.of(
            ParameterName.in("debugfs", inbox.andThen(Optional::of), INBOX),
            ParameterName.in("sysfs", vendor.andThen(Optional::of), VENDOR),
            ParameterName.in("mlxconfig", firmware.andThen(Optional::of), FIRMWARE))
        .flatMap(List::stream)
        .toList();
  }

  /** Returns the name of the firmware's entry: that of the file, in capitals. */
  private static String firmwareName(DcqcnParameter parameter) {
    String name = vendorName(parameter);
    return name.substring(name.indexOf('/') + 1).toUpperCase(Locale.ROOT) + "_P1/_P2";
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
