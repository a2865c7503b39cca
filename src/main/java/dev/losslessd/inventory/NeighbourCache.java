package dev.losslessd.inventory;

import dev.losslessd.driver.Neighbour;
import dev.losslessd.model.PortId;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The last known neighbours of a device. One that is missing for a while is kept: a booting host is
 * silent for minutes, and its cable is still there.
 */
final class NeighbourCache {
  /** Number of answers without a neighbour after which a port has none. */
  static final int PATIENCE = 5;

  private record Kept(List<Neighbour> neighbours, int missed) {}

  private final Map<PortId, Kept> byPort = new TreeMap<>();

  /** A new answer of the switch; silence is none. */
  synchronized void tell(List<Neighbour> answer) {
    for (PortId port : List.copyOf(byPort.keySet())) {
      byPort.computeIfPresent(
          port,
          (_, kept) ->
              kept.missed() + 1 < PATIENCE ? new Kept(kept.neighbours(), kept.missed() + 1) : null);
    }
    learn(answer);
  }

  /** Takes an answer; a silent port loses its neighbour if that is heard at another port. */
  synchronized void learn(List<Neighbour> answer) {
    byPort
        .values()
        .removeIf(kept -> kept.neighbours().stream().anyMatch(old -> moved(old, answer)));
    for (PortId port : new TreeSet<>(answer.stream().map(Neighbour::localPort).toList())) {
      byPort.put(
          port, new Kept(answer.stream().filter(one -> one.localPort().equals(port)).toList(), 0));
    }
  }

  private static boolean moved(Neighbour old, List<Neighbour> answer) {
    return answer.stream().noneMatch(one -> one.localPort().equals(old.localPort()))
        && answer.stream()
            .anyMatch(one ->
                one.remoteSystem().equals(old.remoteSystem())
                    && one.remotePort().equals(old.remotePort()));
  }

  synchronized List<Neighbour> neighbours() {
    return byPort.values().stream().flatMap(kept -> kept.neighbours().stream()).toList();
  }

  /** Ports that have a neighbour. */
  synchronized List<PortId> ports() {
    return List.copyOf(byPort.keySet());
  }
}
