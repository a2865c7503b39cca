package dev.losslessd.transport.ssh;

import dev.losslessd.text.Pattern;
import dev.losslessd.transport.Secret;

/**
 * A question that a command is known to ask, and the answer. Only declared questions are answered,
 * each entry once; any other one runs into the command's deadline.
 *
 * @param question found in the unfinished last line, for example {@code \\[y/n\\]\\s*$}
 * @param answer sent with Enter
 * @param secret the answer is one, so the line that it was asked on stays out of messages
 */
public record Expect(Pattern question, Secret answer, boolean secret) {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]*");

  /** A plain answer such as {@code y}; the empty one is Enter alone. */
  public static Expect reply(String question, String answer) {
    if (!PLAIN.matcher(answer).matches()) {
      throw new IllegalArgumentException(
          "answer " + Printable.of(answer) + ": expected letters, digits, . _ - only");
    }
    return new Expect(Pattern.compile(question), answer::toCharArray, false);
  }

  /** A secret answer, for example to {@code enable}. */
  public static Expect secret(String question, Secret answer) {
    return new Expect(Pattern.compile(question), answer, true);
  }
}
