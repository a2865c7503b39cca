package dev.losslessd.fabric.host;

import dev.losslessd.model.DcqcnParameter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Congestion control as Broadcom's driver has it in configfs, of the older kind (bnxt_re configfs.c
 * of 2017 to 2022): every number is hexadecimal, with 0x or without, so that 26 is 38; all of it
 * waits for {@code apply}, and a read tells what waits.
 */
final class BnxtCc {
  private static final Map<String, Long> AT_LOAD = atLoad();

  private final FakeNic nic;
  private final Map<String, Long> inForce = new LinkedHashMap<>();
  private final Map<String, Long> staged = new TreeMap<>();

  BnxtCc(FakeNic nic) {
    this.nic = nic;
    reset();
  }

  private static Map<String, Long> atLoad() {
    Map<String, Long> all = new LinkedHashMap<>();
    all.put("advanced", 0L);
    all.put("cc_mode", 1L);
    all.put("ecn_enable", 1L);
    all.put("ecn_marking", 1L);
    all.put("g", 8L);
    all.put("init_cr", 0xc8L);
    all.put("init_tr", 0x320L);
    all.put("inact_th", 0x2710L);
    all.put("rtt", 0x28L);
    all.put("min_time_bet_cnp", 0L);
    all.put("disable_prio_vlan_tx", 0L);
    all.put("roce_dscp", 26L);
    all.put("roce_prio", 3L);
    all.put("cnp_dscp", 48L);
    all.put("cnp_prio", 7L);
    all.put("cnp_ecn", 1L);
    return all;
  }

  /** The driver is loaded: it turns congestion control on by itself. */
  void reset() {
    staged.clear();
    inForce.clear();
    inForce.putAll(AT_LOAD);
  }

  /** The one that applies comes last: writes may be taken together. */
  static Map<String, SettingFile> files() {
    Map<String, SettingFile> files = new LinkedHashMap<>();
    for (String name : AT_LOAD.keySet()) {
      files.put(
          name,
          new SettingFile(
              name,
              "BNXT_CC",
              nic -> "0x" + Long.toHexString(nic.bnxtCc().value(name)),
              (nic, text) -> nic.bnxtCc().take(name, text)));
    }
    files.put(
        "apply",
        new SettingFile("apply", "BNXT_CC", _ -> "", (nic, text) -> nic.bnxtCc().apply(text)));
    return files;
  }

  /** Parameters that the firmware has in force, by name. */
  Map<String, Long> inForce() {
    return inForce;
  }

  private long value(String name) {
    Long waiting = staged.get(name);
    return waiting == null ? inForce.getOrDefault(name, 0L) : waiting;
  }

  private int take(String name, String text) {
    OptionalLong value = hex(text);
    if (value.isEmpty() || value.getAsLong() > most(name)) {
      return Errno.EINVAL.negative();
    }
    // what the firmware refuses says success all the same: a fault of ours does no more
    return nic.write(
        WriteKind.DCQCN,
        () -> {
          staged.put(name, value.getAsLong());
          return 0;
        });
  }

  private static OptionalLong hex(String text) {
    String digits = text.strip().replaceFirst("^0[xX]", "");
    return digits.matches("[0-9a-fA-F]{1,8}")
        ? OptionalLong.of(Long.parseLong(digits, 16))
        : OptionalLong.empty();
  }

  private static long most(String name) {
    return switch (name) {
      case "cnp_dscp", "roce_dscp" -> 63;
      case "cnp_prio", "roce_prio" -> 7;
      case "ecn_enable", "ecn_marking", "cc_mode", "advanced" -> 1;
      default -> 0xffff_ffffL;
    };
  }

  private int apply(String text) {
    if (hex(text).orElse(0) != 1) {
      return Errno.EINVAL.negative();
    }
    inForce.putAll(staged);
    staged.clear();
    nic.port().dcqcn(DcqcnParameter.CNP_DSCP, value("cnp_dscp"));
    nic.port().dcqcn(DcqcnParameter.CNP_PRIORITY, value("cnp_prio"));
    return 0;
  }
}
