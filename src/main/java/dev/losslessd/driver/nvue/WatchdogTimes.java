package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.PollingTime;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Capability;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Target;
import dev.losslessd.model.WatchdogRange;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * How long all ports of a switch wait before their watchdog acts: so many polls in a row. It drops
 * what comes for the queue, and restores it by itself (Cumulus Linux guide, PFC Watchdog).
 */
final class WatchdogTimes {
  private static final String WATCHDOG = "pfc-watchdog";
  private static final String POLLING = "polling-interval";
  private static final String ROBUSTNESS = "robustness";

  private static final String DEFAULT_POLLING = "100";
  private static final String DEFAULT_ROBUSTNESS = "3";

  private static final String EACH_PORT = "each port turns its watchdog on and off by itself";

  private static final Set<PfcWatchdog.Action> ALWAYS = Set.of(PfcWatchdog.Action.DROP);

  static final List<String> PATHS = List.of("qos pfc-watchdog");

  private WatchdogTimes() {}

  /** Returns what can be set of them in a release. */
  static Capability ability(Supplier<NvueSnapshot> now, Target box) {
    return now.get().release().hasWatchdogTimes()
        ? Capability.writable()
            .with(new WatchdogRange(PollingTime.TIMES, null, ALWAYS, true, EACH_PORT))
        : SettingTable.watchdogOfEachPort(box)
            .with(
                new WatchdogRange(
                    null, null, ALWAYS, true, EACH_PORT + ", and times are there from 5.6 on"));
  }

  static Reading.Value read(NvueSnapshot now) {
    Integer detect = now.release().hasWatchdogTimes() ? time(now.config()).millis() : null;
    return new Reading.Value(new PfcWatchdog(true, detect, null, PfcWatchdog.Action.DROP));
  }

  static void write(Draft draft, PfcWatchdog wanted) {
    Node tree = draft.tree();
    if (!wanted.on()) {
      throw DeviceException.unsupported(WATCHDOG + " off: " + EACH_PORT);
    }
    Integer detect = wanted.detectMillis();
    PollingTime there = time(tree);
    if (detect != null && detect != there.millis()) {
      PollingTime time = PollingTime.of(detect, there.intervalMillis());
      if (time.intervalMillis() != there.intervalMillis()) {
        tree.set("" + time.intervalMillis(), "qos", WATCHDOG, POLLING);
      }
      tree.set("" + time.count(), "qos", WATCHDOG, ROBUSTNESS);
    }
  }

  private static PollingTime time(Node tree) {
    return new PollingTime(
        number(tree, POLLING, DEFAULT_POLLING, 5000),
        number(tree, ROBUSTNESS, DEFAULT_ROBUSTNESS, 1000));
  }

  private static int number(Node tree, String name, String otherwise, int most) {
    String text = tree.text("qos", WATCHDOG, name).orElse(otherwise);
    if (!Pattern.matches("[1-9]\\d{0,3}", text) || Integer.parseInt(text) > most) {
      throw ParseErrors.at("nv config show", WATCHDOG + " " + name + " " + text, "1.." + most);
    }
    return Integer.parseInt(text);
  }
}
