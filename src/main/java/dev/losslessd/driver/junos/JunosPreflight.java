package dev.losslessd.driver.junos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.Failures;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds what the account is not permitted before anything is changed: every read is tried, and the
 * configuration mode is entered and left. A statement that the account's class denies shows only
 * when it is sent; the candidate is then rolled back, and nothing has changed.
 */
final class JunosPreflight {
  private JunosPreflight() {}

  static List<String> missingPermissions(Console console, JunosConsole writer) {
    List<String> all =
        new ArrayList<>(
            console.missingPermissions(
                List.of(
                    Release.COMMAND,
                    History.COMMAND,
                    JunosConfig.COMMAND,
                    Interfaces.COMMAND,
                    Interfaces.EXTENSIVE,
                    QueueReader.COMMAND),
                console.dialect()::complaint));
    Failures.unlessClosed(writer::tryToConfigure).ifPresent(why -> all.add("configure: " + why));
    return List.copyOf(all);
  }
}
