package dev.losslessd.fabric.onyx;

import dev.losslessd.model.PrioritySet;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory that is kept for priorities.
 *
 * @param type {@code lossless} or {@code lossy}
 * @param percent of the memory, as it was typed; empty for what is left
 */
record Pool(String name, String type, String percent, PrioritySet priorities) {
  static Pool named(String name) {
    return new Pool(name, "lossy", "", PrioritySet.NONE);
  }

  Pool withType(String other) {
    return new Pool(name, other, percent, priorities);
  }

  Pool withPercent(String other) {
    return new Pool(name, type, other, priorities);
  }

  Pool with(PrioritySet other) {
    return new Pool(name, type, percent, other);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("type " + type);
    if (!percent.isEmpty()) {
      lines.add("memory percent " + percent);
    }
    priorities.priorities().forEach(one -> lines.add("map switch-priority " + one));
    lines.replaceAll(line -> "traffic pool " + name + " " + line);
    return lines;
  }
}
