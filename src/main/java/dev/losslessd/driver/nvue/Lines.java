package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The lines that lead from one tree to another: what goes first, what comes after it. */
final class Lines {
  private final List<Line> gone = new ArrayList<>();
  private final List<Line> fresh = new ArrayList<>();

  private final Profiles profiles;

  private Lines(Profiles profiles) {
    this.profiles = profiles;
  }

  /**
   * @throws DeviceException UNSUPPORTED if the ledger has no line for a part of it
   */
  static List<Line> between(Node before, Node after, Profiles profiles) {
    Lines lines = new Lines(profiles);
    lines.compare(List.of(), before, after);
    List<Line> all = new ArrayList<>(lines.gone);
    all.addAll(lines.fresh);
    return all;
  }

  private void compare(List<String> path, Node before, Node after) {
    TreeSet<String> names = new TreeSet<>(before.below().keySet());
    names.addAll(after.below().keySet());
    for (String name : names) {
      List<String> to = Node.join(path, name);
      Node old = before.below().get(name);
      Node next = after.below().get(name);
      if (next == null) {
        unset(to, old == null ? Node.branch() : old);
      } else if (old == null) {
        next.lines(to).forEach(line -> fresh.add(line("nv set ", line)));
      } else if (next.isLeaf()) {
        if (!next.text().equals(old.text())) {
          fresh.add(line("nv set ", next.lines(to).getFirst()));
        }
      } else {
        compare(to, old, next);
      }
    }
  }

  /** By the shortest line that the ledger has; a branch that held nothing needs none. */
  private void unset(List<String> path, Node old) {
    String text = "nv unset " + String.join(" ", path);
    if (NvueLedger.LEDGER.find(text).isPresent()) {
      gone.add(line("nv unset ", path));
    } else if (old.isLeaf()) {
      throw DeviceException.unsupported("line '" + text + "' is not in the ledger");
    } else {
      old.below().forEach((name, below) -> unset(Node.join(path, name), below));
    }
  }

  private Line line(String verb, List<String> path) {
    return NvueLedger.line(profiles.outward(verb + String.join(" ", path)));
  }

  /** Returns the line with other releases' word for its last one; empty if there is none. */
  static List<Line> otherSpelling(Line line) {
    String text = line.text();
    int last = text.lastIndexOf(' ');
    return Switch.otherSpelling(text.substring(last + 1))
        .map(word -> List.of(NvueLedger.line(text.substring(0, last + 1) + word)))
        .orElse(List.of());
  }
}
