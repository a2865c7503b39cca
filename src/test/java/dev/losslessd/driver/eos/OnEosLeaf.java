package dev.losslessd.driver.eos;

import dev.losslessd.driver.FabricLeaf;
import dev.losslessd.driver.OnLeaf;
import dev.losslessd.driver.Transcript;
import dev.losslessd.driver.Wishes;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.PortId;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SwitchSystem;
import dev.losslessd.model.Target;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Configurations that somebody may have made before, and the settings wanted then. */
abstract class OnEosLeaf extends OnLeaf {
  static final PortId PORT_ID = new PortId(FabricLeaf.ID, "Ethernet1");
  static final Target PORT = Target.port(PORT_ID);

  /** Somebody has set this box up by hand: a profile for several ports, and units of their own. */
  static final String SITE = Transcript.site(SwitchSystem.EOS);

  /** A port set up by hand without a profile. */
  static final String DIRECT =
      String.join(
          " ; ",
          "interface Ethernet1",
          "qos trust cos",
          "flowcontrol send on",
          "priority-flow-control on",
          "priority-flow-control priority 3 no-drop",
          "priority-flow-control priority 5 drop",
          "no priority-flow-control pause watchdog",
          "tx-queue 6",
          "no priority",
          "bandwidth percent 12",
          "random-detect ecn minimum-threshold 100000 bytes maximum-threshold 200000 bytes"
              + " max-mark-probability 7 weight 3");

  OnEosLeaf() {
    super(SwitchSystem.EOS, new EosDriver(), PORT);
  }

  /** The map that Arista documents for its chips, with other entries in it. */
  static DscpMap stockWith(Map<Integer, Integer> entries) {
    Map<Integer, Integer> all = new HashMap<>();
    List<Integer> stock = List.of(1, 0, 2, 3, 4, 5, 6, 7);
    for (int dscp = 0; dscp < 64; dscp++) {
      all.put(dscp, stock.get(dscp / 8));
    }
    all.putAll(entries);
    return Wishes.map(all);
  }

  static List<Map.Entry<Target, Setting>> steps() {
    return List.of(
        Map.entry(PORT, new GlobalPause(true, false)),
        Map.entry(PORT, GlobalPause.OFF),
        Map.entry(PORT, new Pfc(PrioritySet.of(4))),
        Map.entry(PORT, new Mtu(9000)),
        Map.entry(PORT, Wishes.shares()),
        Map.entry(PORT, Wishes.ecn()),
        Map.entry(PORT, new EcnCount(PrioritySet.of(3, 4))),
        Map.entry(PORT, EcnCount.NONE),
        Map.entry(PORT, new EcnCount(PrioritySet.of(3))),
        Map.entry(BOX, new PfcWatchdog(true)),
        Map.entry(BOX, new PfcWatchdog(true, 300, 2000, PfcWatchdog.Action.FORWARD)),
        Map.entry(BOX, new PfcWatchdog(true, 60, null, PfcWatchdog.Action.DROP)),
        Map.entry(PORT, new PfcWatchdog(true)),
        Map.entry(PORT, new PfcWatchdog(false)),
        Map.entry(PORT, Wishes.dscp()));
  }
}
