package dev.losslessd.transport.ssh;

import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;

/**
 * A question that a command is known to ask, and the answer. Only declared questions are answered,
 * each entry once; any other one runs into the command's deadline.
 *
 * @param question found in the unfinished last line, for example {@code \\[y/n\\]\\s*$}
 * @param answer sent with Enter, such as {@code y}; the empty one is Enter alone
 */
public record Expect(Pattern question, String answer) {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]*");

  public Expect {
    if (!PLAIN.matcher(answer).matches()) {
      throw new IllegalArgumentException(
          "answer " + PrintableText.quoted(answer) + ": expected letters, digits, . _ - only");
    }
  }

  public static Expect reply(String question, String answer) {
    return new Expect(Pattern.compile(question), answer);
  }
}
