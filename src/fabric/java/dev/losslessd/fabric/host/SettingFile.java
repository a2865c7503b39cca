package dev.losslessd.fabric.host;

import dev.losslessd.model.DcqcnParameter;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;

/**
 * A file that sets a parameter of a NIC.
 *
 * @param name of the file
 * @param log how the write log begins
 * @param print its text now, without the end of the line
 * @param take handles a written line and returns 0 or a negative errno, which a writer to this fake
 *     file does not see
 */
record SettingFile(
    String name,
    String log,
    Function<FakeNic, String> print,
    ToIntBiFunction<FakeNic, String> take) {
  private static final int U8 = 255;
  private static final String COPIES = "np_cnp_prio_mode";
  private static final int LEAST_MTU = 68;
  private static final int MOST_MTU = 9978;
  private static final String GLOBAL = "Global tclass=";

  /** Files of {@code debug/mlx5/PCI/cc_params}, by name. */
  static Map<String, SettingFile> congestion() {
    Map<String, SettingFile> files = new TreeMap<>();
    for (CcFile file : CcFile.files().values()) {
      files.put(
          file.name(),
          new SettingFile(
              file.name(),
              "CC_PARAMS",
              nic -> Long.toUnsignedString(shown(nic, file)),
              (nic, text) ->
                  number(nic, WriteKind.DCQCN, file.parse(text), n -> set(nic, file, n))));
    }
    files.put(
        COPIES,
        new SettingFile(
            COPIES,
            "CC_PARAMS",
            nic -> isCopied(nic) ? "1" : "0",
            (nic, text) ->
                number(
                    nic, WriteKind.DCQCN, CcFile.u32(text), mode -> copy(nic, (mode & 1) != 0))));
    return files;
  }

  private static boolean isCopied(FakeNic nic) {
    return nic.port().dcqcn(DcqcnParameter.CNP_PRIORITY) == DcqcnParameter.COPIED_PRIORITY;
  }

  private static long shown(FakeNic nic, CcFile file) {
    boolean copied = file.parameter() == DcqcnParameter.CNP_PRIORITY && isCopied(nic);
    return copied ? 0 : nic.port().dcqcn(file.parameter());
  }

  /** The command has a priority of 0 beside the mode, under one bit of its field_select. */
  private static int copy(FakeNic nic, boolean on) {
    nic.port().dcqcn(DcqcnParameter.CNP_PRIORITY, on ? DcqcnParameter.COPIED_PRIORITY : 0);
    return 0;
  }

  private static int set(FakeNic nic, CcFile file, long value) {
    nic.port().dcqcn(file.parameter(), value);
    return 0;
  }

  /** Files of {@code config/rdma_cm/DEVICE/ports/N} (drivers/infiniband/core/cma_configfs.c). */
  static Map<String, SettingFile> rdmaCm() {
    SettingFile tos =
        new SettingFile(
            "default_roce_tos",
            "RDMA_CM",
            nic -> Integer.toString(nic.mark().defaultTos()),
            (nic, text) ->
                number(nic, WriteKind.TOS, CcFile.u32(text), value -> roceTos(nic, value)));
    return Map.of(tos.name(), tos);
  }

  private static int roceTos(FakeNic nic, long value) {
    if (value > U8) {
      return Errno.EINVAL.negative();
    }
    nic.mark().defaultTos((int) value);
    return 0;
  }

  /** Files of {@code infiniband/DEVICE/tc/N} (DOCA-OFED drivers/infiniband/hw/mlx5/main_ext.c). */
  static Map<String, SettingFile> trafficClass() {
    SettingFile file =
        new SettingFile(
            "traffic_class",
            "TCLASS",
            nic -> nic.mark().trafficClass() < 0 ? "" : GLOBAL + nic.mark().trafficClass(),
            (nic, text) -> trafficClass(nic, text.strip()));
    return Map.of(file.name(), file);
  }

  private static int trafficClass(FakeNic nic, String text) {
    String plain = text.startsWith("tclass=") ? text.substring("tclass=".length()) : text;
    if (!plain.matches("-1|\\d{1,3}") || Integer.parseInt(plain) > U8) {
      return Errno.EINVAL.negative();
    }
    return nic.write(
        WriteKind.TOS,
        () -> {
          nic.mark().trafficClass(Integer.parseInt(plain));
          return 0;
        });
  }

  /** Files of {@code class/net/NETDEV} (net/core/net-sysfs.c), with mlx5's bounds. */
  static Map<String, SettingFile> netdev() {
    SettingFile mtu =
        new SettingFile(
            "mtu",
            "MTU",
            nic -> Integer.toString(nic.port().mtu()),
            (nic, text) -> number(nic, WriteKind.MTU, CcFile.u32(text), bytes -> mtu(nic, bytes)));
    return Map.of(mtu.name(), mtu);
  }

  private static int mtu(FakeNic nic, long bytes) {
    if (bytes < LEAST_MTU || bytes > MOST_MTU) {
      return Errno.EINVAL.negative();
    }
    nic.port().mtu((int) bytes);
    nic.dcb().mtuChanged();
    return 0;
  }

  private static int number(
      FakeNic nic, WriteKind setting, OptionalLong value, Function<Long, Integer> operation) {
    return value.isEmpty()
        ? Errno.EINVAL.negative()
        : nic.write(setting, () -> operation.apply(value.getAsLong()));
  }
}
