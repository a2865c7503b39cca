package dev.losslessd.driver.bnxt;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * DCQCN on and off, and the marks of CNPs. bnxt's other parameters have units that no source gives,
 * so they are left alone. A write says success even when the firmware refused: read back, always.
 */
record DcqcnKnob(
    Nic nic, HostFiles files, Ledger ledger, CcFiles where, AtomicReference<@Nullable Dcqcn> stuck)
    implements SettingAccess {
  static final String DEBUGFS = "debugfs.bnxt-cc-config";
  static final String CONFIGFS = "configfs.bnxt-cc";

  private static final PrioritySet ALL = new PrioritySet(0xff);

  static SettingAccess of(Nic nic, HostAccess access, Ledger ledger) {
    return CcFiles.of(nic, access)
        .<SettingAccess>map(
            where -> new DcqcnKnob(nic, access.files(), ledger, where, new AtomicReference<>()))
        .orElseGet(() ->
            new Absent(
                SettingKind.DCQCN,
                "neither /"
                    + CcFiles.debugfs(nic)
                    + " (Linux 7.2, debugfs mounted, root) nor /"
                    + CcFiles.configfs(nic)
                    + " (vendor's driver, after mkdir /sys/kernel/config/bnxt_re/"
                    + nic.rdmaDevice()
                    + ") is there"));
  }

  @Override
  public SettingKind kind() {
    return SettingKind.DCQCN;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return Capability.writable();
  }

  @Override
  public Reading read(DcbView dcb) {
    Dcqcn inForce = stuck.get();
    Dcqcn now = now();
    return inForce == null || inForce.equals(now)
        ? new Reading.Value(now)
        : new Reading.Staged(inForce, now, "apply");
  }

  private Dcqcn now() {
    Map<DcqcnParameter, Long> values = new EnumMap<>(DcqcnParameter.class);
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      where.path(parameter).flatMap(this::number).ifPresent(value -> values.put(parameter, value));
    }
    return new Dcqcn(enabled(), values);
  }

  /** bnxt has one switch for the port. */
  private @Nullable PrioritySet enabled() {
    return number(where.enable()).map(value -> value == 0 ? PrioritySet.NONE : ALL).orElse(null);
  }

  /** Decimal in debugfs, hexadecimal with 0x in configfs; a text may follow. */
  private Optional<Long> number(String path) {
    Optional<String> text = files.readText(path);
    try {
      return text.map(t -> Long.decode(t.split("\\s", 2)[0]));
    } catch (NumberFormatException e) {
      throw new TransportException(
          TransportException.Kind.GARBLED,
          "/" + path + " says '" + text.orElse("") + "', expected a number",
          e);
    }
  }

  @Override
  public void write(Setting after) {
    Dcqcn wanted = (Dcqcn) after;
    Dcqcn now = now();
    check(wanted, now);
    switch (where) {
      case CcFiles.Debugfs d -> put(wanted, now);
      case CcFiles.Configfs c -> apply(wanted, now, c);
    }
  }

  /**
   * Old drivers keep what is written until it is applied, and show it: what was refused would read
   * as in force. So the values from before are put there again, and where that fails too, they are
   * remembered.
   */
  private void apply(Dcqcn wanted, Dcqcn now, CcFiles.Configfs configfs) {
    Dcqcn earlier = stuck.get();
    Dcqcn inForce = earlier == null ? now : earlier;
    try {
      boolean wrote = put(wanted, now);
      if (wrote || earlier != null) {
        files.write(configfs.apply(), "0x1\n");
      }
      stuck.set(null);
    } catch (TransportException e) {
      stuck.set(inForce);
      try {
        put(inForce, now());
        stuck.set(null);
      } catch (TransportException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
  }

  /** Writes the parameters that differ, and returns whether there were any. */
  private boolean put(Dcqcn wanted, Dcqcn now) {
    boolean wrote = false;
    for (Map.Entry<DcqcnParameter, Long> one : wanted.values().entrySet()) {
      if (!one.getValue().equals(now.values().get(one.getKey()))) {
        put(where.path(one.getKey()).orElseThrow(), one.getValue());
        wrote = true;
      }
    }
    if (wanted.enabled() != null && !wanted.enabled().equals(now.enabled())) {
      put(where.enable(), wanted.enabled().isEmpty() ? 0 : 1);
      wrote = true;
    }
    return wrote;
  }

  private void put(String path, long value) {
    switch (where) {
      case CcFiles.Debugfs d -> {
        ledger.require(DEBUGFS);
        files.write(path, value + "\n");
      }
      case CcFiles.Configfs c -> {
        ledger.require(CONFIGFS);
        files.write(path, "0x" + Long.toHexString(value) + "\n");
      }
    }
  }

  private void check(Dcqcn wanted, Dcqcn now) {
    wanted.values().forEach((parameter, value) -> check(parameter, value, now));
    PrioritySet enabled = wanted.enabled();
    if (enabled == null) {
      return;
    }
    if (now.enabled() == null) {
      throw refuse(
          DeviceException.Kind.UNSUPPORTED, "enabled=" + enabled + ": no /" + where.enable());
    }
    if (!enabled.isEmpty() && !enabled.equals(ALL)) {
      throw refuse(
          DeviceException.Kind.REFUSED,
          "enabled=" + enabled + ": bnxt has one switch for the port, expected none or " + ALL);
    }
  }

  private void check(DcqcnParameter parameter, long value, Dcqcn now) {
    if (value < parameter.min() || value > parameter.max()) {
      throw refuse(
          DeviceException.Kind.REFUSED,
          parameter.jsonKey()
              + "="
              + value
              + ", expected "
              + parameter.min()
              + ".."
              + parameter.max());
    }
    if (!now.values().containsKey(parameter)) {
      throw refuse(
          DeviceException.Kind.UNSUPPORTED,
          parameter.jsonKey() + ": bnxt shows " + now.values().keySet());
    }
  }

  private DeviceException refuse(DeviceException.Kind kind, String why) {
    return new DeviceException(kind, nic.port() + " dcqcn " + why);
  }
}
