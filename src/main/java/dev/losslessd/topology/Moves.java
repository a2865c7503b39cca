package dev.losslessd.topology;

import dev.losslessd.model.PortId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Cables that were moved while we looked. A far end that is silent for a while has not moved; one
 * that is heard at another port has. Told for a day, or until it is back.
 */
public final class Moves {
  private static final Duration TOLD_FOR = Duration.ofDays(1);

  /**
   * A port whose far end is another one than before.
   *
   * @param at when the new one was first seen
   */
  public record Move(PortId port, PortId from, PortId to, Instant at) {
    public String text() {
      return port + " was wired to " + from + " and is now wired to " + to;
    }
  }

  private final Map<PortId, PortId> known = new TreeMap<>();
  private final Map<PortId, Move> moved = new TreeMap<>();

  /** The cables as they are known now; returns the moves that are still worth telling. */
  public synchronized List<Move> round(Links links, Instant now) {
    for (Link link : links.all()) {
      note(link.a(), link.b(), now);
      note(link.b(), link.a(), now);
    }
    moved.values().removeIf(move -> move.at().plus(TOLD_FOR).isBefore(now));
    return List.copyOf(moved.values());
  }

  private void note(PortId port, PortId far, Instant now) {
    PortId before = known.put(port, far);
    if (before == null || Links.agree(before, far)) {
      return;
    }
    Optional<PortId> origin = Optional.ofNullable(moved.get(port)).map(Move::from);
    if (origin.filter(from -> Links.agree(from, far)).isPresent()) {
      moved.remove(port); // back where it was
    } else {
      moved.put(port, new Move(port, origin.orElse(before), far, now));
    }
  }
}
