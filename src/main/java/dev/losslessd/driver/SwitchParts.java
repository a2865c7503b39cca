package dev.losslessd.driver;

import dev.losslessd.model.Identity;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What one operating system of switches brings to its {@link TableSession}: how a switch is read,
 * which settings it has, and how it is written.
 *
 * @param <S> output of a switch at one time
 */
public final class SwitchParts<S> {
  final SwitchAccess access;
  final ShortLivedCache<S> printed;
  final SettingTable<S> settings;
  final SwitchTransaction<S> transaction;
  Function<S, Collection<String>> ports = _ -> List.of();
  BiFunction<Supplier<S>, String, Optional<String>> bundle = (_, _) -> Optional.empty();
  BiConsumer<S, Target> require = (_, _) -> {};
  IntSupplier maxLossless = () -> Priority.COUNT;
  Duration patience = Duration.ZERO;
  Supplier<Identity> identity = () -> Identity.NONE;
  Supplier<Optional<Incarnation>> incarnation;
  Supplier<List<ForeignMark>> foreign = List::of;
  Supplier<List<OtherAgent>> agents = List::of;
  Supplier<List<String>> missingPermissions = List::of;
  Supplier<List<String>> ownNames = List::of;
  Supplier<List<Nic>> nics = List::of;
  DeviceSweeper queues = (_, _, _) -> List.of();
  Function<PortId, Sweeper> counters;
  Supplier<List<Neighbour>> neighbours = List::of;
  Runnable closing = () -> {};

  /**
   * @param printed the switch as last read, which forgets that with each write
   * @param settings every setting, with what reads it and whether it can be written
   * @param transaction way in which changes are written
   */
  public SwitchParts(
      SwitchAccess access,
      ShortLivedCache<S> printed,
      SettingTable<S> settings,
      SwitchTransaction<S> transaction) {
    this.access = access;
    this.printed = printed;
    this.settings = settings;
    this.transaction = transaction;
    this.incarnation = access::snmpBoots;
    this.counters = port -> access.sweeper(port, new SnmpColumns(), UnaryOperator.identity());
  }

  /** Sets how front panel ports are found, by the names of the configuration. */
  public SwitchParts<S> ports(Function<S, Collection<String>> ports) {
    this.ports = ports;
    return this;
  }

  /**
   * Sets how the bundle of a port is found where QoS is set at the bundle; none by default.
   *
   * @param bundle of a port, both by the names of the configuration
   */
  public SwitchParts<S> bundle(BiFunction<S, String, Optional<String>> bundle) {
    this.bundle = (now, port) -> bundle.apply(now.get(), port);
    return this;
  }

  /** Sets what looks whether a target is there, before its settings are read one by one. */
  public SwitchParts<S> require(BiConsumer<S, Target> require) {
    this.require = require;
    return this;
  }

  /**
   * Sets what looks whether a port is there, before its settings are read one by one.
   *
   * @param required throws GONE if the switch has no such port
   */
  public SwitchParts<S> port(BiConsumer<S, String> required) {
    return require((now, target) -> {
      if (target instanceof Target.Port port) {
        required.accept(now, port.id().name());
      }
    });
  }

  /** Sets the most priorities that may be lossless at once; 8, which is no limit, by default. */
  public SwitchParts<S> maxLossless(IntSupplier maxLossless) {
    this.maxLossless = maxLossless;
    return this;
  }

  /** Sets what serves {@link Session#patience}. */
  public SwitchParts<S> patience(Duration patience) {
    this.patience = patience;
    return this;
  }

  /** Sets how the serials of the box are asked, see {@link Session#identity}. */
  public SwitchParts<S> identity(Supplier<Identity> identity) {
    this.identity = identity;
    return this;
  }

  /** Sets what serves {@link Session#incarnation}; starts of the SNMP engine by default. */
  public SwitchParts<S> incarnation(Supplier<Optional<Incarnation>> incarnation) {
    this.incarnation = incarnation;
    return this;
  }

  /** Sets what serves {@link Session#foreign}. */
  public SwitchParts<S> foreign(Supplier<List<ForeignMark>> foreign) {
    this.foreign = foreign;
    return this;
  }

  /** Sets what serves {@link Session#agents}. */
  public SwitchParts<S> agents(Supplier<List<OtherAgent>> agents) {
    this.agents = agents;
    return this;
  }

  /** Sets what serves {@link Session#missingPermissions}. */
  public SwitchParts<S> missingPermissions(Supplier<List<String>> missingPermissions) {
    this.missingPermissions = missingPermissions;
    return this;
  }

  /** Sets what serves {@link Session#ownNames}. */
  public SwitchParts<S> ownNames(Supplier<List<String>> ownNames) {
    this.ownNames = ownNames;
    return this;
  }

  /** Sets {@link SwitchSession#nics}; none by default. */
  public SwitchParts<S> nics(Supplier<List<Nic>> nics) {
    this.nics = nics;
    return this;
  }

  /** Sets {@link SwitchSession#queues}; nothing by default. */
  public SwitchParts<S> queues(DeviceSweeper queues) {
    this.queues = queues;
    return this;
  }

  /** Sets what serves {@link Session#sweeper}. */
  public SwitchParts<S> counters(Function<PortId, Sweeper> counters) {
    this.counters = counters;
    return this;
  }

  /**
   * Sets counters of a port by SNMP.
   *
   * @param whole a port's name as the configuration has it, from the agent's
   */
  public SwitchParts<S> counters(SnmpColumns columns, UnaryOperator<String> whole) {
    return counters(port -> access.sweeper(port, columns, whole));
  }

  /** Sets {@link SwitchSession#neighbours}; nobody by default. */
  public SwitchParts<S> neighbours(Supplier<List<Neighbour>> neighbours) {
    this.neighbours = neighbours;
    return this;
  }

  /**
   * Sets neighbours as the switch heard them by LLDP: by SNMP, else as the command line tells.
   *
   * @param whole a port's name as the configuration has it, from the agent's
   * @param isPort of a name of the configuration: one with a cable
   */
  public SwitchParts<S> neighbours(
      UnaryOperator<String> whole,
      Predicate<String> isPort,
      Supplier<List<Neighbour>> byCommandLine) {
    return neighbours(() -> access.neighbours(whole, isPort).orElseGet(byCommandLine));
  }

  /** Sets what closes the command line at the end of the session. */
  public SwitchParts<S> closing(Runnable closing) {
    this.closing = closing;
    return this;
  }
}
