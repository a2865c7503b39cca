package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.CliError;
import java.util.List;
import java.util.stream.Stream;

/**
 * One command of a mode.
 *
 * @param writes whether it changes what the switch keeps, so that a lock or a lie can concern it
 */
record Rule(List<Token> tokens, boolean writes, Action action) {
  /** Carries out a command that was parsed. */
  @FunctionalInterface
  interface Action {
    Answer run(Call call) throws CliError;
  }

  static Rule of(String syntax, boolean writes, Action action) {
    return new Rule(Stream.of(syntax.split(" ")).map(Token::parse).toList(), writes, action);
  }
}
