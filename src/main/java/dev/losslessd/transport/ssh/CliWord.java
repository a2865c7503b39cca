package dev.losslessd.transport.ssh;

import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;

/**
 * A word of a command line. The two kinds keep apart what the code wrote from what came from
 * outside: only the code may say {@code |}, {@code >} or a quote.
 */
public sealed interface CliWord permits CliArgument, CliWord.Literal {
  /** Returns the word as it goes on the line. */
  String text();

  /**
   * Written in the source, or in a ledger that is source.
   *
   * @param text printable ASCII, one word or several; never {@code ?}, which a command line answers
   *     with help before Enter is pressed
   */
  record Literal(String text) implements CliWord {
    private static final Pattern GRAMMAR = Pattern.compile("[!->@-~](?:[ ->@-~]*[!->@-~])?");

    public Literal {
      if (!GRAMMAR.matcher(text).matches()) {
        throw new IllegalArgumentException(
            "command literal %s: expected printable ASCII without ? and without blanks at its ends"
                .formatted(PrintableText.quoted(text)));
      }
    }
  }
}
