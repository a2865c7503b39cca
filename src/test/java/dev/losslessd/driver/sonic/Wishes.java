package dev.losslessd.driver.sonic;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Values that tests want of a switch. */
final class Wishes {
  static final Trust DSCP = new Trust(Trust.Field.DSCP);
  static final Pfc THREE = new Pfc(PrioritySet.of(3));

  private Wishes() {}

  static DscpMap map(Map<Integer, Integer> entries) {
    Map<Dscp, Priority> map = new TreeMap<>();
    entries.forEach((dscp, priority) -> map.put(Dscp.of(dscp), Priority.of(priority)));
    return DscpMap.of(map);
  }

  static Ecn ecn(long min, long max, int percent) {
    return Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(min, max, percent)));
  }

  /** As a policy with a RoCE class and a strict CNP class comes to. */
  static Ets shares() {
    List<Ets.Selection> selection = new ArrayList<>(Collections.nCopies(8, Ets.Selection.ETS));
    selection.set(6, Ets.Selection.STRICT);
    selection.set(7, Ets.Selection.STRICT);
    return new Ets(selection, List.of(40, 0, 0, 60, 0, 0, 0, 0), List.of(0, 1, 2, 3, 4, 5, 6, 7));
  }
}
