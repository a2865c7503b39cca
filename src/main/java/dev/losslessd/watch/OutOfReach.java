package dev.losslessd.watch;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Commits that are open on what this agent does not set any more: the config was changed, or a NIC
 * was pulled, before they came to their end.
 */
public final class OutOfReach {
  private OutOfReach() {}

  /** Why what a commit has left on a device cannot be written; the first reason. */
  static Optional<String> why(
      Commit commit, DeviceId device, Function<Target, Optional<String>> outOfReach) {
    return targets(commit)
        .filter(target -> target.device().equals(device))
        .flatMap(target -> outOfReach.apply(target).stream())
        .findFirst();
  }

  /** Findings for commits that await their confirm; an undo that has begun reports itself. */
  static List<Finding> findings(
      Collection<Commit> commits, Function<Target, Optional<String>> outOfReach) {
    return commits.stream()
        .filter(Commit.AwaitingConfirm.class::isInstance)
        .flatMap(commit ->
            devices(commit).stream()
                .flatMap(device ->
                    why(commit, device, outOfReach).stream()
                        .map(why -> finding(commit, device, why))))
        .toList();
  }

  /** One line for each such commit, for whoever starts the daemon. */
  public static List<String> texts(
      Collection<Commit> commits, Function<Target, Optional<String>> outOfReach) {
    return commits.stream()
        .filter(Commit::open)
        .flatMap(commit ->
            devices(commit).stream()
                .flatMap(device ->
                    why(commit, device, outOfReach).stream()
                        .map(why -> text(commit, why) + "; " + advice(device, commit))))
        .toList();
  }

  static String advice(DeviceId device, Commit commit) {
    String giveUp = "'losslessd abandon " + commit.id() + " --reason ...'";
    boolean window = commit instanceof Commit.AwaitingConfirm;
    return ("put %s back as it was (in the config with 'manage: true' and a reload, a NIC in its"
            + " slot), or leave the values as they are: %s")
        .formatted(
            device, window ? "'losslessd cancel " + commit.id() + "', then " + giveUp : giveUp);
  }

  private static Finding finding(Commit commit, DeviceId device, String why) {
    return FindingRule.OUT_OF_REACH
        .at(device.toString(), text(commit, why) + "; it can neither be confirmed nor undone")
        .advising(advice(device, commit));
  }

  private static String text(Commit commit, String why) {
    return why + ", and commit " + commit.id() + " is " + commit.state() + " there";
  }

  /** Devices on which a commit has something left. */
  static Set<DeviceId> devices(Commit commit) {
    return targets(commit).map(Target::device).collect(Collectors.toCollection(TreeSet::new));
  }

  /** One whose settings are back may still be held under a device's own timer. */
  private static Stream<Target> targets(Commit commit) {
    Collection<Change> left = commit.left().isEmpty() ? commit.changes() : commit.left();
    return left.stream().map(Change::target).distinct();
  }
}
