package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is wanted against what is there. What is not known is no difference. Pure. */
public final class Drift {
  private Drift() {}

  /**
   * A wanted setting that the device does not show.
   *
   * @param wanted the intent's value laid over what is there
   * @param observed as the device shows it
   */
  public record Difference(Key key, Setting wanted, Reading observed) {
    public String message() {
      return key + ": wanted " + wanted.text() + ", device shows " + observed.text();
    }
  }

  /**
   * @param held targets of open commits: they are on their way, not adrift
   */
  public static List<Difference> between(
      Intent intent, Map<Target, Observation> known, Set<Target> held) {
    List<Difference> differences = new ArrayList<>();
    for (var one : intent.effective().entrySet()) {
      Target target = one.getKey().target();
      Observation observation = known.get(target);
      if (observation == null || held.contains(target)) {
        continue;
      }
      Reading reading = observation.observed().reading(one.getKey().kind());
      if (SettingState.of(one.getValue(), reading) == SettingState.DRIFT) {
        differences.add(new Difference(one.getKey(), laidOver(one.getValue(), reading), reading));
      }
    }
    return differences;
  }

  /**
   * Wanted values that are in force, or come with the event that the device waits for.
   *
   * @param held targets of open commits: what is there may not stay
   */
  public static Map<Key, Setting> inForce(
      Intent intent, Map<Target, Observation> known, Set<Target> held) {
    Map<Key, Setting> there = new HashMap<>();
    intent
        .effective()
        .forEach((key, wanted) -> {
          Observation observation = known.get(key.target());
          if (observation != null
              && !held.contains(key.target())
              && holds(wanted, observation.observed().reading(key.kind()))) {
            there.put(key, wanted);
          }
        });
    return there;
  }

  /** The finding of a difference. */
  public static Finding finding(DriftBook.Fact fact) {
    Difference difference = fact.difference();
    String by = fact.writer().equals(DriftBook.UNKNOWN) ? "" : "; written by " + fact.writer();
    return new Finding(
        "drift",
        Finding.Severity.WARNING,
        difference.key().toString(),
        difference.message() + by,
        "'losslessd plan' shows what would mend it",
        fact.since());
  }

  /** What is staged is as wanted if its event brings that: {@link Staging} tells of it. */
  private static boolean holds(Setting wanted, Reading reading) {
    SettingState state = SettingState.of(wanted, reading);
    return state == SettingState.AS_WANTED || state == SettingState.STAGED;
  }

  private static Setting laidOver(Setting wanted, Reading reading) {
    return reading.standing().map(wanted::over).orElse(wanted);
  }
}
