package dev.losslessd.transport.ssh;

import java.util.ArrayList;
import java.util.List;

/**
 * Turns what a device sends to its terminal into the lines that a person would see: carriage return
 * and backspace move, later characters overwrite, escape sequences vanish. That is how the trace of
 * a pager or of a line editor disappears from the output.
 */
final class Screen {
  private enum State {
    TEXT,
    ESCAPE,
    CONTROL_SEQUENCE,
    TITLE,
    TITLE_ESCAPE,
    CHARSET
  }

  private static final int BLOCK = 64 << 10;

  /** No prompt, pager or question is longer. */
  private static final int LONGEST_TAIL = 1024;

  private static final int LONGEST_PARAMETERS = 64;

  /** Output that was kept, joined. */
  private final List<String> blocks = new ArrayList<>();

  private final StringBuilder block = new StringBuilder();
  private boolean blockBegun;

  /** Finished lines that are not kept or dropped yet. */
  private final List<String> lines = new ArrayList<>();

  /** Number of lines that came before those. */
  private int gone;

  private final StringBuilder line = new StringBuilder();
  private final StringBuilder parameters = new StringBuilder();
  private State state = State.TEXT;
  private int cursor;
  private boolean rewritten;
  private long fed;

  void feed(CharSequence text) {
    fed += text.length();
    for (int i = 0; i < text.length(); i++) {
      feed(text.charAt(i));
    }
  }

  /** Forgets all lines; an unfinished escape sequence goes on. */
  void clear() {
    lines.clear();
    gone = 0;
    blocks.clear();
    block.setLength(0);
    block.trimToSize();
    blockBegun = false;
    wipeLine();
    fed = 0;
  }

  /** Forgets the unfinished line, for example a pager's. */
  void wipeLine() {
    line.setLength(0);
    cursor = 0;
    rewritten = false;
  }

  /** Finished lines since the last clear, those that are kept or dropped not among them. */
  List<String> lines() {
    return lines;
  }

  /** Finished lines since the last clear, all of them. */
  int count() {
    return gone + lines.size();
  }

  /** Lines from a place to another, of those that are neither kept nor dropped. */
  List<String> lines(int from, int to) {
    return lines.subList(from - gone, to - gone);
  }

  String line(int place) {
    return lines.get(place - gone);
  }

  /** Forgets the lines before a place. */
  void drop(int to) {
    if (to > gone) {
      lines(gone, to).clear();
      gone = to;
    }
  }

  /** Takes the lines before a place for output; they are not looked at again. */
  void keep(int to) {
    for (int place = gone; place < to; place++) {
      if (blockBegun) {
        block.append('\n');
      }
      blockBegun = true;
      block.append(line(place));
      if (block.length() >= BLOCK) {
        blocks.add(block.toString());
        block.setLength(0);
      }
    }
    drop(to);
  }

  /** All that was kept, joined by newlines; it is forgotten here. */
  String output() {
    blocks.add(block.toString());
    block.setLength(0);
    String all = String.join("", blocks);
    blocks.clear();
    return all;
  }

  /** The end of the line that the cursor stands on, without blanks. */
  String unfinished() {
    return line.substring(Math.max(0, line.length() - LONGEST_TAIL)).stripTrailing();
  }

  /** Characters taken since the last clear, escape sequences included. */
  long fed() {
    return fed;
  }

  private void feed(char c) {
    switch (state) {
      case TEXT -> text(c);
      case ESCAPE -> escape(c);
      case CONTROL_SEQUENCE -> controlSequence(c);
      case TITLE -> state = c == 7 ? State.TEXT : c == 27 ? State.TITLE_ESCAPE : State.TITLE;
      case TITLE_ESCAPE, CHARSET -> state = State.TEXT;
    }
  }

  private void text(char c) {
    switch (c) {
      case 27 -> state = State.ESCAPE;
      case '\n' -> finish();
      case '\r' -> back(cursor);
      case '\b' -> back(Math.min(1, cursor));
      case '\t' -> put(c);
      default -> {
        if (c >= ' ' && c != 127) {
          put(c);
        }
      }
    }
  }

  private void escape(char c) {
    state =
        switch (c) {
          case '[' -> State.CONTROL_SEQUENCE;
          case ']' -> State.TITLE;
          case '(', ')', '#', '%' -> State.CHARSET;
          default -> State.TEXT;
        };
    parameters.setLength(0);
  }

  private void controlSequence(char c) {
    if (c < '@' || c > '~') {
      if (parameters.length() < LONGEST_PARAMETERS) {
        parameters.append(c);
      }
      return;
    }
    state = State.TEXT;
    if (c == 'K') {
      erase();
    }
  }

  private void erase() {
    if (parameters.toString().equals("2")) {
      line.setLength(0);
      line.append(" ".repeat(cursor));
    } else {
      line.setLength(Math.min(line.length(), cursor));
    }
  }

  private void back(int columns) {
    cursor -= columns;
  }

  private void put(char c) {
    if (cursor < line.length()) {
      line.setCharAt(cursor, c);
      rewritten = true;
    } else {
      line.append(c);
    }
    cursor++;
  }

  private void finish() {
    // blanks at the end are the device's own unless the line was written over, as pagers do
    String text = line.toString();
    lines.add(rewritten ? text.stripTrailing() : text);
    wipeLine();
  }
}
