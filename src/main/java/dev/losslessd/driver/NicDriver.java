package dev.losslessd.driver;

import dev.losslessd.model.ClassLayout;
import dev.losslessd.model.Nic;
import dev.losslessd.model.SettingKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Driver of the NICs of one make on this host, by dcbnl, ethtool and files of the kernel. The first
 * in the list that drives a NIC gets it. Stateless.
 */
public abstract class NicDriver {
  private final NicTraits traits;
  private final Ledger ledger;

  protected NicDriver(NicTraits traits) {
    this.traits = traits;
    this.ledger = new Ledger(traits.writes);
  }

  /** Name of the driver: {@code mlx5}, {@code generic}. */
  public final String name() {
    return traits.name;
  }

  /** Everything that this driver may ever write. */
  public final Ledger ledger() {
    return ledger;
  }

  public final boolean drives(Nic nic) {
    return traits.drives(nic);
  }

  /** Names of the congestion control parameters; empty where it has none that can be set here. */
  public final List<ParameterName> parameterNames() {
    return traits.parameterNames;
  }

  /** Traffic classes that its kernel driver takes in a schedule; a policy is compiled into them. */
  public final ClassLayout classes(Nic nic) {
    return traits.classes;
  }

  /**
   * Whether a lossless priority needs a receive buffer of the size that {@code NicHeadroom} tells.
   */
  public final boolean needsHeadroom() {
    return traits.needsHeadroom;
  }

  /** Whether its firmware keeps settings of its own that can be read here. */
  public final boolean hasFirmwareSettings() {
    return traits.hasFirmwareSettings;
  }

  /** Settings that a port has here, writable or not. Looks at files alone. */
  public final Set<SettingKind> settings(Nic nic, HostAccess access) {
    return traits.open(nic, access, ledger, traits.whyNotSet(nic, access)).entrySet().stream()
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
    Optional<String> whyNot = traits.whyNotSet(nic, access);
    return new NicSession(
        nic,
        access,
        whyNot.isEmpty(),
        traits.open(nic, access, ledger, whyNot),
        traits.counters.sweeper(nic, access),
        traits.patience);
  }
}
