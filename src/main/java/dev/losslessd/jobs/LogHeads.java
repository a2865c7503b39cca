package dev.losslessd.jobs;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds heads of NCCL's messages in a line: {@code host:pid:tid [gpu] NCCL INFO}. What a launcher
 * prints before it ({@code 0: }, {@code [1,0]<stdout>:}, {@code [rank0]:}) is skipped. Two ranks
 * that write at once may share a line, so that a line may hold several heads.
 *
 * <p>Formats: src/debug.cc of NCCL 2.8 to 2.30; a warning has its source file before its level.
 */
final class LogHeads {
  /** Hosts that are kept to tell a head from text that it is glued to. */
  private static final int MOST_HOSTS = 4096;

  /** A head is never longer, path of the source file included. */
  private static final int LONGEST = 400;

  private static final String MARK = "NCCL ";

  private static final Pattern LEVEL = Pattern.compile("NCCL (INFO|WARN|ERROR|ABORT|CALL|TRACE)");

  private static final Pattern HEAD =
      Pattern.compile(
          "(?:([^\\s:\\[\\]<>\",/]*)>?:(\\d+):(\\d+)\\s+)?"
              + "(?:\\[-?\\d+\\]\\s+)?"
              + "(?:\\d+\\.\\d+\\s+)?"
              + "(?:[\\w./+-]+:\\d+\\s+(?:\\([^)]*\\)\\s+)?)?$");

  /** A head that the end of a line cuts off. */
  private static final Pattern CUT_HEAD =
      Pattern.compile(
          "[^\\s:\\[\\]<>]+:\\d+:\\d+(?: \\[?\\d*\\]?)?(?: (?:[\\w./+-]+:?\\d*)?)?(?:"
              + " \\([\\w:~]*\\)?)?(?: ?(?:N|NC|NCC|NCCL)?)?(?: (?:I|IN|INF|W|WA|WAR)?)?$");

  /** A head that another one cuts off, as it stands before that. */
  private static final Pattern CUT_BEFORE = Pattern.compile(":\\d+:\\d+(?: \\[-?\\d+\\])? ?$");

  private static final Pattern TIME =
      Pattern.compile("(\\d{4}-\\d\\d-\\d\\d)[ T](\\d\\d:\\d\\d:\\d\\d(?:[.,]\\d{1,9})?)");

  private final Set<String> hosts = new LinkedHashSet<>();

  /**
   * Where a message of NCCL stands in a line.
   *
   * @param start of its head
   * @param text of its message
   */
  record Head(int start, int text, String time, String host, String pid, boolean warning) {}

  /** Heads in a line, from left to right; none in most lines of a job. */
  List<Head> in(String line) {
    List<Head> heads = new ArrayList<>();
    int from = 0;
    Matcher level = LEVEL.matcher(line);
    while (line.indexOf(MARK, from) >= 0 && level.find(from)) {
      heads.add(head(line, from, level));
      from = level.end();
    }
    return heads;
  }

  /** Position at which the end of a line cuts a head; -1 where it cuts none. */
  static int cutHead(String line) {
    int from = Math.max(0, line.length() - LONGEST);
    if (!hasTwoNumbers(line, from)) {
      return -1;
    }
    Matcher cut = CUT_HEAD.matcher(line);
    return cut.find(from) ? cut.start() : -1;
  }

  /** Whether {@code :1:2} is in the end of a line: cheaper than the pattern, and seldom true. */
  private static boolean hasTwoNumbers(String line, int from) {
    int numbers = 0;
    for (int n = line.length() - 1; n >= from && numbers < 2; n--) {
      char c = line.charAt(n);
      boolean digit = n + 1 < line.length() && Character.isDigit(line.charAt(n + 1));
      numbers =
          c == ':' && digit ? numbers + 1 : Character.isDigit(c) || numbers == 0 ? numbers : 0;
    }
    return numbers == 2;
  }

  private Head head(String line, int from, Matcher level) {
    int window = Math.max(from, level.start() - LONGEST);
    String before = line.substring(window, level.start());
    Matcher whole = HEAD.matcher(before);
    boolean alone = whole.matches(); // in most lines, and cheaper than a search
    Matcher head = alone ? whole : HEAD.matcher(before);
    boolean found = alone || head.find();
    int start = found ? window + head.start() : level.start();
    String host = found && head.group(1) != null ? head.group(1) : "";
    String pid = found && head.group(2) != null ? head.group(2) : "";
    boolean glued = from > 0 || CUT_BEFORE.matcher(line.substring(window, start)).find();
    String own = glued ? unglued(host) : host;
    if (!glued) {
      remember(own);
    }
    Matcher time = TIME.matcher(line.substring(window, Math.max(window, start)));
    String at = time.find() ? time.group(1) + " " + time.group(2).replace(',', '.') : "";
    return new Head(
        start + host.length() - own.length(),
        Math.min(line.length(), level.end() + 1),
        at,
        own,
        pid,
        !level.group(1).equals("INFO")
            && !level.group(1).equals("CALL")
            && !level.group(1).equals("TRACE"));
  }

  /** Drops the end of another rank's message, which the name of a known host follows. */
  private String unglued(String host) {
    if (hosts.contains(host)) {
      return host;
    }
    return hosts.stream().filter(host::endsWith).findFirst().orElse(host);
  }

  private void remember(String host) {
    if (!host.isEmpty() && hosts.size() < MOST_HOSTS) {
      hosts.add(host);
    }
  }
}
