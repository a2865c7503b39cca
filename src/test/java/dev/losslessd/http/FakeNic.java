package dev.losslessd.http;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Session;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Change;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Identity;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Observed;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.model.Unsaved;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** A NIC of a few ports in memory, which a test can make misbehave. */
final class FakeNic implements Session {
  private final Map<Target, Map<SettingKind, Setting>> memory = new HashMap<>();
  private final List<Target> targets;
  private final Map<SettingKind, Setting> whole;

  volatile boolean lies;
  volatile boolean silent;
  volatile boolean busy;

  /** Lines of others that are not saved. */
  volatile List<String> foreign = List.of();

  /** Machine-id of its host; empty for none. */
  volatile String machineId = "";

  private int reads;
  private int asked;
  private int writes;

  FakeNic(List<PortId> ports) {
    targets = ports.stream().map(Target::port).toList();
    whole = Map.of();
    targets.forEach(target -> memory.put(target, factoryNew()));
  }

  /**
   * A device that has and takes every kind of setting.
   *
   * @param values what each of its targets has
   */
  FakeNic(List<Target> targets, Map<SettingKind, Setting> values) {
    this.targets = List.copyOf(targets);
    this.whole = Map.copyOf(values);
    targets.forEach(target -> memory.put(target, new EnumMap<>(values)));
  }

  @Override
  public List<Target> targets() {
    return targets;
  }

  @Override
  public synchronized Capabilities capabilities(Target target) {
    asked++;
    Map<SettingKind, Capability> settings = new EnumMap<>(SettingKind.class);
    whole.keySet().forEach(kind -> settings.put(kind, Capability.writable()));
    if (!whole.isEmpty()) {
      return new Capabilities(target, settings, 8);
    }
    settings.put(SettingKind.PFC, Capability.writable(Risk.LINK_BOUNCE));
    settings.put(SettingKind.DSCP_MAP, Capability.writable());
    settings.put(SettingKind.DCQCN, Capability.writable());
    settings.put(SettingKind.GLOBAL_PAUSE, Capability.writable());
    settings.put(SettingKind.TRUST, Capability.readOnly("set it through dscp"));
    return new Capabilities(target, settings, 2);
  }

  @Override
  public synchronized Observed read(Target target) {
    reads++;
    requireVoice();
    Map<SettingKind, Reading> readings = new EnumMap<>(SettingKind.class);
    memory.getOrDefault(target, Map.of()).forEach((k, v) -> readings.put(k, new Reading.Value(v)));
    if (!whole.isEmpty()) {
      return new Observed(target, readings);
    }
    readings.put(SettingKind.HEADROOM, new Reading.Unsupported("no buffers to carve"));
    readings.put(SettingKind.ETS, new Reading.Unread("the table is busy"));
    return new Observed(target, readings);
  }

  @Override
  public synchronized void apply(Change change) {
    writes++;
    requireVoice();
    if (!lies) {
      set(change.target(), change.after());
    }
  }

  /** Number of times that it was read. */
  synchronized int reads() {
    return reads;
  }

  /** Number of times that its capabilities were asked for. */
  synchronized int asked() {
    return asked;
  }

  /** Number of times that it was set. */
  synchronized int writes() {
    return writes;
  }

  /** Changes a setting behind the engine's back. */
  synchronized void set(Target target, Setting setting) {
    memory.computeIfAbsent(target, t -> factoryNew()).put(setting.kind(), setting);
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    requireVoice();
    return new Unsaved(List.of(), foreign);
  }

  @Override
  public Identity identity(Target target) {
    if (silent && !whole.isEmpty()) {
      requireVoice();
    }
    return target instanceof Target.Device && !machineId.isEmpty()
        ? Identity.of(Identity.Fact.MACHINE_ID, machineId)
        : Identity.NONE;
  }

  @Override
  public Sweeper sweeper(PortId port) {
    throw new DeviceException(DeviceException.Kind.UNSUPPORTED, port + " has no counters");
  }

  @Override
  public void close() {}

  private void requireVoice() {
    if (busy) {
      throw DeviceException.busy("gpu01 has not answered an earlier call yet");
    }
    if (silent) {
      throw new DeviceException(DeviceException.Kind.TIMEOUT, "gpu01 did not answer");
    }
  }

  private static Map<SettingKind, Setting> factoryNew() {
    Map<SettingKind, Setting> memory = new EnumMap<>(SettingKind.class);
    memory.put(SettingKind.PFC, Pfc.OFF);
    memory.put(SettingKind.DSCP_MAP, DscpMap.EMPTY);
    memory.put(SettingKind.TRUST, new Trust(Trust.Field.PCP));
    memory.put(SettingKind.GLOBAL_PAUSE, new GlobalPause(true, true));
    memory.put(
        SettingKind.DCQCN,
        new Dcqcn(
            null, Map.of(DcqcnParameter.CNP_DSCP, 48L, DcqcnParameter.MIN_TIME_BETWEEN_CNPS, 4L)));
    return memory;
  }

  /** A port as discovery finds it. */
  static Nic found(PortId port) {
    return new Nic(
        port,
        "mlx5_0",
        1,
        "0000:1a:00.0",
        OptionalInt.empty(),
        "mlx5_core",
        "28.43.1014",
        "MT_0000000838",
        "0c:42:a1:5e:00:01",
        Nic.Role.PHYSICAL,
        Nic.LinkLayer.ETHERNET,
        "ACTIVE",
        400_000,
        List.of(new Nic.Gid(3, "0000:0000:0000:0000:0000:ffff:c0a8:0101", "RoCE v2", port.name())),
        Nic.Words.NONE);
  }
}
