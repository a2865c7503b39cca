package dev.losslessd.driver;

import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Observed;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.WatchdogRange;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Settings of one operating system of switches, each of a port or of the whole switch, in the order
 * in which they are read.
 *
 * @param <S> output of a switch at one time
 */
public final class SettingTable<S> {
  /** Reads one setting of the whole switch. */
  @FunctionalInterface
  public interface DeviceReader<S> {
    /**
     * @throws DeviceException for what cannot be told, which the table's rule makes a reading
     */
    Reading read(S now);
  }

  /** Reads one setting of a port. */
  @FunctionalInterface
  public interface PortReader<S> {
    /**
     * @throws DeviceException for what cannot be told, which the table's rule makes a reading
     */
    Reading read(S now, String port);
  }

  /** Tells whether one setting can be written. */
  @FunctionalInterface
  public interface Ability<S> {
    /**
     * @param now reads the switch when it is asked
     */
    Capability of(Supplier<S> now, Target target);
  }

  private record Row<S>(
      SettingKind kind,
      Class<? extends Target> scope,
      Ability<S> ability,
      PortReader<S> reader,
      BiPredicate<Supplier<S>, String> there) {}

  /** Times of a port's watchdog that are set for the whole switch. */
  public static final WatchdogRange WATCHDOG_OF_SWITCH =
      WatchdogRange.elsewhere("they are set for the whole switch");

  /** Times of a switch's watchdog that each port has for itself. */
  public static final WatchdogRange WATCHDOG_OF_PORT =
      WatchdogRange.elsewhere("each port has its own");

  private final Function<Supplier<Reading>, Reading> onFailure;
  private final List<Row<S>> rows = new ArrayList<>();

  /**
   * @param onFailure what a reader that throws comes to: {@link Failures#orUnsupported}, or {@link
   *     Failures#orUntold} of a system that is watched
   */
  public SettingTable(Function<Supplier<Reading>, Reading> onFailure) {
    this.onFailure = onFailure;
  }

  /** Adds a setting of the whole switch. */
  public SettingTable<S> device(SettingKind kind, Capability ability, DeviceReader<S> reader) {
    return device(kind, (_, _) -> ability, reader);
  }

  /** Adds a setting of the whole switch that can be written on some. */
  public SettingTable<S> device(SettingKind kind, Ability<S> ability, DeviceReader<S> reader) {
    rows.add(
        new Row<>(
            kind, Target.Device.class, ability, (now, _) -> reader.read(now), (_, _) -> true));
    return this;
  }

  /** Adds a setting of each port. */
  public SettingTable<S> port(SettingKind kind, Capability ability, PortReader<S> reader) {
    return port(kind, (_, _) -> ability, reader);
  }

  /** Adds a setting of each port that can be written on some. */
  public SettingTable<S> port(SettingKind kind, Ability<S> ability, PortReader<S> reader) {
    rows.add(new Row<>(kind, Target.Port.class, ability, reader, (_, _) -> true));
    return this;
  }

  /**
   * Adds a setting of some ports.
   *
   * @param there whether a port has it
   */
  public SettingTable<S> portWhere(
      BiPredicate<S, String> there, SettingKind kind, Ability<S> ability, PortReader<S> reader) {
    rows.add(
        new Row<>(
            kind, Target.Port.class, ability, reader, (now, port) -> there.test(now.get(), port)));
    return this;
  }

  /** Adds the watchdog of the whole switch, where each port has its own: it is on, and no more. */
  public SettingTable<S> watchdogOfEachPort() {
    return device(
        SettingKind.PFC_WATCHDOG,
        (_, target) -> watchdogOfEachPort(target).with(WATCHDOG_OF_PORT),
        _ -> new Reading.Value(new PfcWatchdog(true)));
  }

  public static Capability watchdogOfEachPort(Target box) {
    return Capability.readOnly("each port of " + box + " has its own, and there is no other");
  }

  /** Adds the DSCP map to each port, where it is read; it is set for the whole switch. */
  public SettingTable<S> dscpMapOfAll(PortReader<S> reader) {
    return port(
        SettingKind.DSCP_MAP,
        (_, target) ->
            Capability.readOnly("one map for the whole switch: set dscp of " + target.device()),
        reader);
  }

  /** Returns what can be written of a target; the switch is read only where that decides it. */
  Map<SettingKind, Capability> abilities(Supplier<S> now, Target target) {
    Map<SettingKind, Capability> all = new EnumMap<>(SettingKind.class);
    of(now, target).forEach(row -> all.put(row.kind(), row.ability().of(now, target)));
    return all;
  }

  /** Reads each setting of a target. */
  Observed read(S now, Target target) {
    Map<SettingKind, Reading> all = new EnumMap<>(SettingKind.class);
    of(() -> now, target)
        .forEach(row ->
            all.put(row.kind(), onFailure.apply(() -> row.reader().read(now, port(target)))));
    return new Observed(target, all);
  }

  /** Whether a switch shows a change already. */
  public boolean isMet(S now, Change change) {
    return change.isMet(read(now, change.target()).reading(change.kind()));
  }

  private List<Row<S>> of(Supplier<S> now, Target target) {
    return rows.stream()
        .filter(row -> row.scope().isInstance(target) && row.there().test(now, port(target)))
        .toList();
  }

  /** An error about a change of a setting that its target does not have. */
  public static DeviceException noSetting(Change change) {
    return DeviceException.unsupported(change.target() + " has no setting " + change.kind().word());
  }

  /** Names of the ports that targets are, an empty one among them for the whole switch. */
  public static Set<String> ports(Set<Target> targets) {
    return targets.stream().map(SettingTable::port).collect(Collectors.toSet());
  }

  /** Returns the name of the port that a target is; empty for the whole switch. */
  public static String port(Target target) {
    return target instanceof Target.Port port ? port.id().name() : "";
  }
}
