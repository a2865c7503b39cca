package dev.losslessd.driver;

import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Settings that tests request from a switch. */
public final class Wishes {
  private static final List<Integer> ONE_TO_ONE = List.of(0, 1, 2, 3, 4, 5, 6, 7);

  private Wishes() {}

  public static Trust dscp() {
    return new Trust(Trust.Field.DSCP);
  }

  public static DscpMap map(Map<Integer, Integer> entries) {
    Map<Dscp, Priority> map = new TreeMap<>();
    entries.forEach((dscp, priority) -> map.put(Dscp.of(dscp), Priority.of(priority)));
    return DscpMap.of(map);
  }

  /** Marks of priority 3, with bytes that are no round number of anything. */
  public static Ecn ecn() {
    return ecn(150_000, 1_500_500, 10);
  }

  /** ECN marking of priority 3. */
  public static Ecn ecn(long min, long max, int percent) {
    return Ecn.of(Map.of(Priority.of(3), new Ecn.Marking(min, max, percent)));
  }

  /** As a policy with a RoCE class and a strict CNP class comes to, queue n for priority n. */
  public static Ets shares() {
    return shares(ONE_TO_ONE, 6);
  }

  /**
   * @param strict classes; of the others class 0 has 40 percent, class 3 the rest
   */
  public static Ets shares(List<Integer> classOfPriority, int... strict) {
    List<Ets.Selection> selection = new ArrayList<>(Collections.nCopies(8, Ets.Selection.ETS));
    for (int one : strict) {
      selection.set(one, Ets.Selection.STRICT);
    }
    return new Ets(selection, List.of(40, 0, 0, 60, 0, 0, 0, 0), classOfPriority);
  }
}
