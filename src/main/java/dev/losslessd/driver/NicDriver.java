package dev.losslessd.driver;

import dev.losslessd.driver.Ledger.Entry;
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
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;

/**
 * Driver of the NICs of one make on this host, by dcbnl, ethtool and files of the kernel. The first
 * in the list that drives a NIC gets it. Stateless.
 *
 * <p>The constructor of a make says what it has: kernel drivers, settings with their risks,
 * counters, and writes of its own. What is not said is as the kernel offers it for every netdev.
 */
public abstract class NicDriver {
  private static final String DCBNL = "Linux net/dcb/dcbnl.c, include/uapi/linux/dcbnl.h";

  private final String name;
  private final CounterCatalogue counters;
  private final Set<String> kernelDrivers;
  private final List<Entry> writes = new ArrayList<>();
  private final List<Function<NicPort, SettingAccess>> ofNetdev = new ArrayList<>();
  private final List<Function<NicPort, SettingAccess>> ofRdma = new ArrayList<>();
  private ClassLayout classes = ClassLayout.BY_PRIORITY;
  private List<ParameterName> parameterNames = List.of();
  private Duration patience = Duration.ZERO;
  private boolean takesHostMode;
  private Function<Nic, Optional<String>> whyNot = nic -> Optional.empty();
  private Function<Nic, String> agentOff = nic -> "switch its LLDP agent off first";

  /**
   * @param kernelDrivers none for every one
   */
  protected NicDriver(String name, CounterCatalogue counters, String... kernelDrivers) {
    this.name = name;
    this.counters = counters;
    this.kernelDrivers = Set.of(kernelDrivers);
  }

  /** Adds the settings by dcbnl that are the same for every make, and their writes. */
  protected final void withDcbnl() {
    writes(PfcAccess.WRITE, "DCB_CMD_IEEE_SET{IEEE_PFC}", DCBNL);
    writes(EtsAccess.WRITE, "DCB_CMD_IEEE_SET{IEEE_ETS}", DCBNL);
    writes(DscpAccess.ADD, "DCB_CMD_IEEE_SET{IEEE_APP_TABLE{selector 5}}", DCBNL);
    writes(DscpAccess.DELETE, "DCB_CMD_IEEE_DEL{IEEE_APP_TABLE{selector 5}}", DCBNL);
    writes(HeadroomAccess.WRITE, "DCB_CMD_IEEE_SET{DCB_BUFFER}", DCBNL);
    writes(MaxRateAccess.WRITE, "DCB_CMD_IEEE_SET{IEEE_MAXRATE}", DCBNL);
    writes(
        PauseAccess.WRITE,
        "ETHTOOL_SPAUSEPARAM",
        "Linux net/ethtool/ioctl.c, include/uapi/linux/ethtool.h");
    writes(
        MtuAccess.WRITE,
        "/sys/class/net/<netdev>/mtu = <decimal>",
        "Linux net/core/net-sysfs.c, Documentation/ABI/testing/sysfs-class-net");
    writes(
        RoceTosAccess.WRITE,
        "/sys/kernel/config/rdma_cm/<rdma>/ports/<n>/default_roce_tos = <decimal>",
        "Linux drivers/infiniband/core/cma_configfs.c");
    writes(
        OptionalCountersAccess.WRITE,
        "RDMA_NLDEV_CMD_STAT_SET{STAT_HWCOUNTERS{STAT_HWCOUNTER_INDEX}}",
        "Linux drivers/infiniband/core/nldev.c");
    with(port -> new TrustAccess());
    with(port -> new HeadroomAccess(port, Capability.writable(Risk.BUFFER_RECARVE)));
    with(port -> new MaxRateAccess(port, Capability.writable(), LongUnaryOperator.identity(), ""));
    with(DcbxAccess::readOnly);
    // with autonegotiation a change is negotiated anew
    with(port -> new PauseAccess(port, Capability.writable(Risk.LINK_BOUNCE)));
    // of a driver that is not known here nothing better is promised
    with(port -> MtuAccess.of(port, Risk.LINK_BOUNCE));
    withRdma(RoceTosAccess::of);
  }

  /** Adds a setting of the netdev, in place of the one of its kind that was there. */
  protected final void with(Function<NicPort, SettingAccess> setting) {
    ofNetdev.add(setting);
  }

