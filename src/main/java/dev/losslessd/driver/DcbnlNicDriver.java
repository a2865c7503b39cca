package dev.losslessd.driver;

import dev.losslessd.model.ClassLayout;
import dev.losslessd.model.Nic;
import dev.losslessd.model.SettingKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Driver of the NICs of one make, by dcbnl, ethtool and files of the kernel. */
public abstract class DcbnlNicDriver implements NicDriver {
  private final NicTraits traits;
  private final Ledger ledger;

  protected DcbnlNicDriver(NicTraits traits) {
    this.traits = traits;
    this.ledger = new Ledger(traits.writes);
  }

  @Override
  public final String name() {
    return traits.name;
  }

  @Override
  public final Ledger ledger() {
    return ledger;
  }

  @Override
  public final boolean drives(Nic nic) {
    return traits.drives(nic);
  }

  @Override
  public final List<ParameterName> parameterNames() {
    return traits.parameterNames;
  }

  @Override
  public final ClassLayout classes(Nic nic) {
    return traits.classes;
  }

  @Override
  public final boolean needsHeadroom() {
    return traits.needsHeadroom;
  }

  @Override
  public final boolean hasFirmwareSettings() {
    return traits.hasFirmwareSettings;
  }

  @Override
  public final Set<SettingKind> settings(Nic nic, HostAccess access) {
    return traits.open(nic, access, ledger, traits.whyNotSet(nic, access)).entrySet().stream()
        .filter(one -> one.getValue().isHere())
        .map(Map.Entry::getKey)
        .collect(Collectors.toUnmodifiableSet());
  }

  @Override
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
