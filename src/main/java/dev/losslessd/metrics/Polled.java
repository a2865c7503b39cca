package dev.losslessd.metrics;

import dev.losslessd.model.Burst;
import dev.losslessd.model.Effort;
import dev.losslessd.model.Tempo;
import java.util.List;

/**
 * What polling took and what it met between two scrapes.
 *
 * @param efforts of each switch
 * @param tempos of each NIC port
 * @param bursts of each counter that is read on the fast clock, those of one port together
 */
public record Polled(List<Effort> efforts, List<Tempo> tempos, List<Burst> bursts) {
  public static final Polled NONE = new Polled(List.of(), List.of(), List.of());

  public Polled {
    efforts = List.copyOf(efforts);
    tempos = List.copyOf(tempos);
    bursts = List.copyOf(bursts);
  }
}
