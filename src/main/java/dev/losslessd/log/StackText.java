package dev.losslessd.log;

import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** A stack trace as printable lines, of which none was made by a message in it. */
final class StackText {
  /** Most lines of one record. */
  static final int LINES = 200;

  private final List<String> lines = new ArrayList<>();
  private final Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());

  private StackText() {}

  static List<String> of(Throwable thrown) {
    StackText text = new StackText();
    text.add("", thrown);
    if (text.lines.size() <= LINES) {
      return text.lines;
    }
    int left = text.lines.size() - LINES;
    List<String> cut = new ArrayList<>(text.lines.subList(0, LINES));
    cut.add("  ... " + left + " more lines");
    return cut;
  }

  private void add(String role, Throwable thrown) {
    if (!seen.add(thrown) || lines.size() > LINES) {
      return;
    }
    lines.add("  " + role + LogWriter.shown(thrown.toString(), LogWriter.LONGEST));
    for (StackTraceElement frame : thrown.getStackTrace()) {
      lines.add("    at " + PrintableText.of(frame.toString()));
    }
    for (Throwable suppressed : thrown.getSuppressed()) {
      add("suppressed: ", suppressed);
    }
    Throwable cause = thrown.getCause();
    if (cause != null) {
      add("caused by: ", cause);
    }
  }
}
