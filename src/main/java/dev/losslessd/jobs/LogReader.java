package dev.losslessd.jobs;

import java.io.IOException;
import java.io.Reader;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Reads a log of any size and hands on each message of NCCL in it. Takes lines of several ranks
 * that were written into each other, lines that a terminal or a tool has wrapped, colours, CRLF,
 * and a file that ends in the middle. Keeps at most one unfinished message.
 */
final class LogReader {
  /** A longer line is read in pieces; NCCL itself writes at most 4,096 characters. */
  static final int LONGEST_LINE = 16_384;

  /** Lines that may come between two parts of a message. */
  private static final int MOST_BETWEEN = 16;

  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;?]*[ -/]*[@-~]");

  /** What launchers print before each line. */
  private static final Pattern PREFIX =
      Pattern.compile(
          "^(?:\\d+: |\\[\\d+,\\d+\\]<std(?:out|err)>: ?|\\[[a-z]+\\d+(?:\\|\\d+)?\\]:? ?"
              + "|\\([A-Za-z]* ?pid=[^)]*\\) )");

  /** Takes a line without a message of NCCL. */
  interface Others {
    void accept(String text, long line);
  }

  private final LogHeads heads = new LogHeads();
  private final Consumer<LogRecord> messages;
  private final Others others;

  private String open = "";
  private long openLine;
  private int between;
  private long line = 1;

  /**
   * @param messages takes each message of NCCL
   * @param others takes each line without one, as far as it is no rest of a message
   */
  LogReader(Consumer<LogRecord> messages, Others others) {
    this.messages = messages;
    this.others = others;
  }

  void read(Reader log) throws IOException {
    char[] buffer = new char[65_536];
    StringBuilder text = new StringBuilder();
    for (int count = log.read(buffer); count >= 0; count = log.read(buffer)) {
      for (int n = 0; n < count; n++) {
        char c = buffer[n];
        if (c == '\n' || c == '\r' || text.length() == LONGEST_LINE) {
          take(text);
        }
        if (c == '\n') {
          line++;
        } else if (c != '\r') {
          text.append(c);
        }
      }
    }
    take(text);
    flush();
  }

  /** Number of lines that were read. */
  long lines() {
    return line;
  }

  private void take(StringBuilder text) {
    if (!text.isEmpty()) {
      String plain = text.toString();
      text.setLength(0);
      take(plain.indexOf('\u001b') < 0 ? plain : COLOUR.matcher(plain).replaceAll(""));
    }
  }

  private void take(String text) {
    List<LogHeads.Head> found = heads.in(text);
    String lead = found.isEmpty() ? text : text.substring(0, found.getFirst().start());
    if (!open.isEmpty() && (found.isEmpty() ? !text.isBlank() : isGlued(lead))) {
      resume(PREFIX.matcher(lead).replaceFirst(""));
    } else if (found.isEmpty()) {
      other(text);
    }
    for (int n = 0; n < found.size(); n++) {
      boolean last = n == found.size() - 1;
      message(text, found.get(n), last ? text.length() : found.get(n + 1).start(), line);
    }
    if (!open.isEmpty() && ++between > MOST_BETWEEN) {
      flush();
    }
  }

  /** Whether text before a head is the rest of a message, and nothing that a launcher prints. */
  private static boolean isGlued(String lead) {
    String own = PREFIX.matcher(lead).replaceFirst("");
    return !own.isBlank() && ":|>)] \t".indexOf(own.charAt(own.length() - 1)) < 0;
  }

  private void resume(String rest) {
    String joined = open + rest;
    long first = openLine;
    open = "";
    List<LogHeads.Head> found = heads.in(joined);
    if (found.isEmpty()) {
      other(rest);
    } else {
      message(joined, found.getFirst(), joined.length(), first);
    }
  }

  private void other(String text) {
    others.accept(text, line);
    cutOff(text, line);
  }

  private void message(String text, LogHeads.Head head, int end, long at) {
    int from = Math.min(head.text(), end);
    String message = text.substring(from, end).strip();
    if (end - from < LONGEST_LINE / 2 && LogMessages.isUnfinished(message)) {
      flush();
      keep(text.substring(head.start(), end), at);
      return;
    }
    messages.accept(
        new LogRecord(at, head.time(), head.host(), head.pid(), head.warning(), message));
    if (end == text.length()) {
      cutOff(text.substring(from), at);
    }
  }

  /** Keeps a head that the end of the line cuts off. */
  private void cutOff(String text, long at) {
    int cut = LogHeads.cutHead(text);
    if (cut >= 0 && open.isEmpty()) {
      keep(text.substring(cut), at);
    }
  }

  private void keep(String text, long at) {
    open = text;
    openLine = at;
    between = 0;
  }

  /** Hands on an unfinished message as it is. */
  private void flush() {
    String text = open;
    open = "";
    for (LogHeads.Head head : heads.in(text)) {
      String message = text.substring(Math.min(head.text(), text.length())).strip();
      messages.accept(
          new LogRecord(openLine, head.time(), head.host(), head.pid(), head.warning(), message));
    }
  }
}
