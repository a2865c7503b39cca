package dev.losslessd.driver.eos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.Failures;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds what the account is not permitted before anything is changed: every read is tried, and a
 * configuration session is opened and dropped. A command that a TACACS+ server forbids inside of a
 * session shows only when it is sent; the session is then dropped, and nothing has changed.
 */
final class EosPreflight {
  private EosPreflight() {}

  static List<String> missingPermissions(Console console, EosConsole writer) {
    List<String> all = new ArrayList<>();
    if (console.prompt().endsWith(">")) {
      all.add("enable: account " + console.user() + " stays at '>', expected privilege level 15");
    }
    all.addAll(
        console.missingPermissions(
            List.of(
                RunningConfig.COMMAND,
                EosSnapshot.INTERFACES,
                ConfigSessions.COMMAND,
                QueueReader.ECN,
                QueueReader.DROPS,
                QueueReader.WATCHDOG),
            console.dialect()::denial));
    Failures.unlessClosed(writer::tryToConfigure)
        .ifPresent(why -> all.add("configure session: " + why));
    return List.copyOf(all);
  }
}
