package dev.losslessd.jobs;

import java.io.IOException;
import java.io.Reader;
import java.nio.CharBuffer;
import java.util.List;
import java.util.function.Consumer;

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

  /** The same for one that may be whole: a channel without GPUDirect. */
  private static final int MOST_AFTER_CHANNEL = 2;

  /** The beginning of a log, from which the width of wrapped lines is told. */
  private static final int SAMPLE = 65_536;

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
  private final StringBuilder physical = new StringBuilder();
  private final StringBuilder held = new StringBuilder();
  private long heldLine = 1;
  private int width;
  private boolean soft;
  private boolean gdrSeen;

  /**
   * @param messages takes each message of NCCL
   * @param others takes each line without one, as far as it is no rest of a message
   */
  LogReader(Consumer<LogRecord> messages, Others others) {
    this.messages = messages;
    this.others = others;
  }

  void read(Reader log) throws IOException {
    char[] buffer = new char[SAMPLE];
    int count = fill(log, buffer);
    width = WrapWidth.of(CharBuffer.wrap(buffer, 0, Math.max(0, count)));
    for (; count >= 0; count = log.read(buffer)) {
      for (int n = 0; n < count; n++) {
        take(buffer[n]);
      }
    }
    boolean cut = !physical.isEmpty();
    endOfLine();
    emit();
    if (cut && soft && gdrSeen) {
      open = ""; // the end of the file may have cut off what tells of GPUDirect
    }
    flush();
  }

  /** Reads until the buffer is full or the log ends. */
  private static int fill(Reader log, char[] buffer) throws IOException {
    int filled = 0;
    int count = 0;
    while (count >= 0 && filled < buffer.length) {
      count = log.read(buffer, filled, buffer.length - filled);
      filled += Math.max(0, count);
    }
    return count < 0 && filled == 0 ? -1 : filled;
  }

  private void take(char c) {
    if (c == '\n' || c == '\r') {
      if (c == '\n' || !physical.isEmpty()) {
        endOfLine();
      }
      line += c == '\n' ? 1 : 0;
      return;
    }
    physical.append(c);
    if (physical.length() == LONGEST_LINE) {
      endOfLine();
    }
  }

  /** A line that a tool has wrapped waits for the next one, and is whole where that goes on. */
  private void endOfLine() {
    if (!held.isEmpty() && !physical.isEmpty()) {
      boolean goesOn = !isBlank(physical) && WrapWidth.goesOn(held, physical);
      if (!goesOn || held.length() + physical.length() > LONGEST_LINE) {
        emit();
      }
    }
    if (!physical.isEmpty()) {
      heldLine = held.isEmpty() ? line : heldLine;
      boolean waits = WrapWidth.mayGoOn(physical, width, !held.isEmpty());
      held.append(physical);
      physical.setLength(0);
      if (!waits) {
        emit();
      }
    }
  }

  private static boolean isBlank(CharSequence text) {
    return text.chars().allMatch(c -> c <= ' ');
  }

  private void emit() {
    if (!held.isEmpty()) {
      String plain = LogLine.plain(held.toString());
      held.setLength(0);
      take(plain);
    }
  }

  /** Number of lines that were read. */
  long lines() {
    return line;
  }

  private void take(String text) {
    List<LogHeads.Head> found = heads.in(text);
    String lead = found.isEmpty() ? text : text.substring(0, found.getFirst().start());
    if (soft && !LogMessages.isChannelEnd(LogLine.withoutPrefix(lead)) && !lead.isBlank()) {
      flush();
    }
    if (!open.isEmpty() && (found.isEmpty() ? !text.isBlank() : isGlued(lead))) {
      resume(LogLine.withoutPrefix(lead));
    } else if (found.isEmpty()) {
      other(text);
    }
    for (int n = 0; n < found.size(); n++) {
      boolean last = n == found.size() - 1;
      message(text, found.get(n), last ? text.length() : found.get(n + 1).start(), heldLine);
    }
    if (!open.isEmpty() && ++between > (soft ? MOST_AFTER_CHANNEL : MOST_BETWEEN)) {
      flush();
    }
  }

  /** Whether text before a head is the rest of a message, and nothing that a launcher prints. */
  private static boolean isGlued(String lead) {
    String own = LogLine.withoutPrefix(lead);
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
    others.accept(text, heldLine);
    cutOff(text, heldLine);
  }

  private void message(String text, LogHeads.Head head, int end, long at) {
    int from = Math.min(head.text(), end);
    String message = text.substring(from, end).strip();
    boolean mayGoOn = LogMessages.isBareChannel(message);
    gdrSeen |= message.contains("/GDRDMA");
    if (end - from < LONGEST_LINE / 2 && (mayGoOn || LogMessages.isUnfinished(message))) {
      flush();
      keep(text.substring(head.start(), end), at);
      soft = mayGoOn;
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
    soft = false;
  }

  /** Hands on an unfinished message as it is. */
  private void flush() {
    String text = open;
    open = "";
    soft = false;
    for (LogHeads.Head head : heads.in(text)) {
      String message = text.substring(Math.min(head.text(), text.length())).strip();
      messages.accept(
          new LogRecord(openLine, head.time(), head.host(), head.pid(), head.warning(), message));
    }
  }
}
