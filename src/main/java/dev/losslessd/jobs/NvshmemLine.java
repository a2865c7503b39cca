package dev.losslessd.jobs;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Errors that NVSHMEM prints (src/include/non_abi/nvshmemx_error.h): {@code FILE:LINE: non-zero
 * status: 110 ibv_modify_qp failed}. The text is written apart from its head, so that processes
 * that print at once tear both; a head without a text waits for the next line.
 */
final class NvshmemLine {
  private static final Pattern HEAD =
      Pattern.compile(
          "(?:[\\w./+-]*/)?(\\w+\\.(?:cpp|cu|cuh|h|hpp)):(\\d+): (?:(?:non-zero|error) status:"
              + " (-?\\d{1,6})|NULL value)");

  private static final Pattern TEXT = Pattern.compile("^[\\w .:#,/-]{3,160}");

  /** What NVSHMEM says of a device that it leaves out; on standard output. */
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "(?:WARN|\\w+\\.cpp:\\w+:\\d+): ?(cound not find user specified HCA name: .*|neither"
              + " nv_peer_mem.*|device \\S+ (?:is not|does not|cannot).*|found inactive"
              + " port.*|Failed to initialize all selected devices.*|init failed for .*|Unable to"
              + " initialize any transports?\\b.*)$");

  /** A completion with an error in the kernel of a GPU, and in the transports ibdevx and ibrc. */
  private static final Pattern SYNDROME =
      Pattern.compile(
          "syndrome=(?:0x)?([0-9a-f]{1,2}), vendor_err_synd=(?:0x)?([0-9a-f]{1,8})"
              + "|ibdevx completion with error\\. hws: [0-9a-f]+ ves: ([0-9a-f]{1,8}), syn:"
              + " ([0-9a-f]{1,2})");

  private static final Pattern POLLED = Pattern.compile("ibv_poll_cq failed, status: (\\d{1,4})");

  /** Numbers of {@code enum nvshmemx_status}, from 1. */
  private static final List<String> STATUSES =
      List.of(
          ("INVALID_VALUE OUT_OF_MEMORY NOT_SUPPORTED SYMMETRY GPU_NOT_SELECTED"
                  + " COLLECTIVE_LAUNCH_FAILED INTERNAL")
              .split(" "));

  private String open = "";
  private long openLine;

  /** Errors in a line; those that processes wrote into each other once each. */
  List<LogRecord> in(String line, long at) {
    if (line.contains(" status: ") || line.contains(": NULL value")) {
      return heads(line, at);
    }
    if (!open.isEmpty() && !line.isBlank()) {
      Matcher text = TEXT.matcher(line.strip());
      String rest = text.find() && FailedCall.of(line).isPresent() ? " " + text.group() : "";
      LogRecord whole = record(openLine, open + rest);
      open = "";
      return List.of(whole);
    }
    Matcher leftOut = LEFT_OUT.matcher(line);
    if ((line.contains("WARN: ") || line.contains("nvshmemi_transport")) && leftOut.find()) {
      return List.of(record(at, "NVSHMEM: " + leftOut.group(1)));
    }
    return line.contains("syndrome=") && SYNDROME.matcher(line).find()
        ? List.of(record(at, line.strip()))
        : List.of();
  }

  /** What waits for its text when the log ends. */
  List<LogRecord> rest() {
    List<LogRecord> rest = open.isEmpty() ? List.of() : List.of(record(openLine, open));
    open = "";
    return rest;
  }

  private List<LogRecord> heads(String line, long at) {
    List<LogRecord> whole = new ArrayList<>(rest());
    Set<String> texts = new LinkedHashSet<>();
    Set<String> titles = new LinkedHashSet<>();
    Matcher head = HEAD.matcher(line);
    int from = head.find() ? head.start() : -1;
    while (from >= 0) {
      String title = title(head);
      int end = head.end();
      from = head.find() ? head.start() : -1;
      String text = line.substring(end, from < 0 ? line.length() : from).strip();
      titles.add(title);
      if (!text.isEmpty()) {
        texts.add(text);
      }
    }
    if (texts.isEmpty() && titles.size() == 1) {
      open = titles.iterator().next();
      openLine = at;
    } else {
      paired(titles, texts).forEach(one -> whole.add(record(at, one)));
    }
    return whole;
  }

  /** Heads with their texts. One of several processes has them in any order: verbs go by errno. */
  private static List<String> paired(Set<String> titles, Set<String> texts) {
    List<String> left = new ArrayList<>(texts);
    List<String> paired = new ArrayList<>();
    for (String title : titles) {
      boolean verbs = titles.size() > 1 && !isOwn(title);
      Optional<String> text =
          left.stream()
              .filter(one -> titles.size() == 1 || verbs == VerbsCall.of(one).isPresent())
              .findFirst();
      text.ifPresent(left::remove);
      paired.add(text.map(one -> title + " " + one).orElse(title));
    }
    return paired;
  }

  private static boolean isOwn(String message) {
    return Errno.number(message).filter(n -> n > 0 && n <= STATUSES.size()).isPresent();
  }

  /** {@code ibrc.cpp:418: non-zero status: 7 (NVSHMEMX_ERROR_INTERNAL)}. */
  private static String title(Matcher head) {
    String file = head.group(1) + ":" + head.group(2) + ": ";
    return head.group(3) == null ? file + "NULL value" : file + "non-zero status: " + head.group(3);
  }

  private static LogRecord record(long at, String message) {
    return new LogRecord(at, "", "", "", true, named(message));
  }

  /** A number that is no result of a verbs call is one of NVSHMEM's own, or an errno. */
  private static String named(String message) {
    Optional<Integer> number = Errno.number(message);
    if (number.isEmpty() || VerbsCall.of(message).isPresent()) {
      return message;
    }
    Optional<String> name =
        isOwn(message)
            ? Optional.of("NVSHMEMX_ERROR_" + STATUSES.get(number.get() - 1))
            : Errno.of(number.get()).map(Errno::name);
    String status = "status: " + number.get();
    return name.map(one -> message.replace(status, status + " (" + one + ")")).orElse(message);
  }

  /** A work request that completed with an error; empty for other messages. */
  static Optional<Completion> completion(LogRecord record) {
    Matcher polled = POLLED.matcher(record.message());
    if (polled.find()) {
      return Optional.of(completion(record, Integer.parseInt(polled.group(1)), -1));
    }
    Matcher syndrome = SYNDROME.matcher(record.message());
    if (!syndrome.find()) {
      return Optional.empty();
    }
    boolean kernel = syndrome.group(1) != null;
    String code = kernel ? syndrome.group(1) : syndrome.group(4);
    String vendor = kernel ? syndrome.group(2) : syndrome.group(3);
    int status = CompletionStatus.ofSyndrome(Integer.parseInt(code, 16));
    return Optional.of(completion(record, status, Long.parseLong(vendor, 16)));
  }

  private static Completion completion(LogRecord record, int status, long vendor) {
    return new Completion(record, "", status, vendor, "", "", "", "");
  }
}
