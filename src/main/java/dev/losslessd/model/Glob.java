package dev.losslessd.model;

/**
 * A pattern for a whole name: {@code *} matches any characters, {@code ?} matches one. Case counts.
 *
 * <p>Clients send globs, so a match takes at most length of the glob times length of the name
 * steps. A regex with as many {@code *} backtracks without end.
 */
public record Glob(String text) {
  public boolean fits(String name) {
    int at = 0;
    int next = 0;
    int star = -1; // the last one so far: what it matches is tried again, earlier ones never
    int afterStar = 0;
    while (next < name.length()) {
      if (at < text.length() && text.charAt(at) == '*') {
        star = at++;
        afterStar = next;
      } else if (at < text.length() && fits(text.charAt(at), name.charAt(next))) {
        at++;
        next++;
      } else if (star >= 0) {
        at = star + 1;
        next = ++afterStar; // the star matches one more
      } else {
        return false;
      }
    }
    return text.substring(at).chars().allMatch(rest -> rest == '*');
  }

  private static boolean fits(char one, char ofName) {
    return one == '?' || one == ofName;
  }
}
