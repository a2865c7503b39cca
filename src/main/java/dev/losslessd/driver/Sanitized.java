package dev.losslessd.driver;

import dev.losslessd.text.PrintableText;

/** Text of a device made fit for one line of a message. */
public final class Sanitized {
  private Sanitized() {}

  public static String of(String text) {
    return PrintableText.brief(text);
  }

  public static String of(String text, int longest) {
    return PrintableText.brief(text, longest);
  }
}
