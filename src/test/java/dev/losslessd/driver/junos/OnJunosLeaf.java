package dev.losslessd.driver.junos;

import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.OnLeaf;
import dev.losslessd.driver.Transcript;
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
  static final String SITE = Transcript.site(SwitchSystem.JUNOS);

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
        Map.entry(PORT, new Mtu(9202)),
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
