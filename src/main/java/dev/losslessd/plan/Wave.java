package dev.losslessd.plan;

import dev.losslessd.model.Change;
import dev.losslessd.model.PortId;
import java.util.List;
import java.util.Set;

/**
 * One part of a plan that is rolled out bit by bit.
 *
 * @param links whose ports are changed in it
 * @param changes in the order of application
 * @param ports that those changes touch
 * @param control ports of as many links that nothing was changed on so far, to compare with; fewer,
 *     or none, where there are no more
 */
public record Wave(int links, List<Change> changes, Set<PortId> ports, Set<PortId> control) {
  public Wave {
    changes = List.copyOf(changes);
    ports = Set.copyOf(ports);
    control = Set.copyOf(control);
  }

  /** Returns a copy with its changes in another order. */
  public Wave with(List<Change> row) {
    return new Wave(links, row, ports, control);
  }
}
