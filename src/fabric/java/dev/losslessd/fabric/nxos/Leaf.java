package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A line of configuration that a command sets and its {@code no} form takes away.
 *
 * @param syntax of the command
 * @param key the place that its values compete for; a {@code *} at the end makes a place of each
 *     line
 * @param usual the line that says what holds without one, which the switch does not print; or null
 * @param check what may speak against it
 */
record Leaf(String syntax, String key, @Nullable String usual, Check check) {
  /** A condition of the switch on a line. */
  @FunctionalInterface
  interface Check {
    /**
     * @param line as it would be, or null when it is to go
     * @throws CliError if the switch does not take it
     */
    void test(NxosSwitch device, Block block, @Nullable String line) throws CliError;
  }

  static final Check NONE = (_, _, _) -> {};

  List<Rule> rules() {
    return List.of(Rule.of(syntax, true, this::set), Rule.of("no " + syntax, true, this::unset));
  }

  private String key(String line) {
    return key.endsWith("*") ? key.substring(0, key.length() - 1) + line : key;
  }

  private Answer set(Call call) throws CliError {
    String line = call.text();
    for (Block block : call.session().targets()) {
      check.test(call.device(), block, line);
    }
    for (Block block : call.session().targets()) {
      if (line.equals(usual)) {
        block.unset(key(line));
      } else {
        block.set(key(line), line);
      }
    }
    return Answer.SILENT;
  }

  private Answer unset(Call call) throws CliError {
    String line = call.text().substring("no ".length());
    for (Block block : call.session().targets()) {
      requireAttached(block, line);
      check.test(call.device(), block, null);
      block.unset(key(line));
    }
    return Answer.SILENT;
  }

  /** Taking off a policy that is not the one in force is an error; other lines do not mind. */
  private void requireAttached(Block block, String line) throws CliError {
    if (line.startsWith("service-policy") && !line.equals(block.line(key(line)))) {
      // unverified: the wording differs between releases, that it is an error does not
      throw new CliError("ERROR: Policy-map is not attached: " + line);
    }
  }
}
