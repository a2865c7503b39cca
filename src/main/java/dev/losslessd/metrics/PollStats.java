package dev.losslessd.metrics;

import dev.losslessd.model.Burst;
import dev.losslessd.model.PollCost;
import dev.losslessd.model.PollRate;
import java.util.List;

/**
 * Cost and results of polling between two scrapes.
 *
 * @param efforts of each switch
 * @param tempos of each NIC port
 * @param bursts of each counter that is read on the fast clock, those of one port together
 */
public record PollStats(List<PollCost> efforts, List<PollRate> tempos, List<Burst> bursts) {
  public static final PollStats NONE = new PollStats(List.of(), List.of(), List.of());

  public PollStats {
    efforts = List.copyOf(efforts);
    tempos = List.copyOf(tempos);
    bursts = List.copyOf(bursts);
  }
}
