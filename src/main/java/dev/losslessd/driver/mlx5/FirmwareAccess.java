package dev.losslessd.driver.mlx5;

import dev.losslessd.driver.DcbView;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.NicFirmware;
import dev.losslessd.driver.NicPort;
import dev.losslessd.driver.SettingAccess;
import dev.losslessd.model.Capability;
import dev.losslessd.model.FirmwareConfig;
import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Entries of the NIC's non-volatile configuration that are about RoCE, by Debian's mstconfig. A
 * write is kept in flash and takes effect when the firmware is reset, which is never done here.
 * Both ports of a card show the entries of both.
 */
record FirmwareAccess(Nic nic, NicFirmware firmware, Ledger ledger) implements SettingAccess {
  static final String WRITE = "mstconfig.set";

  static SettingAccess of(NicPort port) {
    return of(port.nic(), port.access().firmware(), port.ledger());
  }

  static SettingAccess of(Nic nic, NicFirmware firmware, Ledger ledger) {
    if (nic.pciAddress().isEmpty()) {
      return new Absent(SettingKind.FIRMWARE, "the port has no PCI address");
    }
    return firmware.isThere()
        ? new FirmwareAccess(nic, firmware, ledger)
        : new Absent(
            SettingKind.FIRMWARE, "mstconfig is not installed (Debian: apt install mstflint)");
  }

  @Override
  public SettingKind kind() {
    return SettingKind.FIRMWARE;
  }

  @Override
  public Capability capability(DcbView dcb) {
    return Capability.writable(Risk.NEEDS_RESET);
  }

  @Override
  public Reading read(DcbView dcb) {
    Optional<List<FirmwareEntry>> known = firmware.known(nic.pciAddress());
    return known
        .map(FirmwareAccess::reading)
        .orElseGet(() ->
            new Reading.Unread("mstconfig is still reading it, which takes seconds: ask again"));
  }

  private static Reading reading(List<FirmwareEntry> all) {
    List<FirmwareEntry> plain = all.stream().filter(FirmwareEntry::isPlain).toList();
    if (plain.isEmpty()) {
      return new Reading.Unsupported("this firmware has no entries about RoCE");
    }
    FirmwareConfig next = config(plain, true);
    if (plain.stream().anyMatch(FirmwareEntry::waits)) {
      return new Reading.Staged(config(plain, false), next, Reading.Event.RESET);
    }
    boolean told = plain.stream().allMatch(entry -> entry.current() != null);
    return new Reading.Value(
        next, "", told ? "" : "this firmware tells only what comes after a reset");
  }

  private static FirmwareConfig config(List<FirmwareEntry> entries, boolean next) {
    Map<String, String> values = new TreeMap<>();
    for (FirmwareEntry entry : entries) {
      String current = entry.current();
      values.put(entry.name(), next || current == null ? entry.next() : current);
    }
    return new FirmwareConfig(values);
  }

  /** Looks at the NIC itself first: what is known may be old. */
  @Override
  public void write(Setting after) {
    Map<String, FirmwareEntry> there =
        firmware.query(nic.pciAddress()).stream()
            .filter(FirmwareEntry::isPlain)
            .collect(Collectors.toMap(FirmwareEntry::name, entry -> entry));
    Map<String, String> differing = new TreeMap<>();
    ((FirmwareConfig) after)
        .values()
        .forEach((name, value) -> {
          FirmwareEntry entry = there.get(name);
          if (entry == null || entry.readOnly()) {
            String why = entry == null ? ": this firmware has no such entry" : " is read only";
            throw DeviceException.unsupported(nic.port() + " firmware " + name + why);
          }
          if (!entry.next().equals(value)) {
            differing.put(name, value);
          }
        });
    if (!differing.isEmpty()) {
      ledger.require(WRITE);
      firmware.stage(nic.pciAddress(), differing);
    }
  }
}
