package dev.losslessd.transport.ssh;

import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;

/**
 * A word from outside: a port name, a number, an address, a profile. Its grammar is the same on
 * every device, and leaves no character that any command line or shell gives a meaning to: no
 * blank, control character, quote, {@code ; | & $ < > ( ) [ ] { } ! ? * # ~ ^} or backslash, and no
 * leading {@code -} that would make an option of it.
 */
public record CliArgument(String text) implements CliWord {
  /** Longer names exist on no device known here. */
  private static final int LONGEST = 255;

  private static final Pattern GRAMMAR = Pattern.compile("[A-Za-z0-9_:][A-Za-z0-9_:./,@+=%-]*");

  /**
   * @throws IllegalArgumentException the word could mean more than itself
   */
  public CliArgument {
    if (text.length() > LONGEST || !GRAMMAR.matcher(text).matches()) {
      throw new IllegalArgumentException(
          ("command argument %s: expected at most %s of the characters A-Z a-z 0-9 _ : . / , @ + ="
                  + " %% -, beginning with a letter, digit, _ or :")
              .formatted(PrintableText.quoted(text), LONGEST));
    }
  }

  public static CliArgument of(String text) {
    return new CliArgument(text);
  }
}
