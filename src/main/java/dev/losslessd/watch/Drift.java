package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Key;
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

  /** Settings of which something else is shown than what is wanted, or what a commit has set. */
  public static List<Difference> in(Moment moment) {
    List<Difference> differences = new ArrayList<>();
    moment
        .expected()
        .settings()
        .forEach((key, wanted) -> {
          if (moment.state(key) == SettingState.DRIFT) {
            Reading reading = moment.reading(key).orElseThrow();
            differences.add(new Difference(key, laidOver(wanted, reading), reading));
          }
        });
    return differences;
  }

  /**
   * Wanted values that are in force, or come with the event that the device waits for. What is on
   * targets of open commits may not stay.
   */
  public static Map<Key, Setting> inForce(Moment moment) {
    Map<Key, Setting> there = new HashMap<>();
    Set<Target> unsettled = moment.unsettled();
    moment
        .expected()
        .intent()
        .effective()
        .forEach((key, wanted) -> {
          if (!unsettled.contains(key.target())
              && moment.reading(key).filter(is -> holds(wanted, is)).isPresent()) {
            there.put(key, wanted);
          }
        });
    return there;
  }

  /** The finding of a difference. */
  public static Finding finding(DriftBook.Fact fact) {
    Difference difference = fact.difference();
    String by = fact.writer().equals(DriftBook.UNKNOWN) ? "" : "; written by " + fact.writer();
    return FindingRule.DRIFT
        .at(difference.key().toString(), difference.message() + by)
        .from(fact.since());
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
