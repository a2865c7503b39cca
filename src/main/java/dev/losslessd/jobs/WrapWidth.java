package dev.losslessd.jobs;

import dev.losslessd.text.Pattern;
import java.util.List;

/**
 * Finds the width at which a terminal or a tool has wrapped a log, from its beginning: no line is
 * longer, and what follows some lines of just that length begins no message.
 */
final class WrapWidth {
  private static final int LEAST = 40;
  private static final int MOST = 512;

  private static final int LEAST_WRAPPED = 2;

  /** Lines of a log's commonest message may have just this length by themselves. */
  private static final int MOST_WHOLE = 10;

  /** A line that was broken at a blank keeps it at its end; shorter ones are whole. */
  private static final int LEAST_AT_BLANK = 60;

  private static final String HEAD =
      "(?:^|[\\s>\\]|\"])[^\\s:\\[\\]<>]+:\\d+:\\d+ (?:\\[-?\\d+\\]|NCCL)";

  /** A message of NCCL, or its head where the line ends within. */
  private static final Pattern BEGIN =
      Pattern.compile("[NR]CCL (?:INFO|WARN|CALL|TRACE|version) |" + HEAD);

  private static final Pattern OWN_HEAD = Pattern.compile(HEAD);

  private WrapWidth() {}

  /**
   * @param beginning of a log, its last line cut or not
   * @return 0 where nothing tells that lines were wrapped
   */
  static int of(CharSequence beginning) {
    List<String> lines = beginning.toString().lines().toList();
    int width = lines.stream().mapToInt(String::length).max().orElse(0);
    if (width < LEAST || width > MOST) {
      return 0;
    }
    int wrapped = 0;
    int whole = 0;
    for (int n = 0; n + 1 < lines.size(); n++) {
      if (lines.get(n).length() == width && begins(lines.get(n))) {
        String next = lines.get(n + 1);
        if (next.isBlank() || begins(next)) {
          whole++;
        } else {
          wrapped++;
        }
      }
    }
    return wrapped < LEAST_WRAPPED || wrapped * MOST_WHOLE < whole ? 0 : width;
  }

  /** Whether a message begins in a line, so that the line is no rest of another. */
  static boolean begins(CharSequence line) {
    return BEGIN.matcher(line).find();
  }

  /** Whether a line is the rest of one that was broken, the end of a broken head included. */
  static boolean goesOn(CharSequence held, CharSequence next) {
    return !begins(next)
        || (LogHeads.cutHead(held.toString()) >= 0 && !OWN_HEAD.matcher(next).find());
  }

  /**
   * Whether a line may have been broken here.
   *
   * @param rest whether it is the rest of a broken one
   */
  static boolean mayGoOn(CharSequence line, int width, boolean rest) {
    int length = line.length();
    if (length == 0 || length == width) {
      return length > 0;
    }
    return length <= MOST
        && line.charAt(length - 1) == ' '
        && (rest || (length >= LEAST_AT_BLANK && begins(line)));
  }
}
