package dev.losslessd.jobs;

import static java.util.Objects.requireNonNullElse;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Errors that UCX prints (src/ucs/debug/log.c): {@code [1767225600.123456] [gpu01:100:0]
 * ib_mlx5_log.c:179 UCX ERROR ...}, a fatal one without time and level. A message of two lines has
 * a head on each.
 */
final class UcxLine {
  private static final Pattern LINE =
      Pattern.compile(
          "\\[([\\w.-]+):(\\d+) *:[^\\]\\[]{1,40}\\] +[\\w.-]+\\.\\w+:\\d+ +(?:UCX +([A-Z]+)"
              + " +)?(.*)$");

  /** An error of a queue pair: src/uct/ib/mlx5/ib_mlx5_log.c; before 1.6 in the other order. */
  private static final Pattern MLX5 =
      Pattern.compile(
          "^(?:FATAL: )?(?:Error on ([\\w.-]+):\\d+ QP [^:]*: )?([A-Z][\\w -]{3,60}?)(?: on"
              + " ([\\w.-]+):\\d+(?:/\\w+)?)? \\(synd 0x([0-9a-f]{1,2}) vend 0x([0-9a-f]{1,8})");

  /** The same of the transport rc_verbs: src/uct/ib/rc/verbs/rc_verbs_iface.c. */
  private static final Pattern VERBS =
      Pattern.compile(
          "^send completion with error: (.{3,60}?) \\[qpn 0x[0-9a-f]+ wrid 0x[0-9a-f]+"
              + " vendor_err 0x([0-9a-f]{1,8})\\]");

  private static final Pattern SECOND = Pattern.compile("^\\S+ QP 0x[0-9a-f]+ wqe\\[|^\\[rqpn 0x");

  private static final Pattern REQUEST = Pattern.compile("wqe\\[\\d+\\]: (\\w+)");

  private static final Pattern REMOTE = Pattern.compile("\\b[dr]gid[= ]([0-9a-fA-F:.]+)");

  /** Results in the words of UCX, and of libibverbs (ibv_wc_status_str). */
  private static final Map<String, Integer> RESULTS =
      Map.ofEntries(
          Map.entry("local length", 1),
          Map.entry("local qp operation", 2),
          Map.entry("local protection", 4),
          Map.entry("flushed", 5),
          Map.entry("bind", 6),
          Map.entry("bad response", 7),
          Map.entry("local access", 8),
          Map.entry("invalid request", 9),
          Map.entry("remote access", 10),
          Map.entry("remote operation", 11),
          Map.entry("transport retry", 12),
          Map.entry("rnr retry", 13),
          Map.entry("receive-no-ready", 13),
          Map.entry("aborted", 16),
          Map.entry("fatal", 19),
          Map.entry("response timeout", 20));

  private static final int GENERAL = 21;

  /** What a line may be that matters to a network: a search is dear, and most lines are others. */
  private static final List<String> MARKS = List.of("UCX ", "_log.c", " QP 0x", "[rqpn 0x");

  private UcxLine() {}

  /** An error or warning of UCX; empty for other lines, and for what it prints on other levels. */
  static Optional<LogRecord> of(String line, long at) {
    if (MARKS.stream().noneMatch(line::contains)) {
      return Optional.empty();
    }
    Matcher found = LINE.matcher(line);
    if (!found.find()) {
      return Optional.empty();
    }
    String level = requireNonNullElse(found.group(3), "FATAL");
    String message = found.group(4).strip();
    boolean serious = level.equals("ERROR") || level.equals("FATAL") || isSecond(message);
    boolean told =
        LogMessages.event(message).isPresent()
            || (level.equals("WARN") && FailedCall.of(message).isPresent());
    return serious || told
        ? Optional.of(new LogRecord(at, "", found.group(1), found.group(2), true, message))
        : Optional.empty();
  }

  /** Whether it is the second line of a message: the queue pair and its peer. */
  static boolean isSecond(String message) {
    return SECOND.matcher(message).find();
  }

  /** A work request that completed with an error; empty for other messages. */
  static Optional<Completion> completion(LogRecord record) {
    String text = record.message();
    Matcher mlx5 = MLX5.matcher(text);
    if (mlx5.find()) {
      String device = requireNonNullElse(mlx5.group(1), requireNonNullElse(mlx5.group(3), ""));
      int syndrome = Integer.parseInt(mlx5.group(4), 16);
      int status = status(mlx5.group(2), CompletionStatus.ofSyndrome(syndrome));
      return Optional.of(completion(record, status, mlx5.group(5), device));
    }
    Matcher verbs = VERBS.matcher(text);
    return verbs.find()
        ? Optional.of(completion(record, status(verbs.group(1), GENERAL), verbs.group(2), ""))
        : Optional.empty();
  }

  private static Completion completion(LogRecord record, int status, String vendor, String device) {
    Matcher request = REQUEST.matcher(record.message());
    Matcher remote = REMOTE.matcher(record.message());
    return new Completion(
        record,
        "",
        status,
        Long.parseLong(vendor, 16),
        request.find() ? request.group(1) : "",
        "",
        remote.find() ? GidText.ofAddress(remote.group(1)).orElse("") : "",
        device);
  }

  private static int status(String words, int other) {
    String text = words.toLowerCase(Locale.ROOT);
    return RESULTS.entrySet().stream()
        .filter(one -> text.contains(one.getKey()))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(other);
  }
}
