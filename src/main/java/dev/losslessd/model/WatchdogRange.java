package dev.losslessd.model;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Times and actions of a PFC watchdog that can be written to a target.
 *
 * @param detect null where the target has no such value of its own
 * @param restore null where the target has no such value of its own
 * @param actions those that it can be told, or that it always does; empty for no such value
 * @param alwaysOn it cannot be turned off here
 * @param where the place of what is missing here, for people; empty for nowhere
 */
public record WatchdogRange(
    @Nullable Times detect,
    @Nullable Times restore,
    Set<PfcWatchdog.Action> actions,
    boolean alwaysOn,
    String where) {

  /** A target that takes on and off alone. */
  public static final WatchdogRange NONE = new WatchdogRange(null, null, Set.of(), false, "");

  /** A target whose watchdog has values, but elsewhere. */
  public static WatchdogRange elsewhere(String where) {
    return new WatchdogRange(null, null, Set.of(), false, where);
  }

  public WatchdogRange {
    actions = Set.copyOf(actions);
  }

  /**
   * Times in whole steps.
   *
   * @param stepMillis the device keeps multiples of it; 1 for any
   */
  public record Times(int leastMillis, int mostMillis, int stepMillis) {
    private Optional<String> refusal(String name, int millis) {
      if (millis < leastMillis || millis > mostMillis) {
        return Optional.of(name + " " + millis + " is outside " + leastMillis + ".." + mostMillis);
      }
      return millis % stepMillis == 0
          ? Optional.empty()
          : Optional.of(name + " " + millis + " is no multiple of " + stepMillis);
    }
  }

  /** A wish that cannot be written, and the rule that refuses it. */
  public record Misfit(PlanRule rule, String reason) {}

  /**
   * Returns why a wish cannot be written as it is stated; empty if it can. What the target has
   * already fits.
   */
  public Optional<Misfit> misfit(PfcWatchdog there, PfcWatchdog wanted) {
    if (alwaysOn && there.on() && !wanted.on()) {
      return Optional.of(new Misfit(PlanRule.READ_ONLY, where));
    }
    return time("detectMillis", detect, there.detectMillis(), wanted.detectMillis())
        .or(() -> time("restoreMillis", restore, there.restoreMillis(), wanted.restoreMillis()))
        .or(() -> action(there.action(), wanted.action()));
  }

  private Optional<Misfit> time(
      String name, @Nullable Times times, @Nullable Integer there, @Nullable Integer wanted) {
    if (wanted == null || wanted.equals(there)) {
      return Optional.empty();
    }
    return times == null
        ? missing(name)
        : times.refusal(name, wanted).map(why -> new Misfit(PlanRule.RANGE, why));
  }

  private Optional<Misfit> action(
      PfcWatchdog.@Nullable Action there, PfcWatchdog.@Nullable Action wanted) {
    if (wanted == null || wanted.equals(there) || actions.contains(wanted)) {
      return Optional.empty();
    }
    String known =
        actions.stream().map(PfcWatchdog.Action::word).sorted().collect(Collectors.joining(", "));
    return actions.isEmpty()
        ? missing("action")
        : Optional.of(
            new Misfit(PlanRule.RANGE, "action " + wanted.word() + ": here there is " + known));
  }

  private Optional<Misfit> missing(String name) {
    return Optional.of(
        new Misfit(
            PlanRule.NOT_EXPOSED,
            "the watchdog has no " + name + " here" + (where.isEmpty() ? "" : ": " + where)));
  }
}
