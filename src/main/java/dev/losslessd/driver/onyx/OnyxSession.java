package dev.losslessd.driver.onyx;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.WatchedSession;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One switch: it is watched, as no source vouches for the way back of what could be written; but
 * for PFC of the whole switch.
 */
final class OnyxSession extends WatchedSession {
  private static final String WHY =
      "this release only watches Onyx: set it by hand (src/docs/vendors/onyx.md)";

  private final ShortLivedCache<Interfaces> interfaces;
  private final ShortLivedCache<PfcTable> pfc;
  private final SwitchPfc switchPfc;

  OnyxSession(SwitchAccess access) {
    super(access, OnyxLedger.DIALECT, WHY);
    this.interfaces = new ShortLivedCache<>(access.ticks(), this::readInterfaces);
    this.pfc = new ShortLivedCache<>(access.ticks(), this::readPfc);
    this.switchPfc = new SwitchPfc(access, pfc);
  }

  private Interfaces readInterfaces() {
    Identity.parse(console().show(Identity.COMMAND));
    return Interfaces.parse(console().show(Interfaces.COMMAND));
  }

  /** Where the JSON has ports alone, the text has the priorities. */
  private PfcTable readPfc() {
    PfcTable table = PfcTable.parse(console().show(PfcTable.COMMAND));
    return table.head().isPresent()
        ? table
        : PfcTable.parseText(console().show(PfcTable.TEXT) + "\n");
  }

  @Override
  protected Collection<String> ports() {
    return interfaces.now().ports().keySet();
  }

  @Override
  protected List<String> reads() {
    return List.of(Identity.COMMAND, Interfaces.COMMAND, PfcTable.COMMAND);
  }

  @Override
  protected Map<SettingKind, Supplier<Reading>> knobs(Target target) {
    Map<SettingKind, Supplier<Reading>> knobs = new EnumMap<>(SettingKind.class);
    switch (target) {
      case Target.Device _ -> knobs.put(SettingKind.LOSSLESS, this::lossless);
      case Target.Port port -> ofPort(port.id().name(), knobs);
    }
    return knobs;
  }

  @Override
  protected Optional<Written> written(Target target, SettingKind kind) {
    return target instanceof Target.Device && kind == SettingKind.LOSSLESS
        ? Optional.of(switchPfc)
        : Optional.empty();
  }

  private Reading lossless() {
    String pools =
        console()
            .showIfKnown(TrafficPools.COMMAND)
            .filter(text -> !text.isBlank())
            .map(TrafficPools::parse)
            .orElse("");
    PfcTable.Head head = pfc.now().switchWide();
    String listed =
        head.on() || head.priorities().isEmpty()
            ? ""
            : "PFC is disabled, listed are " + head.priorities();
    return switchPfc.reading(
        Stream.of(listed, pools).filter(one -> !one.isEmpty()).collect(Collectors.joining("; ")));
  }

  private void ofPort(String name, Map<SettingKind, Supplier<Reading>> knobs) {
    ShortLivedCache<QosTable> qos =
        new ShortLivedCache<>(
            access().ticks(), () -> QosTable.parse(name, console().show(QosTable.command(name))));
    knobs.put(SettingKind.PFC, () -> pfc.now().pfc(name));
    knobs.put(SettingKind.TRUST, () -> new Reading.Value(qos.now().trust()));
    knobs.put(SettingKind.DSCP_MAP, () -> new Reading.Value(qos.now().dscp()));
    knobs.put(SettingKind.ETS, () -> ets(name, qos.now().classOfPriority()));
    knobs.put(SettingKind.ECN, () -> new Reading.Value(congestion(name).ecn()));
    knobs.put(SettingKind.GLOBAL_PAUSE, () -> new Reading.Value(interfaces.now().pause(name)));
    knobs.put(SettingKind.MTU, () -> new Reading.Value(interfaces.now().mtu(name)));
    knobs.put(SettingKind.PFC_WATCHDOG, OnyxSession::watchdog);
  }

  private Reading ets(String name, List<Integer> classOfPriority) {
    String text = console().show(EtsTable.command(name));
    return new Reading.Value(EtsTable.parse(name, text, classOfPriority));
  }

  private Congestion congestion(String name) {
    return Congestion.parse(name, console().show(Congestion.command(name)));
  }

  private static Reading watchdog() {
    return new Reading.Unsupported(
        "no source has the command that shows pfc-wd (onyx.watchdog, unverified)");
  }

  @Override
  public List<Sweep> sweepQueues(Collection<PortId> ports, long atMillis, long tickNanos) {
    List<Sweep> sweeps = new ArrayList<>();
    for (PortId port : ports) {
      access().requireOurs(Target.port(port));
      sweeps.add(
          QueueCell.sweep(port, congestion(port.name()).cells(), Set.of(), atMillis, tickNanos));
    }
    return List.copyOf(sweeps);
  }

  @Override
  public Sweeper sweeper(PortId port) {
    return access().sweeper(port, OnyxCounters.OF_A_PORT, UnaryOperator.identity());
  }

  @Override
  public List<Neighbour> neighbours() {
    return access()
        .neighbours(UnaryOperator.identity(), Ports::isPort)
        .orElseGet(this::heardByCommandLine);
  }

  private List<Neighbour> heardByCommandLine() {
    try {
      return LldpRemote.parse(access().device(), console().show(LldpRemote.COMMAND));
    } catch (DeviceException e) {
      if (e.kind() != DeviceException.Kind.GARBLED) {
        throw e;
      }
      // the fields of the JSON are known from one source; the table from another
      return LldpRemote.parseText(access().device(), console().show(LldpRemote.TEXT) + "\n");
    }
  }
}
