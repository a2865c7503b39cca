package dev.losslessd.transport.ssh;

/** Text from outside made fit for one line of a message: quoted, escaped, shortened. */
final class Printable {
  private static final int LONGEST = 120;

  private Printable() {}

  static String of(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int i = 0; i < text.length() && out.length() < LONGEST; i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c <= '~' && c != '"') {
        out.append(c);
      } else {
        out.append(String.format("\\u%04x", (int) c));
      }
    }
    return out.append(out.length() >= LONGEST ? "\"..." : "\"").toString();
  }
}
