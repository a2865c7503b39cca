package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.Key;
import dev.losslessd.topology.LinkContract;
import java.util.List;
import java.util.Optional;

/** Verdicts of the last round over all that was read, from memory. */
public interface Judgement {
  /** Everything that is wrong, with advice. */
  List<Finding> findings();

  /** Since when a setting is adrift, and by whom. */
  Optional<DriftBook.Fact> drift(Key key);

  /** The contract of each known link. */
  List<LinkContract> contracts();
}
