package dev.losslessd.watch;

import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What was written and is not in force: it waits for an event that only people bring about, such as
 * a reboot, or for another setting. It is no drift, for there is nothing left to write. Pure.
 */
public final class Staging {
  private Staging() {}

  /**
   * A finding for each setting of a device or port that is known to run otherwise than it is set,
   * and for each that is wanted and does not tell.
   */
  public static Stream<Finding> in(Intent intent, Map<Target, Observation> seen) {
    return seen.values().stream()
        .flatMap(one ->
            one.observed().readings().entrySet().stream()
                .flatMap(entry -> finding(intent, one.observed().target(), entry).stream()));
  }

  private static Optional<Finding> finding(
      Intent intent, Target target, Map.Entry<SettingKind, Reading> entry) {
    Key key = new Key(target, entry.getKey());
    if (!(entry.getValue() instanceof Reading.Staged staged)
        || staged.inForce().filter(staged.next()::equals).isPresent()
        || (staged.inForce().isEmpty() && intent.wanted(key).isEmpty())) {
      return Optional.empty();
    }
    String until = staged.until().text();
    return Optional.of(
        FindingRule.STAGED
            .at(
                key.toString(),
                staged
                    .inForce()
                    .map(is -> "in force is " + is.text() + "; ")
                    .orElse("the device does not tell what is in force; ")
                    .concat(staged.next().text() + " is set, and comes with ")
                    .concat(
                        switch (staged.until()) {
                          case Reading.Event _ -> "the next " + until;
                          case Reading.OtherSetting _ -> until;
                        }))
            .worseIf(staged.inForce().isPresent())
            .advising(
                switch (staged.until()) {
                      case Reading.Event _ -> until + " " + target.device() + " when it is free";
                      case Reading.OtherSetting _ -> "set that as well";
                    }
                    + ": nothing else puts it in force"));
  }
}
