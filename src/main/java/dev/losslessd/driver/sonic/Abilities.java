package dev.losslessd.driver.sonic;

import dev.losslessd.model.Capabilities;
import dev.losslessd.model.Capability;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Risk;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.WatchdogRange;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;

/** Settings that can be written, and the side effects of a write. */
final class Abilities {
  /** Settings whose rows change only while the port is shut. */
  static final Set<SettingKind> JOINED =
      Set.of(
          SettingKind.PFC,
          SettingKind.ETS,
          SettingKind.ECN,
          SettingKind.TRUST,
          SettingKind.PFC_WATCHDOG);

  /** The stock buffer configuration has two. Unverified by ASIC. */
  private static final int MAX_LOSSLESS = 2;

  /** SAI_PORT_ATTR_GLOBAL_FLOW_CONTROL_MODE is off by default, and no table of SONiC sets it. */
  static final String NO_PAUSE = "community SONiC has no setting for 802.3x pause";

  private static final Capability OF_CHASSIS =
      Capability.readOnly(
          "queues of a chassis' system ports are read and not written: set them by hand");

  private Abilities() {}

  static Capabilities ofBox(Target.Device box) {
    return new Capabilities(
        box,
        Map.of(
            SettingKind.DSCP_MAP,
            Capability.writable(Risk.SHORT_STOP),
            SettingKind.PFC_WATCHDOG,
            Capability.readOnly(
                    "each port has its own; 'pfcwd counter_poll' and 'big_red_switch' by hand")
                .with(WatchdogRange.elsewhere("each port has its own"))),
        MAX_LOSSLESS);
  }

  static Capabilities ofPort(Target.Port target, ConfigDb db, Image image) {
    String port = target.id().name();
    Map<SettingKind, Capability> all = new EnumMap<>(SettingKind.class);
    all.put(SettingKind.MTU, Capability.writable());
    JOINED.forEach(kind -> all.put(kind, ofKnob(kind, db, port, image)));
    all.computeIfPresent(
        SettingKind.PFC_WATCHDOG, (_, can) -> can.with(PlainKnobs.OfWatchdog.range(db)));
    if (PortRows.ofChassis(db)) {
      all.put(SettingKind.ETS, OF_CHASSIS);
      all.put(SettingKind.ECN, OF_CHASSIS);
    }
    all.put(
        SettingKind.DSCP_MAP,
        Capability.readOnly("one map for the whole switch: set dscp of " + target.device()));
    all.put(
        SettingKind.LOSSLESS,
        Capability.readOnly("the priorities of pfc that have a buffer: set pfc of the port"));
    all.put(SettingKind.GLOBAL_PAUSE, Capability.readOnly(NO_PAUSE));
    return new Capabilities(target, all, MAX_LOSSLESS);
  }

  /** A port that is down already goes nowhere. */
  private static Capability ofKnob(SettingKind kind, ConfigDb db, String port, Image image) {
    boolean keepsRows =
        kind == SettingKind.PFC_WATCHDOG
            && PlainKnobs.OfWatchdog.unwatched(db, port, image).isEmpty();
    if (!Bounces.isUp(db, port) || keepsRows) {
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
    return "SONiC "
        + (image.release().isPresent() ? image.name() : "of a release that it does not tell")
        + " with traditional buffers on Mellanox: its buffermgrd takes rows away as "
        + port
        + " goes down, the patch misses them and ends with the port shut (sonic-buildimage issue"
        + " 23403); shut the port first, or waive it";
  }
}