  /** Adds a setting of the RDMA device, which a bond has too. */
  protected final void withRdma(Function<NicPort, SettingAccess> setting) {
    ofRdma.add(setting);
  }

  /** Tells why the make has no such setting, or where it is. */
  protected final void without(SettingKind kind, Function<Nic, String> why) {
    with(port -> new SettingAccess.Absent(kind, why.apply(port.nic())));
  }

  /** Adds a sourced write that no other make has. */
  protected final void writes(String id, String form, String source) {
    writes.add(Entry.sourced(id, form, source));
  }

  /** Traffic classes that the kernel driver takes; by priority where this is not said. */
  protected final void classes(ClassLayout.Numbering numbering, Ets.Selection unused) {
    classes = new ClassLayout(numbering, unused);
  }

  protected final void parameterNames(List<ParameterName> names) {
    parameterNames = names;
  }

  /** Sets the time that one write may take; the config's deadline where this is not said. */
  protected final void patience(Duration longest) {
    patience = longest;
  }

  /** Lets the driver take DCBX from a willing firmware to the host. */
  protected final void takesHostMode() {
    takesHostMode = true;
  }

  /** Tells how the operator switches the firmware's LLDP agent off. */
  protected final void agentOff(Function<Nic, String> how) {
    agentOff = how;
  }

  /** Sets the reason why nothing of a port may be set, beside those of every make. */
  protected final void unless(Function<Nic, Optional<String>> why) {
    whyNot = why;
  }

  /** Name of the driver: {@code mlx5}, {@code generic}. */
  public final String name() {
    return name;
  }

  /** Everything that this driver may ever write. */
  public final Ledger ledger() {
    return new Ledger(writes);
  }

  public final boolean drives(Nic nic) {
    return kernelDrivers.isEmpty() || kernelDrivers.contains(nic.kernelDriver());
  }

  /** Names of the congestion control parameters; empty where it has none that can be set here. */
  public final List<ParameterName> parameterNames() {
    return parameterNames;
  }

  /** Traffic classes that its kernel driver takes in a schedule; a policy is compiled into them. */
  public final ClassLayout classes(Nic nic) {
    return classes;
  }

  /**
   * Whether a lossless priority needs a receive buffer of the size that {@code NicHeadroom} tells.
   */
  public boolean needsHeadroom() {
    return false;
  }

  /** Whether its firmware keeps settings of its own that can be read here. */
  public boolean hasFirmwareSettings() {
    return false;
  }

  /** Settings that a port has here, writable or not. Looks at files alone. */
  public final Set<SettingKind> settings(Nic nic, HostAccess access) {
    return open(nic, access, whyNotSet(nic, access)).entrySet().stream()
        .filter(one -> one.getValue().isHere())
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Opens one NIC port. Nothing is written, and nothing is read that the session does not need.
   *
   * @throws DeviceException if the NIC is gone
   */
  public final Session open(Nic nic, HostAccess access) {
    Optional<String> why = whyNotSet(nic, access);
    return new NicSession(
        nic,
        access,
        why.isEmpty(),
        open(nic, access, why),
        counters.sweeper(nic, access),
        patience);
  }

  private Optional<String> whyNotSet(Nic nic, HostAccess access) {
    return NicWritability.whyNotSet(nic, access.files()).or(() -> whyNot.apply(nic));
  }

  /**
   * Opens the settings of a port, one of each kind.
   *
   * @param why why nothing of the netdev is set; a bond keeps what is of its RDMA device
   */
  private Map<SettingKind, SettingAccess> open(Nic nic, HostAccess access, Optional<String> why) {
    NicPort port = new NicPort(nic, access, ledger(), takesHostMode, agentOff.apply(nic));
    List<SettingAccess> all = new ArrayList<>();
    why.ifPresentOrElse(
        text -> all.addAll(SettingAccess.allAbsent(text)),
        () -> ofNetdev.forEach(setting -> all.add(setting.apply(port))));
    if (why.isEmpty() || Bonds.hasRdma(nic)) {
      ofRdma.forEach(setting -> all.add(setting.apply(port)));
    }
    Map<SettingKind, SettingAccess> byKind = new EnumMap<>(SettingKind.class);
    all.forEach(setting -> byKind.put(setting.kind(), setting));
    return byKind;
  }
}
