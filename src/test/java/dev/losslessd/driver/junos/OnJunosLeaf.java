package dev.losslessd.driver.junos;

import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.OnLeaf;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.util.List;
import java.util.Map;

/** Configurations that somebody may have made before, and the settings wanted then. */
abstract class OnJunosLeaf extends OnLeaf {
  static final PortId PORT_ID = new PortId(FabricLeaf.ID, "et-0/0/0");
  static final Target PORT = Target.port(PORT_ID);
  static final Target OTHER = Target.port(new PortId(FabricLeaf.ID, "et-0/0/1"));

  /** Somebody has set this box up by hand, each queue with the priority of its number. */
  static final String SITE =
      site(
          "forwarding-classes class ROCE queue-num 3",
          "forwarding-classes class ROCE no-loss",
          "forwarding-classes class ROCE pfc-priority 3",
          "forwarding-classes class CNP queue-num 6",
          "forwarding-classes class BULK queue-num 4",
          "forwarding-classes class BULK no-loss",
          "forwarding-classes class BULK pfc-priority 4",
          "classifiers dscp site forwarding-class BULK loss-priority low code-points 100010",
          "classifiers dscp site forwarding-class ROCE loss-priority low code-points 011010",
          "classifiers dscp site forwarding-class CNP loss-priority low code-points 110000",
          "drop-profiles dp interpolate fill-level 40",
          "drop-profiles dp interpolate fill-level 80",
          "drop-profiles dp interpolate drop-probability 0",
          "drop-profiles dp interpolate drop-probability 20",
          "congestion-notification-profile cnp pfc-watchdog detection 3",
          "congestion-notification-profile cnp input cable-length 40",
          "congestion-notification-profile cnp input dscp code-point 011010 pfc",
          "congestion-notification-profile cnp output ieee-802.1 code-point 011"
              + " flow-control-queue 3",
          "schedulers s-roce transmit-rate percent 45",
          "schedulers s-roce buffer-size percent 20",
          "schedulers s-roce drop-profile-map loss-priority any protocol any drop-profile dp",
          "schedulers s-roce explicit-congestion-notification",
          "schedulers s-cnp priority strict-high",
          "scheduler-maps sm forwarding-class ROCE scheduler s-roce",
          "scheduler-maps sm forwarding-class CNP scheduler s-cnp",
          "interfaces et-0/0/0 congestion-notification-profile cnp",
          "interfaces et-0/0/0 scheduler-map sm",
          "interfaces et-0/0/0 unit 0 classifiers dscp site",
          "interfaces et-0/0/1 congestion-notification-profile cnp",
          "interfaces et-0/0/1 scheduler-map sm");

  static String site(String... statements) {
    return String.join(
        " ; ", List.of(statements).stream().map(one -> "set class-of-service " + one).toList());
  }

  OnJunosLeaf() {
    super(SwitchSystem.JUNOS, new JunosDriver(), PORT);
  }

  static List<Map.Entry<Target, Setting>> steps() {
    return List.of(
        Map.entry(PORT, new Pfc(PrioritySet.of(3, 4))),
        Map.entry(PORT, new Mtu(9216)),
        Map.entry(PORT, Wishes.ecn()),
        Map.entry(PORT, Wishes.shares()),
        Map.entry(BOX, Wishes.map(Map.of(26, 3, 34, 4, 48, 6))),
        Map.entry(PORT, Wishes.dscp()),
        Map.entry(PORT, new PfcWatchdog(true)),
        Map.entry(PORT, new PfcWatchdog(true, 400, 1000, PfcWatchdog.Action.FORWARD)),
        Map.entry(PORT, new PfcWatchdog(true, 250, null, null)),
        Map.entry(PORT, new PfcWatchdog(false)),
        Map.entry(PORT, new Pfc(PrioritySet.of(3))),
        Map.entry(PORT, Ecn.OFF),
        Map.entry(PORT, GlobalPause.OFF));
  }
}
