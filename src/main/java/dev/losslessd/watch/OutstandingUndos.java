package dev.losslessd.watch;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Maintenance;
import dev.losslessd.model.Target;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Undos that do not hold yet, device by device. No later commit hides them. */
public final class OutstandingUndos {
  private OutstandingUndos() {}

  /** Number of outstanding undos by device, without devices that have none. */
  public static Map<DeviceId, Integer> byDevice(Collection<Commit> commits) {
    Map<DeviceId, Integer> all = new TreeMap<>();
    commits.stream()
        .filter(OutstandingUndos::isOutstanding)
        .flatMap(commit -> OutOfReach.devices(commit).stream())
        .forEach(device -> all.merge(device, 1, Integer::sum));
    return all;
  }

  /**
   * @param worked what people work on now: an undo that has only that left on a device waits for
   *     its end, and nobody is called
   * @param outOfReach why this agent cannot write a target as it is configured now: no attempt
   *     mends that
   */
  static Stream<Finding> findings(
      Collection<Commit> commits,
      List<Maintenance> worked,
      Function<Target, Optional<String>> outOfReach) {
    return commits.stream()
        .filter(OutstandingUndos::isOutstanding)
        .flatMap(commit ->
            OutOfReach.devices(commit).stream()
                .map(device ->
                    OutOfReach.why(commit, device, outOfReach)
                        .map(why -> outOfReach(commit, device, why))
                        .orElseGet(
                            () -> finding(commit, device, waitsFor(commit, device, worked)))));
  }

  /** Points at the config, as nothing is wrong on the device itself. */
  private static Finding outOfReach(Commit commit, DeviceId device, String why) {
    Finding plain = finding(commit, device);
    return plain.saying(why + "; " + plain.message()).advising(OutOfReach.advice(device, commit));
  }

  /**
   * The maintenance that all steps wait for which are left on a device; empty where one does not.
   */
  private static Optional<Maintenance> waitsFor(
      Commit commit, DeviceId device, List<Maintenance> worked) {
    List<Change> left =
        commit.left().stream().filter(one -> one.target().device().equals(device)).toList();
    boolean all =
        !left.isEmpty()
            && left.stream().allMatch(one -> worked.stream().anyMatch(work -> work.covers(one)));
    return worked.stream()
        .filter(
            work -> work.target() instanceof Target.Port) // of a device all findings are told so
        .filter(work -> all && work.covers(left.getFirst()))
        .findFirst();
  }

  private static Finding finding(Commit commit, DeviceId device, Optional<Maintenance> work) {
    Finding plain = finding(commit, device);
    return work.map(one -> InMaintenance.told(plain, one)).orElse(plain);
  }

  private static boolean isOutstanding(Commit commit) {
    return commit instanceof Commit.Stuck
        || (commit instanceof Commit.Undoing undoing && !undoing.waits().isEmpty());
  }

  private static Finding finding(Commit commit, DeviceId device) {
    if (commit instanceof Commit.Undoing undoing) {
      return FindingRule.UNDO_OUTSTANDING
          .at(
              device.toString(),
              commit.id() + " is to be taken back (" + undoing.why() + "): " + undoing.waits())
          .advising(
              ("it is tried again by itself; 'losslessd retry %s' does so now, with --while-busy"
                      + " also on busy links")
                  .formatted(commit.id()))
          .from(undoing.since());
    }
    Commit.Stuck stuck = (Commit.Stuck) commit;
    return FindingRule.STUCK
        .at(device.toString(), commit.id() + " is stuck: " + stuck.why())
        .advising(
            ("mend what the device says, then 'losslessd retry %1$s'; or 'losslessd abandon %1$s"
                 + " --reason ...' and run the steps that 'losslessd commits %1$s' lists as left")
                .formatted(commit.id()))
        .from(stuck.at());
  }
}
