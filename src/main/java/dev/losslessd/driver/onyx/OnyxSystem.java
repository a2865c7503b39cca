package dev.losslessd.driver.onyx;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchParts;
import dev.losslessd.driver.SwitchSession;
import dev.losslessd.model.Capability;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Sweep;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Onyx on one switch: it is watched, as no source vouches for the way back of what could be
 * written; but for PFC of the whole switch.
 */
final class OnyxSystem {
  private static final String WHY =
      "this release only watches Onyx: set it by hand (src/docs/vendors/onyx.md)";

  private final SwitchAccess access;
  private final Console console;
  private final OnyxShows shows;
  private final SwitchPfc switchPfc;
  private final SettingTable<OnyxShows> settings = new SettingTable<>(Failures::orUntold);

  OnyxSystem(SwitchAccess access) {
    this.access = access;
    this.console = new Console(access, OnyxLedger.DIALECT);
    this.shows = new OnyxShows(access, console);
    this.switchPfc = new SwitchPfc(access, shows.pfc(), WHY);
    settings.device(SettingKind.LOSSLESS, (_, _) -> switchPfc.capability(), this::lossless);
    port(SettingKind.PFC, (now, port) -> now.pfc().now().pfc(port));
    port(SettingKind.TRUST, (now, port) -> new Reading.Value(now.qos(port).trust()));
    port(SettingKind.DSCP_MAP, (now, port) -> new Reading.Value(now.qos(port).dscp()));
    port(SettingKind.ETS, (now, port) -> new Reading.Value(now.ets(port)));
    port(SettingKind.ECN, (now, port) -> new Reading.Value(now.congestion(port).ecn()));
    port(SettingKind.GLOBAL_PAUSE, (now, port) -> new Reading.Value(now.interfaces().pause(port)));
    port(SettingKind.MTU, (now, port) -> new Reading.Value(now.interfaces().mtu(port)));
    port(
        SettingKind.PFC_WATCHDOG,
        (_, _) ->
            new Reading.Unsupported(
                "no source has the command that shows pfc-wd (onyx.watchdog, unverified)"));
  }

  SwitchSession open() {
    return new SwitchParts<>(
            access, new ShortLivedCache<>(access.ticks(), () -> shows), settings, switchPfc)
        .ports(now -> now.interfaces().ports().keySet())
        .require((now, _) -> now.forgetPort())
        .missingPermissions(() ->
            console.missingReads(List.of(Identity.COMMAND, Interfaces.COMMAND, PfcTable.COMMAND)))
        .queues(this::sweepQueues)
        .counters(OnyxCounters.OF_A_PORT, UnaryOperator.identity())
        .neighbours(UnaryOperator.identity(), Ports::isPort, this::heardByCommandLine)
        .open(console::close);
  }

  private void port(SettingKind kind, SettingTable.PortReader<OnyxShows> reader) {
    settings.port(kind, Capability.readOnly(WHY), reader);
  }

  private Reading lossless(OnyxShows now) {
    String pools = now.pools();
    PfcTable.Head head = now.pfc().now().switchWide();
    String listed =
        head.on() || head.priorities().isEmpty()
            ? ""
            : "PFC is disabled, listed are " + head.priorities();
    return switchPfc.reading(
        Stream.of(listed, pools).filter(one -> !one.isEmpty()).collect(Collectors.joining("; ")));
  }

  private List<Sweep> sweepQueues(Collection<PortId> ports, long atMillis, long tickNanos) {
    return ports.stream()
        .map(port ->
            QueueCell.sweep(
                port, shows.congestion(port.name()).cells(), Set.of(), atMillis, tickNanos))
        .toList();
  }

  private List<Neighbour> heardByCommandLine() {
    try {
      return LldpRemote.parse(access.device(), console.show(LldpRemote.COMMAND));
    } catch (DeviceException e) {
      if (e.kind() != DeviceException.Kind.GARBLED) {
        throw e;
      }
      // the fields of the JSON are known from one source; the table from another
      return LldpRemote.parseText(access.device(), console.show(LldpRemote.TEXT) + "\n");
    }
  }
}
