package dev.losslessd.driver.eos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.NicSetting;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Setting;
import java.util.List;

/**
 * Lines that stand beside a value and make the switch act otherwise than the lines that are typed
 * for the same value. Other spellings of one meaning are none of them: {@code mode on} of older
 * releases, {@code uc-tx-queue} on chips with split queues, {@code kbytes}, a default that is
 * spelled out.
 */
final class ExtraLines {
  private ExtraLines() {}

  /** Returns those lines of a port's knob that change what its value does. */
  static List<String> of(Setting value, List<ConfigLine> lines) {
    return lines.stream()
        .filter(configLine -> adds(value, configLine))
        .map(ConfigLine::word)
        .toList();
  }

  private static boolean adds(Setting value, ConfigLine configLine) {
    String text = configLine.text();
    return switch (value) {
      // the peer decides
      case GlobalPause _ -> text.endsWith(" desired");
      // on, though no priority pauses yet
      case Pfc pfc -> pfc.equals(Pfc.OFF) && text.matches("priority-flow-control(?: mode)? on");
      // an average of the queue is compared, which lags behind it
      case Ecn _ -> text.matches(".* weight \\d+");
      case Ets ets -> text.startsWith("bandwidth ") && !isShare(ets, configLine);
      // the value is all that their lines can say
      case EcnCount _, Lossless _, PfcWatchdog _, NicSetting _ -> false;
    };
  }

  /** Only a queue that is not strict has a share; what is guaranteed is a floor, and no share. */
  private static boolean isShare(Ets ets, ConfigLine configLine) {
    return configLine.text().startsWith("bandwidth percent ")
        && ets.selection().get(configLine.queueNumber().orElseThrow()) == Ets.Selection.ETS;
  }

  /**
   * Returns what differs from the usual lines of the switch-wide watchdog. While it is on, these
   * are the lines not set: without an action a stuck queue disables its port. While it is off, they
   * are the lines left over.
   */
  static List<String> of(PfcWatchdog value, ConfigTree config) {
    List<String> lines = Globals.watchdogLines(config);
    return value.on()
        ? Globals.unset(lines).map(line -> "no " + Globals.WATCHDOG + Globals.key(line)).toList()
        : lines.stream().map(line -> Globals.WATCHDOG + line).toList();
  }

  /** Returns the note on these lines that goes with a reading; empty without any. */
  static String note(List<String> lines) {
    return lines.isEmpty() ? "" : "but with '" + String.join("; ", lines) + "'";
  }
}
