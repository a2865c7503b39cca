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

  private final List<String> lines = new ArrayList<>();
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
    wipeLine();
    fed = 0;
  }

  /** Forgets the unfinished line, for example a pager's. */
  void wipeLine() {
    line.setLength(0);
    cursor = 0;
    rewritten = false;
  }

  /** Finished lines. */
  List<String> lines() {
    return lines;
  }

  /** The line that the cursor stands on, without blanks at its end. */
  String unfinished() {
    return line.toString().stripTrailing();
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
      parameters.append(c);
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
