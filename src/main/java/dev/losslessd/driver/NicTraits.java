package dev.losslessd.driver;

import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Ledger.Evidence;
import dev.losslessd.model.Capability;
import dev.losslessd.model.ClassLayout;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What one make of NIC has: kernel drivers, settings with their risks, counters, and writes of its
 * own. What is not said is as the kernel offers it for every netdev.
 */
public final class NicTraits {
  final String name;
  final CounterCatalogue counters;
  final List<Entry> writes = new ArrayList<>();
  ClassLayout classes = ClassLayout.BY_PRIORITY;
  List<ParameterName> parameterNames = List.of();
  Duration patience = Duration.ZERO;
  boolean needsHeadroom;
  boolean hasFirmwareSettings;

  private final Set<String> kernelDrivers;
  private final List<Function<NicPort, SettingAccess>> ofNetdev = new ArrayList<>();
  private final List<Function<NicPort, SettingAccess>> ofRdma = new ArrayList<>();
  private Function<Nic, Optional<String>> whyNot = nic -> Optional.empty();
  private Function<Nic, String> agentOff = nic -> "switch its LLDP agent off first";
  private boolean takesHostMode;

  private NicTraits(String name, CounterCatalogue counters, String... kernelDrivers) {
    this.name = name;
    this.counters = counters;
    this.kernelDrivers = Set.of(kernelDrivers);
  }

  /**
   * Traits of a make that is set by dcbnl, with the settings that are the same for every make.
   *
   * @param kernelDrivers none for every one
   */
  public static NicTraits dcbnl(String name, CounterCatalogue counters, String... kernelDrivers) {
    NicTraits traits = new NicTraits(name, counters, kernelDrivers);
    traits.writes.addAll(HostLedger.entries());
    return traits
        .with(port -> new TrustAccess())
        .with(port -> new HeadroomAccess(port, Capability.writable(Risk.BUFFER_RECARVE)))
        .with(port -> new MaxRateAccess(port, Capability.writable()))
        .with(DcbxAccess::readOnly)
        // with autonegotiation a change is negotiated anew
        .with(port -> new PauseAccess(port, Capability.writable(Risk.LINK_BOUNCE)))
        // of a driver that is not known here nothing better is promised
        .with(port -> MtuAccess.of(port, Risk.LINK_BOUNCE))
        .withRdma(RoceTosAccess::of);
  }

  /**
   * Traits of a make that is only monitored.
   *
   * @param where it is set
   */
  public static NicTraits monitored(
      String name, CounterCatalogue counters, String where, String... kernelDrivers) {
    return new NicTraits(name, counters, kernelDrivers).unless(nic -> Optional.of(where));
  }

  /** Adds a setting of the netdev, in place of the one of its kind that was there. */
  public NicTraits with(Function<NicPort, SettingAccess> setting) {
    ofNetdev.add(setting);
    return this;
  }

  /** Adds a setting of the RDMA device, which a bond has too. */
  public NicTraits withRdma(Function<NicPort, SettingAccess> setting) {
    ofRdma.add(setting);
    return this;
  }

  /** Tells why the make has no such setting, or where it is. */
  public NicTraits without(SettingKind kind, Function<Nic, String> why) {
    return with(port -> new SettingAccess.Absent(kind, why.apply(port.nic())));
  }

  /** Adds a sourced write that no other make has. */
  public NicTraits writes(String id, String form, String source) {
    writes.add(new Entry(id, form, source, Evidence.SOURCED));
    return this;
  }

  /** Traffic classes that the kernel driver takes; by priority where this is not said. */
  public NicTraits classes(ClassLayout.Numbering numbering, Ets.Selection unused) {
    classes = new ClassLayout(numbering, unused);
    return this;
  }

  public NicTraits parameterNames(List<ParameterName> names) {
    parameterNames = names;
    return this;
  }

  /** Sets the time that one write may take; the config's deadline where this is not said. */
  public NicTraits patience(Duration longest) {
    patience = longest;
    return this;
  }

  /** A lossless priority needs a buffer of a certain size, see {@link NicDriver#needsHeadroom}. */
  public NicTraits needsHeadroom() {
    needsHeadroom = true;
    return this;
  }

  /** Its firmware keeps settings that can be read here. */
  public NicTraits hasFirmwareSettings() {
    hasFirmwareSettings = true;
    return this;
  }

  /** Lets the driver take DCBX from a willing firmware to the host. */
  public NicTraits takesHostMode() {
    takesHostMode = true;
    return this;
  }

  /** Tells how the operator switches the firmware's LLDP agent off. */
  public NicTraits agentOff(Function<Nic, String> how) {
    agentOff = how;
    return this;
  }

  /** Sets the reason why nothing of a port may be set, beside those of every make. */
  public NicTraits unless(Function<Nic, Optional<String>> why) {
    whyNot = why;
    return this;
  }

  boolean drives(Nic nic) {
    return kernelDrivers.isEmpty() || kernelDrivers.contains(nic.kernelDriver());
  }

  Optional<String> whyNotSet(Nic nic, HostAccess access) {
    return NicWritability.whyNotSet(nic, access.files()).or(() -> whyNot.apply(nic));
  }

  /**
   * Opens the settings of a port, one of each kind.
   *
   * @param whyNot why nothing of the netdev is set; a bond keeps what is of its RDMA device
   */
  Map<SettingKind, SettingAccess> open(
      Nic nic, HostAccess access, Ledger ledger, Optional<String> whyNot) {
    NicPort port = new NicPort(nic, access, ledger, takesHostMode, agentOff.apply(nic));
    List<SettingAccess> all = new ArrayList<>();
    whyNot.ifPresent(why -> all.addAll(SettingAccess.allAbsent(why)));
    if (whyNot.isEmpty()) {
      ofNetdev.forEach(setting -> all.add(setting.apply(port)));
    }
    if (whyNot.isEmpty() || Bonds.hasRdma(nic)) {
      ofRdma.forEach(setting -> all.add(setting.apply(port)));
    }
    Map<SettingKind, SettingAccess> byKind = new EnumMap<>(SettingKind.class);
    all.forEach(setting -> byKind.put(setting.kind(), setting));
    return byKind;
  }
}
