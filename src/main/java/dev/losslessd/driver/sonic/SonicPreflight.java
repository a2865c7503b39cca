package dev.losslessd.driver.sonic;

import dev.losslessd.driver.ExecConsole;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import dev.losslessd.transport.ssh.ExecResult;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds what the account may not do before anything is changed: the reads are tried, of which
 * {@code sudo config list-checkpoints} needs the same right as every write. A sudoers file that
 * allows this and no other {@code config} shows only when a line is refused; what was done is then
 * undone.
 *
 * <p>SONiC judges all of CONFIG_DB with each patch, so that one row of anybody's that breaks a
 * model refuses every patch of ours. An empty one, as a dry run, shows that.
 */
final class SonicPreflight {
  static final String EMPTY_PATCH = "echo '[]' | sudo config apply-patch --dry-run /dev/stdin";

  private static final Pattern FAILED =
      Pattern.compile(
          "Failed to apply patch due to: (?:Given patch will produce invalid config\\. Error: Data"
              + " Loading Failed)?");

  /** Most characters of the switch's words; what libyang says of one row has some 300. */
  private static final int LONGEST = 500;

  private SonicPreflight() {}

  static List<String> missingPermissions(ExecConsole console) {
    List<String> all = new ArrayList<>();
    for (String command : List.of(ConfigJson.COMMAND, Writer.CHECKPOINTS)) {
      ExecResult result = console.ask(command + SonicLedger.NO_INPUT);
      if (result.status() != 0) {
        String expected = command.startsWith("sudo") ? "; expected sudo for config" : "";
        all.add(
            "%s: account %s may not: %s%s"
                .formatted(command, console.user(), ExecConsole.said(result), expected));
      }
    }
    if (all.isEmpty()) {
      ExecResult result = console.ask(EMPTY_PATCH, SonicLedger.PATIENCE);
      if (result.status() != 0) {
        all.add(
            "an empty patch is refused, and so would every change be: "
                + reason(result)
                + "; mend that row of CONFIG_DB first");
      }
    }
    return List.copyOf(all);
  }

  /** Returns the rest of a refusal, which names the row, without the words that each one has. */
  private static String reason(ExecResult result) {
    String said = result.errors().isBlank() ? result.output() : result.errors();
    Matcher failed = FAILED.matcher(said);
    if (!failed.find()) {
      return ExecConsole.said(result);
    }
    String bare = Pattern.of("\\s+").matcher(said.substring(failed.end()).strip()).replaceAll(" ");
    return PrintableText.brief(bare.substring(0, Math.min(bare.length(), LONGEST)), 2 * LONGEST);
  }
}
