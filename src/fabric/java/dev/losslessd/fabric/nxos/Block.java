package dev.losslessd.fabric.nxos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A part of the configuration: a header, and what is indented under it. A key names what a line
 * sets, so that a new value takes the place of the old; keys sort into the order of printing.
 */
final class Block {
  private final String header;
  private final Map<String, String> lines = new TreeMap<>();
  private final Map<String, Block> blocks;

  private Block(String header, Map<String, Block> blocks) {
    this.header = header;
    this.blocks = blocks;
  }

  /** Returns an empty configuration, which keeps its parts sorted. */
  static Block root() {
    return new Block("", new TreeMap<>());
  }

  /** A part whose own parts keep the order of their making, as classes of a policy do. */
  static Block named(String header) {
    return new Block(header, new LinkedHashMap<>());
  }

  String header() {
    return header;
  }

  @Nullable String line(String key) {
    return lines.get(key);
  }

  Map<String, String> lines() {
    return lines;
  }

  void set(String key, String line) {
    lines.put(key, line);
  }

  void unset(String key) {
    lines.remove(key);
  }

  Map<String, Block> blocks() {
    return blocks;
  }

  @Nullable Block block(String key) {
    return blocks.get(key);
  }

  /** Returns the part with this key, which is created if need be. */
  Block open(String key, String title) {
    return blocks.computeIfAbsent(key, _ -> named(title));
  }

  @Nullable Block find(List<String> path) {
    Block at = this;
    for (String key : path) {
      at = at == null ? null : at.block(key);
    }
    return at;
  }

  Block copy() {
    Block copy =
        new Block(header, blocks instanceof TreeMap ? new TreeMap<>() : new LinkedHashMap<>());
    copy.lines.putAll(lines);
    blocks.forEach((key, block) -> copy.blocks.put(key, block.copy()));
    return copy;
  }

  /** Header and content, two spaces a level. */
  List<String> text() {
    List<String> out = new ArrayList<>();
    print(out, 0);
    return out;
  }

  private void print(List<String> out, int depth) {
    if (header.equals("system qos") && lines.isEmpty()) {
      return; // unverified: entering it alone leaves no trace in the configuration
    }
    int inner = depth;
    if (!header.isEmpty()) {
      out.add("  ".repeat(depth) + header);
      inner++;
    }
    for (String line : lines.values()) {
      out.add("  ".repeat(inner) + line);
    }
    for (Block block : blocks.values()) {
      block.print(out, inner);
    }
  }
}
