package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Identities;
import dev.losslessd.model.OtherDevice;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.List;

/**
 * The boxes and cards that a commit was made for. It is neither confirmed nor undone on others,
 * also where a person has taken those for the ones that the names stand for by now: what the old
 * one had is nothing to give to a new one.
 *
 * @param boxes without the host: it may be installed anew around the same cards
 */
record PlannedFor(String commit, Identities boxes) {
  static PlannedFor of(Commit.Run run) {
    return new PlannedFor(run.id(), run.plan().identities().ofBoxes());
  }

  /**
   * @throws DeviceException of kind REFUSED: this is another one
   */
  void require(Runner runner, Target target) {
    if (boxes.of(target).isNone() && boxes.of(new Target.Device(target.device())).isNone()) {
      return;
    }
    boxes
        .others(runner.identities(target, List.of(target)))
        .forEach(other -> {
          throw DeviceException.refused(text(other));
        });
  }

  /** Checks every target of the changes. */
  void require(Runner runner, Collection<Change> changes) {
    changes.stream().map(Change::target).distinct().forEach(target -> require(runner, target));
  }

  private String text(OtherDevice other) {
    return ("%s is not the one that %s has written: that had %s, found %s; it stays as it is."
            + " Put the old one back and 'losslessd retry %s', or 'losslessd abandon %s --reason"
            + " ...'")
        .formatted(other.target(), commit, other.known(), other.found(), commit, commit);
  }
}
