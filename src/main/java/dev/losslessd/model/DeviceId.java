package dev.losslessd.model;

/**
 * The name of a host or switch, as the operator calls it: letters, digits, dot, dash, underscore.
 *
 * @param name 1 to 64 characters of {@code [A-Za-z0-9._-]}
 */
public record DeviceId(String name) implements Comparable<DeviceId> {
  private static final int LONGEST = 64;

  public DeviceId {
    if (!isName(name, "._-")) {
      throw new IllegalArgumentException(
          "device name '" + name + "': expected 1..64 of A-Z a-z 0-9 . _ -");
    }
  }

  /** Whether a text has 1 to 64 characters, each of them a letter, a digit or one of the marks. */
  static boolean isName(String text, String marks) {
    boolean good = !text.isEmpty() && text.length() <= LONGEST;
    for (int at = 0; good && at < text.length(); at++) {
      char c = text.charAt(at);
      good = c < 0x80 && (Character.isLetterOrDigit(c) || marks.indexOf(c) >= 0);
    }
    return good;
  }

  @Override
  public int compareTo(DeviceId other) {
    return name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return name;
  }
}
