package dev.losslessd.driver.onyx;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.InverseWords;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchParts;
import dev.losslessd.model.Capability;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * NVIDIA switches with Onyx, formerly MLNX-OS. They are watched, as no source vouches for the way
 * back of what could be written; but for PFC of the whole switch.
 */
public final class OnyxDriver implements SwitchDriver {
  private static final String WHY =
      "this release only watches Onyx: set it by hand (src/docs/vendors/onyx.md)";

  @Override
  public boolean queuesByPort() {
    return true;
  }

  @Override
  public SwitchParts<?> system(SwitchAccess access) {
    Console console = new Console(access, OnyxLedger.DIALECT);
    OnyxShows shows = new OnyxShows(access, console);
    SwitchPfc switchPfc = new SwitchPfc(access, shows.pfc(), WHY);
    return new SwitchParts<>(
            access,
            new ShortLivedCache<>(access.ticks(), () -> shows),
            settings(switchPfc),
            switchPfc)
        .ports(now -> now.interfaces().ports().keySet())
        .require((now, _) -> now.forgetPort())
        .missingPermissions(() ->
            console.missingReads(List.of(OnyxShows.VERSION, Interfaces.COMMAND, PfcTable.COMMAND)))
        .queues(new OnyxQueues(shows))
        .counters(OnyxCounters.OF_A_PORT, UnaryOperator.identity())
        .neighbours(
            UnaryOperator.identity(),
            Ports::isPort,
            () -> heardByCommandLine(access.device(), console))
        .closing(console::close);
  }

  private static SettingTable<OnyxShows> settings(SwitchPfc switchPfc) {
    SettingTable<OnyxShows> all = new SettingTable<>(Failures::orUntold);
    all.device(
        SettingKind.LOSSLESS,
        (_, _) -> switchPfc.capability(),
        now -> switchPfc.reading(note(now)));
    port(all, SettingKind.PFC, (now, port) -> now.pfc().now().pfc(port));
    port(all, SettingKind.TRUST, (now, port) -> new Reading.Value(now.qos(port).trust()));
    port(all, SettingKind.DSCP_MAP, (now, port) -> new Reading.Value(now.qos(port).dscp()));
    port(all, SettingKind.ETS, (now, port) -> new Reading.Value(now.ets(port)));
    port(all, SettingKind.ECN, (now, port) -> new Reading.Value(now.congestion(port).ecn()));
    port(
        all,
        SettingKind.GLOBAL_PAUSE,
        (now, port) -> new Reading.Value(now.interfaces().pause(port)));
    port(all, SettingKind.MTU, (now, port) -> new Reading.Value(now.interfaces().mtu(port)));
    port(
        all,
        SettingKind.PFC_WATCHDOG,
        (_, _) ->
            new Reading.Unsupported(
                "no source has the command that shows pfc-wd (onyx.watchdog, unverified)"));
    return all;
  }

  private static void port(
      SettingTable<OnyxShows> all, SettingKind kind, SettingTable.PortReader<OnyxShows> reader) {
    all.port(kind, Capability.readOnly(WHY), reader);
  }

  private static String note(OnyxShows now) {
    String pools = now.pools();
    PfcTable.Head head = now.pfc().now().switchWide();
    String listed =
        head.on() || head.priorities().isEmpty()
            ? ""
            : "PFC is disabled, listed are " + head.priorities();
    return InverseWords.joined(listed, pools);
  }

  private static List<Neighbour> heardByCommandLine(DeviceId device, Console console) {
    try {
      return LldpRemote.parse(device, console.show(LldpRemote.COMMAND));
    } catch (DeviceException e) {
      if (e.kind() != DeviceException.Kind.GARBLED) {
        throw e;
      }
      // the fields of the JSON are known from one source; the table from another
      return LldpRemote.parseText(device, console.show(LldpRemote.TEXT) + "\n");
    }
  }
}
