package dev.losslessd.fabric.eos;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A part of the configuration: a header, its lines, and parts below it. A key names what a line
 * sets, so that a new value takes the place of the old; keys sort into the order of printing.
 */
final class Section {
  private static final String INDENT = "   ";

  private final String header;
  private final Map<String, String> lines = new TreeMap<>();
  private final Map<String, Section> below = new TreeMap<>();

  Section(String header) {
    this.header = header;
  }

  Map<String, String> lines() {
    return lines;
  }

  @Nullable Section below(String key) {
    return below.get(key);
  }

  Map<String, Section> below() {
    return below;
  }

  Section open(String key, String title) {
    return below.computeIfAbsent(key, _ -> new Section(title));
  }

  boolean isEmpty() {
    return lines.isEmpty() && below.isEmpty();
  }

  Section copy() {
    Section copy = new Section(header);
    copy.lines.putAll(lines);
    below.forEach((key, one) -> copy.below.put(key, one.copy()));
    return copy;
  }

  /** As the switch prints it; parts without content of their own only where they are on top. */
  List<String> text() {
    List<String> out = new ArrayList<>();
    out.addAll(lines.values());
    for (Section one : below.values()) {
      out.add("!");
      one.print(out, "");
    }
    return out;
  }

  private void print(List<String> out, String indent) {
    out.add(indent + header);
    // what stands behind the queues sorts behind them
    lines.forEach((key, line) -> addIf(key.compareTo("50") < 0, out, indent + INDENT + line));
    below.forEach((_, one) -> {
      if (!one.isEmpty()) {
        out.add(indent + INDENT + "!");
        one.print(out, indent + INDENT);
      }
    });
    boolean apart =
        !below.isEmpty() && lines.keySet().stream().anyMatch(k -> k.compareTo("50") >= 0);
    addIf(apart, out, indent + INDENT + "!");
    lines.forEach((key, line) -> addIf(key.compareTo("50") >= 0, out, indent + INDENT + line));
  }

  private static void addIf(boolean wanted, List<String> out, String line) {
    if (wanted) {
      out.add(line);
    }
  }
}
