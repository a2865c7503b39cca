package dev.losslessd.transport.ssh;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;

/**
 * Prompt that a device writes when it waits for a command. Learned at login; its first word, the
 * host's name, then stays, while the rest changes with the mode: {@code leaf1#}, {@code
 * leaf1(config)#}, {@code leaf1(config-s-losslessd)#}, {@code ops@leaf1>}.
 */
record Prompt(String text, Pattern family) {
  private static final Pattern LOOKS = Pattern.compile(".{0,200}[>#$%\\]]");
  private static final Pattern STEM = Pattern.compile("\\[?[A-Za-z0-9_.@+/-]+");

  /**
   * Some systems put the mode on a line of its own above the prompt: {@code {master:0}[edit]} or
   * one of the two. Junos says there too how long a commit still waits.
   */
  private static final Pattern CONTEXT =
      Pattern.compile(
          "\\s*(?:(?:\\{[^}]*\\})?\\s*(?:\\[[^\\]]*\\])?"
              + "|# commit confirmed will be rolled back in \\d+ minutes?)\\s*");

  private static final Pattern PAGER =
      Pattern.compile(
          "(?i)\\s*(?:-{2,3} ?\\(?more(?: ?\\d+%)?\\)? ?-{2,3}|<-+ *more *-+>|press any key to"
              + " continue.*)\\s*(?:\\(?\\d+%\\)?)?\\s*");

  static Prompt of(String text) {
    Matcher stem = STEM.matcher(text);
    String same = stem.lookingAt() ? stem.group() : "";
    // without a host name in it, as in "#", nothing but the very same text will do
    Pattern family =
        same.length() < 2
            ? Pattern.compile(Pattern.quote(text))
            : Pattern.compile(
                Pattern.quote(same) + "(?:[^A-Za-z0-9_.@+/\\r\\n-][^\\r\\n]{0,119})?[>#$%\\]]");
    return new Prompt(text, family);
  }

  static boolean looksLikeOne(String unfinished) {
    return LOOKS.matcher(unfinished).matches() && !isPager(unfinished);
  }

  static boolean isPager(String unfinished) {
    return !unfinished.isBlank() && PAGER.matcher(unfinished).matches();
  }

  /** Whether these lines may stand between an Enter on an empty line and the next prompt. */
  static boolean onlyContext(List<String> lines) {
    return lines.stream().allMatch(l -> CONTEXT.matcher(l.strip()).matches());
  }

  boolean fits(String unfinished) {
    return unfinished.equals(text) || family.matcher(unfinished).matches();
  }
}
