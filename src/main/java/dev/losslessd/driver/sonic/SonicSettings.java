package dev.losslessd.driver.sonic;

import dev.losslessd.driver.Failures;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Settings of SONiC, and the side effects of a write. */
final class SonicSettings {
  /** Settings whose rows change only while the port is shut. */
  static final Set<SettingKind> JOINED =
      Set.of(
          SettingKind.PFC,
          SettingKind.ETS,
          SettingKind.ECN,
          SettingKind.TRUST,
          SettingKind.PFC_WATCHDOG);

  /** The stock buffer configuration has two. Unverified by ASIC. */
  static final int MAX_LOSSLESS = 2;

  /** SAI_PORT_ATTR_GLOBAL_FLOW_CONTROL_MODE is off by default, and no table of SONiC sets it. */
  private static final String NO_PAUSE = "community SONiC has no setting for 802.3x pause";

  private static final Capability OF_CHASSIS =
      Capability.readOnly(
          "queues of a chassis' system ports are read and not written: set them by hand");

  private SonicSettings() {}

  /**
   * @param image of the switch; behind another connection it may be another one
   */
  static SettingTable<SonicSnapshot> table(Drafts drafts, Supplier<Image> image) {
    SettingTable<SonicSnapshot> table =
        new SettingTable<SonicSnapshot>(Failures::orUnsupported)
            .device(
                SettingKind.DSCP_MAP,
                (now, _) -> mapAbility(now.get()),
                now -> now.alike("the DSCP map", SonicSettings::map))
            .device(
                SettingKind.PFC_WATCHDOG,
                Capability.readOnly(
                        "each port has its own; 'pfcwd counter_poll' and 'big_red_switch' by hand")
                    .with(SettingTable.WATCHDOG_OF_PORT),
                now -> now.alike("the PFC watchdog", SonicSettings::watchdog))
            .dscpMapOfAll((now, port) -> new Reading.Value(DscpMaps.read(now.of(port), port)))
            .port(
                SettingKind.LOSSLESS,
                Capability.readOnly(
                    "the priorities of pfc that have a buffer: set pfc of the port"),
                (now, port) -> PfcRows.losslessOf(now.of(port), port))
            .port(
                SettingKind.GLOBAL_PAUSE,
                Capability.readOnly(NO_PAUSE),
                (_, _) -> new Reading.Value(GlobalPause.OFF, "", NO_PAUSE));
    for (PortSetting setting : drafts.settings()) {
      SettingKind kind = setting.kind();
      table.port(
          kind,
          (now, target) -> ability(setting, now, SettingTable.port(target), image),
          (now, port) -> setting.read(now.of(port), port));
    }
    return table;
  }

  private static Capability ability(
      PortSetting setting, Supplier<SonicSnapshot> now, String port, Supplier<Image> image) {
    SettingKind kind = setting.kind();
    ConfigDb db = now.get().of(port);
    boolean queues = kind == SettingKind.ETS || kind == SettingKind.ECN;
    if (queues && PortRows.ofChassis(db)) {
      return OF_CHASSIS;
    }
    Optional<String> onlyRead = onlyRead(setting, db, port);
    if (onlyRead.isPresent()) {
      return Capability.readOnly(onlyRead.get());
    }
    if (!JOINED.contains(kind)) {
      return Capability.writable();
    }
    Capability can = held(kind, db, port, image.get());
    return switch (kind) {
      case PFC_WATCHDOG -> can.with(WatchdogRows.range(db));
      case ETS -> can.within(Failures.asLimit(Ets.class, EtsRows::requireKnown));
      default -> can;
    };
  }

  /** Why a setting of a port is only read: names that no patch has, or what another sets. */
  private static Optional<String> onlyRead(PortSetting setting, ConfigDb db, String port) {
    Optional<String> other =
        switch (setting.kind()) {
          case MTU -> MtuAndTrust.ofBundle(db, port);
          case TRUST -> DscpMaps.refusal(db);
          case PFC -> PfcRows.beside(db, port).map(SonicSettings::firstOff);
          case PFC_WATCHDOG -> WatchdogRows.forced(db, port).map(SonicSettings::firstOff);
          default -> Optional.empty();
        };
    return setting.refusal(db, port).or(() -> other);
  }

  private static String firstOff(String what) {
    return what + ": switch that off by hand first";
  }

  private static Capability mapAbility(SonicSnapshot now) {
    return now.fronts().values().stream()
        .flatMap(db -> DscpMaps.refusal(db).stream())
        .findFirst()
        .map(Capability::readOnly)
        .orElseGet(() -> Capability.writable(Risk.SHORT_STOP));
  }

  private static Reading map(ConfigDb db) {
    return new Reading.Value(
        DscpMaps.read(db, DscpMaps.main(db)), DscpMaps.words(db), DscpMaps.note(db));
  }

  /** Each port has its own, unless the polling that drives them is off. */
  private static Reading watchdog(ConfigDb db) {
    boolean off = db.is(Tables.FLEX_COUNTER, "PFCWD", "FLEX_COUNTER_STATUS", "disable");
    String note = WatchdogRows.forced(db).orElse(off ? "FLEX_COUNTER_TABLE|PFCWD" : "");
    return new Reading.Value(new PfcWatchdog(!off), "", note, WatchdogRows.forced(db).isEmpty());
  }

  /** A port that is down already goes nowhere. */
  private static Capability held(SettingKind kind, ConfigDb db, String port, Image image) {
    boolean keepsRows =
        kind == SettingKind.PFC_WATCHDOG && !WatchdogRows.watchesNothing(db, port, () -> image);
    if (!ShutPorts.isUp(db, port) || keepsRows) {
      return Capability.writable();
    }
    Set<Risk> risks =
        kind == SettingKind.PFC
            ? Set.of(Risk.LINK_BOUNCE, Risk.BUFFER_RECARVE)
            : Set.of(Risk.LINK_BOUNCE);
    return image.leavesShut(db)
        ? Capability.held(PlanRule.LEFT_SHUT, whyLeftShut(port, image), risks)
        : new Capability(Capability.Access.WRITE, "", risks);
  }

  private static String whyLeftShut(String port, Image image) {
    return ("SONiC %s with traditional buffers on Mellanox: its buffermgrd takes rows away as %s"
            + " goes down, the patch misses them and ends with the port shut (sonic-buildimage"
            + " issue 23403); shut the port first, or waive it")
        .formatted(
            image.release().isPresent() ? image.name() : "of a release that it does not tell",
            port);
  }
}
