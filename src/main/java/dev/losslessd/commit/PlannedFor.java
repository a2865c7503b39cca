package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Identities;
import dev.losslessd.model.OtherDevice;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * The boxes and cards that a commit was made for. It is neither confirmed nor undone on others,
 * also where a person has taken those for the ones that the names stand for by now: what the old
 * one had is nothing to give to a new one.
 *
 * @param boxes without the host: it may be installed anew around the same cards
 * @param patience of a device
 */
record PlannedFor(String commit, Identities boxes, Duration patience) {
  static PlannedFor of(Commit.Run run, Duration patience) {
    return new PlannedFor(run.id(), run.plan().identities().ofBoxes(), patience);
  }

  /**
   * @throws DeviceException of kind REFUSED: this is another one
   */
  void require(Runner runner, Target target) {
    if (boxes.of(target).isNone() && boxes.of(new Target.Device(target.device())).isNone()) {
      return;
    }
    Identities found =
        runner.alone(
            target.device(),
            "asking what " + target + " is",
            patience,
            session -> IdentityPermit.read(session, List.of(target)));
    boxes
        .others(found)
        .forEach(other -> {
          throw DeviceException.refused(text(other));
        });
  }

  /** Checks every target of the changes. */
  void require(Runner runner, Collection<Change> changes) {
    changes.stream().map(Change::target).distinct().forEach(target -> require(runner, target));
  }

  private String text(OtherDevice other) {
    return other.target()
        + " is not the one that "
        + commit
        + " has written: that had "
        + other.known()
        + ", found "
        + other.found()
        + "; it stays as it is. Put the old one back and 'losslessd retry "
        + commit
        + "', or 'losslessd abandon "
        + commit
        + " --reason ...'";
  }
}
