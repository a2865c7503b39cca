package dev.losslessd.fabric.eos;

import dev.losslessd.fabric.switchbase.Section;
import java.util.ArrayList;
import java.util.List;

/** Parts of the configuration as the switch prints them. */
final class Printed {
  private static final String INDENT = "   ";

  private Printed() {}

  /** As the switch prints it; parts without content of their own only where they are on top. */
  static List<String> text(Section root) {
    List<String> out = new ArrayList<>();
    out.addAll(root.lines().values());
    for (Section one : root.below().values()) {
      out.add("!");
      print(one, out, "");
    }
    return out;
  }

  private static void print(Section part, List<String> out, String indent) {
    out.add(indent + part.header());
    // what stands behind the queues sorts behind them
    part.lines()
        .forEach((key, line) -> addIf(key.compareTo("50") < 0, out, indent + INDENT + line));
    part.below()
        .forEach((_, one) -> {
          if (!one.isEmpty()) {
            out.add(indent + INDENT + "!");
            print(one, out, indent + INDENT);
          }
        });
    boolean apart =
        !part.below().isEmpty()
            && part.lines().keySet().stream().anyMatch(k -> k.compareTo("50") >= 0);
    addIf(apart, out, indent + INDENT + "!");
    part.lines()
        .forEach((key, line) -> addIf(key.compareTo("50") >= 0, out, indent + INDENT + line));
  }

  private static void addIf(boolean wanted, List<String> out, String line) {
    if (wanted) {
      out.add(line);
    }
  }
}
