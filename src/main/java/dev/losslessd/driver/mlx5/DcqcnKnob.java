package dev.losslessd.driver.mlx5;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * DCQCN parameters through files. They act at once and for the whole port function; drivers cut or
 * misread what is out of range without a word, so the range is checked here and only plain decimal
 * is written.
 */
record DcqcnKnob(Nic nic, HostFiles files, Ledger ledger, CcFiles where) implements SettingAccess {
  static final String DEBUGFS = "debugfs.cc-params";
  static final String SYSFS = "sysfs.ecn";

  private static final List<String> ENDS = List.of("roce_np", "roce_rp");

  static SettingAccess of(Nic nic, HostFiles files, Ledger ledger) {
    return CcFiles.of(nic, files)
        .<SettingAccess>map(where -> new DcqcnKnob(nic, files, ledger, where))
        .orElseGet(() ->
            new Absent(
                SettingKind.DCQCN,
                "neither /sys/kernel/debug/mlx5/"
                    + nic.pciAddress()
                    + "/cc_params (firmware"
                    + " permission, debugfs mounted, root) nor /sys/class/net/"
                    + nic.port().name()
                    + "/ecn (vendor's driver) is there"));
  }

  @Override
  public SettingKind kind() {
    return SettingKind.DCQCN;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return Capability.writable();
  }

  /** Reads the files; a parameter whose file is not there is absent. */
  @Override
  public Reading read(DcbView dcb) {
    return new Reading.Value(now());
  }

  private Dcqcn now() {
    Map<DcqcnParameter, Long> values = new EnumMap<>(DcqcnParameter.class);
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      number(where.path(parameter)).ifPresent(value -> values.put(parameter, value));
    }
    return new Dcqcn(enabled(), values);
  }

  /** Priorities with both ends on; null if the driver does not tell. */
  private @Nullable PrioritySet enabled() {
    return switch (where) {
      case CcFiles.Debugfs d -> null;
      case CcFiles.Sysfs sysfs -> enabled(sysfs);
    };
  }

  private @Nullable PrioritySet enabled(CcFiles.Sysfs sysfs) {
    int mask = 0;
    for (int priority = 0; priority < Priority.COUNT; priority++) {
      boolean on = true;
      for (String end : ENDS) {
        Optional<Long> value = number(sysfs.enable(end, priority));
        if (value.isEmpty()) {
          return null;
        }
        on &= value.get() == 1;
      }
      mask |= on ? 1 << priority : 0;
    }
    return new PrioritySet(mask);
  }

  /** An empty file is a failed read of the vendor's driver, not a zero. */
  private Optional<Long> number(String path) {
    Optional<String> text = files.readText(path);
    try {
      return text.map(Long::valueOf);
    } catch (NumberFormatException e) {
      throw new TransportException(
          TransportException.Kind.GARBLED,
          "/" + path + " says '" + text.orElse("") + "', expected a decimal number",
          e);
    }
  }

  @Override
  public void write(Setting after) {
    Dcqcn wanted = (Dcqcn) after;
    Dcqcn now = now();
    check(wanted, now);
    wanted
        .values()
        .forEach((parameter, value) -> {
          if (!value.equals(now.values().get(parameter))) {
            put(where.path(parameter), value);
          }
        });
    if (wanted.enabled() != null) {
      switch (where) {
        case CcFiles.Debugfs d -> {}
        case CcFiles.Sysfs sysfs -> enable(sysfs, wanted.enabled());
      }
    }
  }

  private void enable(CcFiles.Sysfs sysfs, PrioritySet wanted) {
    for (int priority = 0; priority < Priority.COUNT; priority++) {
      long value = wanted.contains(Priority.of(priority)) ? 1 : 0;
      for (String end : ENDS) {
        String path = sysfs.enable(end, priority);
        if (!number(path).equals(Optional.of(value))) {
          put(path, value);
        }
      }
    }
  }

  private void put(String path, long value) {
    ledger.require(
        switch (where) {
          case CcFiles.Debugfs d -> DEBUGFS;
          case CcFiles.Sysfs s -> SYSFS;
        });
    files.write(path, value + "\n");
  }

  private void check(Dcqcn wanted, Dcqcn now) {
    wanted
        .values()
        .forEach((parameter, value) -> {
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
                parameter.jsonKey() + ": no file /" + where.path(parameter));
          }
        });
    if (wanted.enabled() != null && now.enabled() == null) {
      throw refuse(
          DeviceException.Kind.UNSUPPORTED,
          "enabled=" + wanted.enabled() + ": only the vendor's driver switches it per priority");
    }
  }

  private DeviceException refuse(DeviceException.Kind kind, String why) {
    return new DeviceException(kind, nic.port() + " dcqcn " + why);
  }
}
