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
    return Stream.of(
            ParameterName.in("debugfs", one -> Optional.of(inboxName(one)), INBOX),
            ParameterName.in("sysfs", one -> Optional.of(vendorName(one)), VENDOR),
            ParameterName.in("mlxconfig", one -> Optional.of(named(one).firmware()), FIRMWARE))
        .flatMap(List::stream)
        .toList();
  }

  private static String inboxName(DcqcnParameter parameter) {
    return named(parameter).part + "_" + named(parameter).inbox;
  }

  private static String vendorName(DcqcnParameter parameter) {
    return "roce_" + named(parameter).part + "/" + named(parameter).vendor;
  }

  /**
   * Names of one parameter.
   *
   * @param part {@code rp} of the end that sends, {@code np} of the one that receives
   * @param inbox in the kernel's driver, behind the part
   * @param vendor in the vendor's, in the part's folder; and in the firmware, in capitals
   */
  private record Name(String part, String inbox, String vendor) {
    String firmware() {
      return vendor.toUpperCase(Locale.ROOT) + "_P1/_P2";
    }
  }

  private static Name rp(String inbox, String vendor) {
    return new Name("rp", inbox, vendor);
  }

  private static Name np(String inbox, String vendor) {
    return new Name("np", inbox, vendor);
  }

  private static Name named(DcqcnParameter parameter) {
    return switch (parameter) {
      case CLAMP_TARGET_RATE -> rp("clamp_tgt_rate", "clamp_tgt_rate");
      case CLAMP_TARGET_RATE_AFTER_TIME ->
          rp("clamp_tgt_rate_ati", "clamp_tgt_rate_after_time_inc");
      case TIME_RESET -> rp("time_reset", "rpg_time_reset");
      case BYTE_RESET -> rp("byte_reset", "rpg_byte_reset");
      case THRESHOLD -> rp("threshold", "rpg_threshold");
      case AI_RATE -> rp("ai_rate", "rpg_ai_rate");
      case HAI_RATE -> rp("hai_rate", "rpg_hai_rate");
      case MAX_RATE -> rp("max_rate", "rpg_max_rate");
      case GD -> rp("gd", "rpg_gd");
      case MIN_DECREASE_FACTOR -> rp("min_dec_fac", "rpg_min_dec_fac");
      case MIN_RATE -> rp("min_rate", "rpg_min_rate");
      case FIRST_CNP_RATE -> rp("rate_to_set_on_first_cnp", "rate_to_set_on_first_cnp");
      case ALPHA_KEEP -> rp("dce_tcp_g", "dce_tcp_g");
      case ALPHA_PERIOD -> rp("dce_tcp_rtt", "dce_tcp_rtt");
      case REDUCE_PERIOD -> rp("rate_reduce_monitor_period", "rate_reduce_monitor_period");
      case INITIAL_ALPHA -> rp("initial_alpha_value", "initial_alpha_value");
      case MIN_TIME_BETWEEN_CNPS -> np("min_time_between_cnps", "min_time_between_cnps");
      case CNP_DSCP -> np("cnp_dscp", "cnp_dscp");
      case CNP_PRIORITY -> np("cnp_prio", "cnp_802p_prio");
    };
  }
}
