package dev.losslessd.text;

/** A text is longer than a matcher accepts; nothing of it was matched. */
public final class TextTooLongException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  TextTooLongException(int length) {
    super(length + " characters of text: expected at most " + Pattern.LONGEST_TEXT);
  }
}
