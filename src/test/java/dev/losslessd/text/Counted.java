package dev.losslessd.text;

/** A text that counts how often a character of it is read, in parts of it too. */
final class Counted implements CharSequence {
  /** Number of characters that were read. */
  static final class Reads {
    long count;
  }

  private final String text;
  private final Reads reads;

  Counted(String text, Reads reads) {
    this.text = text;
    this.reads = reads;
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public char charAt(int index) {
    reads.count++;
    return text.charAt(index);
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return new Counted(text.substring(start, end), reads);
  }

  @Override
  public String toString() {
    reads.count += text.length();
    return text;
  }
}
