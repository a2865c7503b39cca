package dev.losslessd.driver.nvue;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Values that tests want of a switch, and what others may have set there before. */
final class Wishes {
  /** What a site may have set by hand, in words that both releases know. */
  static final String SITE =
      "set qos pfc STORAGE switch-priority 4 ; set interface swp3 qos pfc profile STORAGE"
          + " ; set qos mapping EDGE trust both ; set qos mapping EDGE dscp 30 switch-priority 5"
          + " ; set interface swp3 qos mapping profile EDGE"
          + " ; set qos congestion-control default-global traffic-class 4 min-threshold 40000"
          + " ; set qos congestion-control default-global traffic-class 4 max-threshold 200000"
          + " ; set interface swp3 link mtu 9000 ; set interface swp4 link state up";

  private Wishes() {}

  static Trust dscp() {
    return new Trust(Trust.Field.DSCP);
  }

  static DscpMap map(Map<Integer, Integer> entries) {
    Map<Dscp, Priority> map = new TreeMap<>();
    entries.forEach((dscp, priority) -> map.put(Dscp.of(dscp), Priority.of(priority)));
    return DscpMap.of(map);
  }

  /** As a policy with a RoCE class and a strict CNP class comes to. */
  static Ets shares() {
    List<Ets.Selection> selection = new ArrayList<>(Collections.nCopies(8, Ets.Selection.ETS));
    selection.set(6, Ets.Selection.STRICT);
    return new Ets(selection, List.of(40, 0, 0, 60, 0, 0, 0, 0), List.of(0, 0, 0, 3, 0, 0, 6, 0));
  }
}
