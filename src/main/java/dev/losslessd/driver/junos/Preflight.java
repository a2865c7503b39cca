package dev.losslessd.driver.junos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the account may not do, found before anything is changed: every read is tried, and the
 * configuration mode is entered and left. A statement that the account's class denies shows only
 * when it is sent; the candidate is then rolled back, and nothing has changed.
 */
final class Preflight {
  private Preflight() {}

  static List<String> forbidden(Console console, JunosConsole writer) {
    List<String> all = new ArrayList<>();
    for (String command :
        List.of(
            Release.COMMAND,
            History.COMMAND,
            Config.COMMAND,
            Interfaces.COMMAND,
            Interfaces.EXTENSIVE,
            QueueReader.COMMAND)) {
      console
          .dialect()
          .complaint(console.ask(command))
          .ifPresent(why -> all.add(command + ": " + why));
    }
    configuring(writer).ifPresent(why -> all.add("configure: " + why));
    return List.copyOf(all);
  }

  /** Nothing while the gate is closed: then nothing can be changed either. */
  private static Optional<String> configuring(JunosConsole writer) {
    try {
      return writer.tryToConfigure();
    } catch (DeviceException e) {
      if (e.kind() == DeviceException.Kind.CLOSED_GATE) {
        return Optional.empty();
      }
      throw e;
    }
  }
}
