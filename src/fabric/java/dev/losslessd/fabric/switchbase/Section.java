package dev.losslessd.fabric.switchbase;

import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A part of the configuration: a header, its lines, and parts below it. A key names what a line
 * sets, so that a new value takes the place of the old; keys sort into the order of printing.
 */
public final class Section {
  private final String header;
  private final Map<String, String> lines = new TreeMap<>();
  private final Map<String, Section> below = new TreeMap<>();

  public Section(String header) {
    this.header = header;
  }

  public String header() {
    return header;
  }

  public Map<String, String> lines() {
    return lines;
  }

  public @Nullable Section below(String key) {
    return below.get(key);
  }

  public Map<String, Section> below() {
    return below;
  }

  public Section open(String key, String title) {
    return below.computeIfAbsent(key, _ -> new Section(title));
  }

  public boolean isEmpty() {
    return lines.isEmpty() && below.isEmpty();
  }

  public Section copy() {
    Section copy = new Section(header);
    copy.lines.putAll(lines);
    below.forEach((key, one) -> copy.below.put(key, one.copy()));
    return copy;
  }
}
