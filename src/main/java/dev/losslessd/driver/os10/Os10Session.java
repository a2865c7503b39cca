package dev.losslessd.driver.os10;

import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.WatchedSession;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** One switch: it is watched, as no source vouches for the way back of what could be written. */
final class Os10Session extends WatchedSession {
  private static final String WHY =
      "this release only watches OS10: set it by hand (src/docs/vendors/os10.md)";

  /** No MIB of OS10 is known to count PFC or queues: the port's own counters are all. */
  static final SnmpColumns COUNTERS = new SnmpColumns().ifMib().etherLike();

  private final ShortLivedCache<RunningConfig> config;

  Os10Session(SwitchAccess access) {
    super(access, Os10Ledger.DIALECT, WHY);
    this.config = new ShortLivedCache<>(access.ticks(), this::readConfig);
  }

  private RunningConfig readConfig() {
    Identity.parse(console().show(Identity.COMMAND) + "\n");
    return RunningConfig.parse(console().show(RunningConfig.COMMAND));
  }

  @Override
  protected Collection<String> ports() {
    return config.now().ports();
  }

  @Override
  protected List<String> reads() {
    return List.of(Identity.COMMAND, RunningConfig.COMMAND, LldpXml.COMMAND);
  }

  /** The switch as a whole has no knob that any source lets us tell. */
  @Override
  protected Map<SettingKind, Supplier<Reading>> knobs(Target target) {
    Map<SettingKind, Supplier<Reading>> knobs = new EnumMap<>(SettingKind.class);
    switch (target) {
      case Target.Device _ -> {}
      case Target.Port port -> ofPort(port.id().name(), knobs);
    }
    return knobs;
  }

  private void ofPort(String name, Map<SettingKind, Supplier<Reading>> knobs) {
    ShortLivedCache<InterfaceText> shown =
        new ShortLivedCache<>(
            access().ticks(),
            () -> InterfaceText.parse(name, console().show(InterfaceText.command(name))));
    knobs.put(SettingKind.PFC, () -> new Reading.Value(qos(name).pfc()));
    knobs.put(SettingKind.ETS, () -> new Reading.Value(qos(name).ets()));
    knobs.put(SettingKind.ECN, () -> ecn(qos(name).ecn()));
    knobs.put(SettingKind.TRUST, () -> new Reading.Value(qos(name).trust()));
    knobs.put(SettingKind.GLOBAL_PAUSE, () -> new Reading.Value(shown.now().pause()));
    knobs.put(SettingKind.MTU, () -> new Reading.Value(shown.now().mtu()));
    knobs.put(SettingKind.DSCP_MAP, () -> unknown("the lines of a dscp map", "os10.dscp"));
    knobs.put(SettingKind.PFC_WATCHDOG, () -> unknown("a PFC watchdog", "os10.watchdog"));
  }

  private PortQos qos(String name) {
    return new PortQos(config.now(), name);
  }

  private static Reading ecn(Ecn ecn) {
    String note = ecn.marking().isEmpty() ? "" : "kilobytes taken for 1000 bytes, unverified";
    return new Reading.Value(ecn, "", note);
  }

  private static Reading unknown(String what, String entry) {
    return new Reading.Unsupported(
        "no source has " + what + " of OS10 (" + entry + ", unverified)");
  }

  /** None: no source has what OS10 prints of its queues. */
  @Override
  public List<Sweep> sweepQueues(Collection<PortId> ports, long atMillis, long tickNanos) {
    access().requireOurs(ports);
    return List.of();
  }

  @Override
  public Sweeper sweeper(PortId port) {
    return access().sweeper(port, COUNTERS, UnaryOperator.identity());
  }

  @Override
  public List<Neighbour> neighbours() {
    return access()
        .neighbours(UnaryOperator.identity(), RunningConfig::isPort)
        .orElseGet(this::heardByCommandLine);
  }

  private List<Neighbour> heardByCommandLine() {
    return console()
        .showIfKnown(LldpXml.COMMAND)
        .map(xml -> LldpXml.parse(access().device(), xml))
        .orElseGet(
            () -> LldpText.parse(access().device(), console().show(LldpText.COMMAND) + "\n"));
  }
}
