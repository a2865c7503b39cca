package dev.losslessd.driver;

/** Text of a device made fit for one line of a message. */
public final class Sanitized {
  private static final int LONGEST = 120;

  private Sanitized() {}

  /** Printable ASCII as it is, anything else escaped, cut after 120 characters. */
  public static String of(String text) {
    return of(text, LONGEST);
  }

  /** Text as of {@link #of(String)}, cut after another number of characters. */
  public static String of(String text, int longest) {
    StringBuilder out = new StringBuilder();
    String bare = text.strip();
    for (int i = 0; i < bare.length() && out.length() < longest; i++) {
      char c = bare.charAt(i);
      out.append(c >= ' ' && c <= '~' ? "" + c : String.format("\\u%04x", (int) c));
    }
    return out.length() < longest ? out.toString() : out + "...";
  }
}
