package dev.losslessd.driver.bnxt;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.DcqcnAccess;
import dev.losslessd.driver.DcqcnFiles;
import dev.losslessd.driver.ForwardingAccess;
import dev.losslessd.driver.NicPort;
import dev.losslessd.driver.ParameterName;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.TransportException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * DCQCN on and off, and the marks of CNPs. bnxt's other parameters have units that no source gives,
 * so they are left alone. A write says success even when the firmware refused: read back, always.
 *
 * <p>Of the vendor's driver: some values are staged until 1 is written to apply. Old versions stage
 * all and show it, so what was refused would read as in force. The values from before are put there
 * again then, and where that fails too, they are remembered.
 *
 * @param stuck what is in force beside other values in the files; null where they agree
 */
record BnxtDcqcn(DcqcnAccess plain, AtomicReference<@Nullable Dcqcn> stuck)
    implements ForwardingAccess {
  static final String DEBUGFS = "debugfs.bnxt-cc-config";
  static final String CONFIGFS = "configfs.bnxt-cc";

  private static final Map<DcqcnParameter, String> INBOX_NAMES =
      Map.of(DcqcnParameter.CNP_DSCP, "alt_vlan_dscp", DcqcnParameter.CNP_PRIORITY, "alt_vlan_pcp");
  private static final Map<DcqcnParameter, String> VENDOR_NAMES =
      Map.of(DcqcnParameter.CNP_DSCP, "cnp_dscp", DcqcnParameter.CNP_PRIORITY, "cnp_prio");
  private static final String INBOX = "Linux drivers/infiniband/hw/bnxt_re/debugfs.c";
  private static final String VENDOR = "Broadcom bnxt_re configfs.c";

  /** The vendor's where both are there: it is the one that is loaded. */
  static SettingAccess of(NicPort port) {
    Nic nic = port.nic();
    String configfs =
        "sys/kernel/config/bnxt_re/" + nic.rdmaDevice() + "/ports/" + nic.rdmaPort() + "/cc";
    if (port.files().isFolder(configfs)) {
      return new BnxtDcqcn(new DcqcnAccess(port, vendor(configfs)), new AtomicReference<>());
    }
    String debugfs = "sys/kernel/debug/bnxt_re/" + nic.pciAddress() + "/cc_config";
    if (!nic.pciAddress().isEmpty() && port.files().isFolder(debugfs)) {
      return new DcqcnAccess(port, inbox(debugfs));
    }
    return new Absent(
        SettingKind.DCQCN,
        ("neither /%s (Linux 7.2, debugfs mounted, root) nor /%s (vendor's driver, after mkdir"
                + " /sys/kernel/config/bnxt_re/%s) is there")
            .formatted(debugfs, configfs, nic.rdmaDevice()));
  }

  /** Linux 7.2 and newer; takes effect at once. Numbers are read in any C notation. */
  private static DcqcnFiles inbox(String folder) {
    return files(DEBUGFS, folder, INBOX_NAMES, "enable_cc", Long::toString);
  }

  /** Old versions take every number as hexadecimal, so that is how they are written. */
  private static DcqcnFiles vendor(String folder) {
    return files(
        CONFIGFS, folder, VENDOR_NAMES, "ecn_enable", value -> "0x" + Long.toHexString(value));
  }

  /** bnxt has one switch for the port. */
  private static DcqcnFiles files(
      String write,
      String folder,
      Map<DcqcnParameter, String> names,
      String enable,
      LongFunction<String> print) {
    return new DcqcnFiles(
        "bnxt",
        write,
        folder,
        parameter -> Optional.ofNullable(names.get(parameter)),
        List.of(List.of(enable)),
        Optional.empty(),
        "no /" + folder + "/" + enable,
        // decimal in debugfs, hexadecimal with 0x in configfs; a text may follow
        text -> Long.decode(Pattern.of("\\s").split(text, 2)[0]),
        print);
  }

  /** Every name in every place. */
  static List<ParameterName> names() {
    return Stream.of(
            ParameterName.in("debugfs", one -> Optional.ofNullable(INBOX_NAMES.get(one)), INBOX),
            ParameterName.in("configfs", one -> Optional.ofNullable(VENDOR_NAMES.get(one)), VENDOR))
        .flatMap(List::stream)
        .toList();
  }

  @Override
  public Reading read(DcbView dcb) {
    Dcqcn inForce = stuck.get();
    Dcqcn now = plain.now();
    return inForce == null || inForce.equals(now)
        ? new Reading.Value(now)
        : new Reading.Staged(inForce, now, Reading.Event.APPLY);
  }

  @Override
  public void write(Setting after) {
    Dcqcn wanted = (Dcqcn) after;
    Dcqcn now = plain.now();
    plain.check(wanted, now);
    Dcqcn earlier = stuck.get();
    Dcqcn inForce = earlier == null ? now : earlier;
    try {
      boolean wrote = plain.put(wanted, now);
      if (wrote || earlier != null) {
        plain.port().files().write(plain.files().path("apply"), "0x1\n");
      }
      stuck.set(null);
    } catch (TransportException e) {
      stuck.set(inForce);
      try {
        plain.put(inForce, plain.now());
        stuck.set(null);
      } catch (TransportException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }
}
