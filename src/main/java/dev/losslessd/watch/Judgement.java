package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Key;
import dev.losslessd.model.Plan;
import dev.losslessd.model.SettingState;
import dev.losslessd.topology.LinkContract;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/** Verdicts of the last round over all that was read, from memory. */
public interface Judgement {
  /** Everything that is wrong, with advice. */
  List<Finding> findings();

  /** Since when a setting is adrift, and by whom. */
  Optional<DriftBook.Fact> drift(Key key);

  /** Number of wanted settings of each device by their state; empty before the first round. */
  SortedMap<DeviceId, Map<SettingState, Integer>> settings();

  /**
   * What the guard of an open commit does not judge, and why; of a plan, what it could not. Ports
   * that lack the same are one line; empty where all is judged.
   */
  List<String> unjudged(Plan plan);

  /** The contract of each known link. */
  List<LinkContract> contracts();
}
