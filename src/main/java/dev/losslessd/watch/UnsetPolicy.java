package dev.losslessd.watch;

import dev.losslessd.config.Config;
import dev.losslessd.inventory.Drivers;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.PfcWatchdog;
import java.util.stream.Stream;

/** Parts of the policy that a managed switch cannot be told, and keeps as it has them. */
public final class UnsetPolicy {
  private UnsetPolicy() {}

  /** One finding for each managed switch whose watchdog is told a part of the policy. */
  public static Stream<Finding> findings(Config config) {
    return config.pfcWatchdog().stream().flatMap(wish -> findings(config, wish));
  }

  private static Stream<Finding> findings(Config config, PfcWatchdog wish) {
    return config.switches().stream()
        .filter(Config.Switch::manage)
        .flatMap(one -> {
          PfcWatchdog told = Drivers.of(one.os()).tellable(wish);
          return told.equals(wish) ? Stream.empty() : Stream.of(finding(one, wish, told));
        });
  }

  private static Finding finding(Config.Switch one, PfcWatchdog wish, PfcWatchdog told) {
    return FindingRule.POLICY_UNSET.at(
        one.name(),
        ("policy.pfcWatchdog wants %s; only %s can be told to %s, and the rest is as the"
                + " switch has it")
            .formatted(wish.text(), told.text(), one.os().word()));
  }
}
