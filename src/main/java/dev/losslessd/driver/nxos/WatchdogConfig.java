package dev.losslessd.driver.nxos;

import static dev.losslessd.driver.nxos.NxosLedger.LEDGER;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.Line;
import dev.losslessd.model.PfcWatchdog;
import java.util.List;
import java.util.stream.Stream;

/**
 * Lines of the PFC watchdog, of the whole switch or of a port. A port may have {@code
 * interface-multiplier N} and {@code disable-action} beside it
 * (CiscoDevNet/terraform-provider-nxos, {@code ipqosPriorFlowCtrlWd}). The switch has an interval
 * and multipliers: {@code fixed-restore} is in Cisco's NX-API REST SDK guide 9.3(x), configuring
 * priority flow control; that guide and Cisco's network-as-code model name the others. How the
 * running configuration prints the options of a port is unverified: every line that begins so
 * counts.
 */
final class WatchdogConfig {
  static final String WRITE = "nxos.watchdog";

  static final String ON = "priority-flow-control watch-dog-interval on";
  private static final String OFF = "priority-flow-control watch-dog-interval off";

  /** Beginning of each line of a port. */
  static final String SUBJECT = "priority-flow-control watch-dog";

  /** A queue that is found to be stuck is reported alone, and not shut. */
  private static final String NO_ACTION = "disable-action";

  private static final List<String> BEGINNINGS =
      List.of(SUBJECT, "priority-flow-control auto-restore", "priority-flow-control fixed-restore");

  private WatchdogConfig() {}

  /** The line of the whole switch, or of a port, that says a value. */
  static Line line(PfcWatchdog wanted) {
    return wanted.on() ? LEDGER.line(ON) : LEDGER.line("no " + ON);
  }

  static boolean isOn(ConfigTree section) {
    return lines(section).anyMatch(line -> line.equals(ON) || line.startsWith(ON + " "));
  }

  /** Lines that say more than on or off: times, multipliers, what is done. */
  static List<String> options(ConfigTree section) {
    return lines(section).filter(line -> !line.equals(ON) && !line.equals(OFF)).toList();
  }

  /** Whether lines of {@link #options} leave the action of the watchdog as it is. */
  static boolean acts(List<String> options) {
    return options.stream().noneMatch(line -> line.contains(NO_ACTION));
  }

  private static Stream<String> lines(ConfigTree section) {
    return section.lines().filter(line -> BEGINNINGS.stream().anyMatch(line::startsWith));
  }
}
