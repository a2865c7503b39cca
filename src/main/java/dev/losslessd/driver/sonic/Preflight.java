package dev.losslessd.driver.sonic;

import dev.losslessd.driver.ExecConsole;
import dev.losslessd.transport.ssh.ExecResult;
import java.util.ArrayList;
import java.util.List;

/**
 * What the account may not do, found before anything is changed: the reads are tried, of which
 * {@code sudo config list-checkpoints} needs the same right as every write. A sudoers file that
 * allows this and no other {@code config} shows only when a line is refused; what was done is then
 * undone.
 */
final class Preflight {
  private Preflight() {}

  static List<String> forbidden(ExecConsole console) {
    List<String> all = new ArrayList<>();
    for (String command : List.of(ConfigJson.COMMAND, Writer.CHECKPOINTS)) {
      ExecResult result = console.ask(command + SonicLedger.NO_INPUT);
      if (result.status() != 0) {
        all.add(
            command
                + ": account "
                + console.user()
                + " may not: "
                + ExecConsole.said(result)
                + (command.startsWith("sudo") ? "; expected sudo for config" : ""));
      }
    }
    return List.copyOf(all);
  }
}
