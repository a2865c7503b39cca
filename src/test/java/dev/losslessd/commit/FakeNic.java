package dev.losslessd.commit;

import dev.losslessd.commit.OwnFaults.Place;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Session;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Incarnation;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;

/** A host with NIC ports in memory; a test decides whether it obeys, lies, refuses or hangs. */
final class FakeNic implements Session {
  final Map<Target, Map<SettingKind, Setting>> values = new TreeMap<>();
  final List<Change> written = new ArrayList<>();
  final Set<SettingKind> lies = new HashSet<>();
  final Set<SettingKind> refuses = new HashSet<>();
  final CountDownLatch hang = new CountDownLatch(1);

  /** Whether anything may be written. */
  WritePolicy gate;

  /** Exceptions of the driver's own code. */
  OwnFaults faults = new OwnFaults();

  /** Runs before it is read or written. */
  Runnable touched = () -> {};

  /** Run before it tells what can be set. */
  Runnable asked = () -> {};

  /** Run before it tells who else writes it. */
  Runnable marks = () -> {};

  /** Identities of the device and its ports. */
  final Map<Target, Identity> identities = new TreeMap<>();

  /** Starts of the device and its ports; none is told where there is none. */
  final Map<Target, Incarnation> incarnations = new TreeMap<>();

  int obeys = Integer.MAX_VALUE;
  SettingKind hangsOn = SettingKind.TRUST;

  FakeNic(WritePolicy gate, PortId... ports) {
    this.gate = gate;
    for (PortId port : ports) {
      values.put(Target.port(port), factory());
    }
  }

  private static EnumMap<SettingKind, Setting> factory() {
    EnumMap<SettingKind, Setting> factory = new EnumMap<>(SettingKind.class);
    factory.put(SettingKind.PFC, Pfc.OFF);
    factory.put(SettingKind.DSCP_MAP, DscpMap.EMPTY);
    factory.put(SettingKind.GLOBAL_PAUSE, new GlobalPause(true, true));
    return factory;
  }

  Setting value(PortId port, SettingKind kind) {
    return Objects.requireNonNull(on(Target.port(port)).get(kind));
  }

  /** It does not answer until something else runs before it is touched. */
  void silence() {
    touched =
        () -> {
          throw new DeviceException(DeviceException.Kind.TIMEOUT, "no answer");
        };
  }

  /** Somebody else sets it. */
  void set(PortId port, SettingKind kind, Setting setting) {
    on(Target.port(port)).put(kind, setting);
  }

  private Map<SettingKind, Setting> on(Target target) {
    return Objects.requireNonNull(values.get(target));
  }

  @Override
  public List<Target> targets() {
    return List.copyOf(values.keySet());
  }

  @Override
  public Capabilities capabilities(Target target) {
    asked.run();
    EnumMap<SettingKind, Capability> settings = new EnumMap<>(SettingKind.class);
    settings.put(SettingKind.PFC, Capability.writable(Risk.LINK_BOUNCE));
    settings.put(SettingKind.DSCP_MAP, Capability.writable());
    settings.put(SettingKind.GLOBAL_PAUSE, Capability.writable());
    return new Capabilities(target, settings, 2);
  }

  @Override
  public Observed read(Target target) {
    touched.run();
    faults.at(Place.SESSION);
    EnumMap<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    on(target).forEach((kind, setting) -> readings.put(kind, new Reading.Value(setting)));
    faults.at(Place.ANSWER);
    return new Observed(target, readings);
  }

  @Override
  public void apply(Change change) {
    touched.run();
    faults.at(Place.SESSION);
    pass();
    if (change.kind() == hangsOn) {
      await();
    }
    if (refuses.contains(change.kind()) || obeys-- <= 0) {
      throw new DeviceException(DeviceException.Kind.REFUSED, change.text() + ": EINVAL");
    }
    written.add(change);
    if (!lies.contains(change.kind())) {
      on(change.target()).put(change.kind(), change.after());
    }
    faults.at(Place.ANSWER);
  }

  /** Refuses while the gate is closed: an order to the device is a write too. */
  void pass() {
    if (!gate.mayWrite()) {
      throw new DeviceException(DeviceException.Kind.CLOSED_GATE, gate.reason());
    }
  }

  private void await() {
    try {
      hang.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public List<ForeignMark> foreign() {
    marks.run();
    faults.at(Place.SESSION);
    return List.of();
  }

  @Override
  public Identity identity(Target target) {
    return identities.getOrDefault(target, Identity.NONE);
  }

  @Override
  public Optional<Incarnation> incarnation(Target target) {
    touched.run();
    return Optional.ofNullable(incarnations.get(target));
  }

  /** The port's driver is loaded again: the factory's settings, and another netdev. */
  void reload(PortId port, int ifindex) {
    on(Target.port(port)).putAll(factory());
    incarnations.put(
        Target.port(port), new Incarnation(Incarnation.Kind.IFINDEX, Integer.toString(ifindex)));
  }

  @Override
  public Sweeper sweeper(PortId port) {
    throw new DeviceException(DeviceException.Kind.UNSUPPORTED, "no counters");
  }

  @Override
  public void close() {}
}
