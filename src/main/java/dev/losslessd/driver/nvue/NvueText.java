package dev.losslessd.driver.nvue;

import dev.losslessd.driver.ParseErrors;
import dev.losslessd.driver.Ruler;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Parser of what {@code nv show} prints for people, into the tree that {@code -o json} would give:
 * for releases and commands without it. What runs counts, so of a table with the columns
 * operational and applied the first is taken. A table with cut columns is refused: nobody knows
 * what was there.
 */
final class NvueText {
  private static final Pattern RULER = Pattern.compile("\\s*-+(?:\\s+-+)*\\s*");

  /** The ruler below a heading of which the end is missing. */
  private static final Pattern CUT = Pattern.compile("[\\s-]*-\u2026[\\s\u2026-]*");

  private static final Pattern UNDERLINE = Pattern.compile("=+\\s*");
  private static final Pattern MEMBERS = Pattern.compile("\\[(.+)]");
  private static final String RUNS = "operational";

  /**
   * Tables whose rows JSON has below a name of their own; all others are below their first column.
   */
  private static final Map<String, String> TITLES =
      Map.of(
          "pfc statistics", "pfc-stats",
          "egress queue statistics", "egress-queue-stats",
          "ingress buffer statistics", "ingress-buffer-stats",
          "qos port statistics", "port-stats",
          "pfc wd status", "status");

  /** Headings that JSON spells differently. */
  private static final Map<String, String> COLUMNS =
      Map.of("min-th", "min-threshold", "max-th", "max-threshold", "802.1p", "pcp");

  private final List<String> lines;
  private final Node root = new Node();
  private @Nullable String title;
  private int at;

  private NvueText(String text) {
    this.lines = text.lines().map(String::stripTrailing).toList();
  }

  /**
   * @throws dev.losslessd.driver.DeviceException GARBLED if it is no table, or one that is cut
   */
  static Node parse(String command, String text) {
    NvueText all = new NvueText(text);
    all.lines.stream()
        .filter(line -> CUT.matcher(line).matches())
        .findFirst()
        .ifPresent(line -> {
          throw ParseErrors.at(command, line, "columns that are not cut");
        });
    boolean any = false;
    while (all.at < all.lines.size()) {
      any |= all.table();
    }
    ParseErrors.throwIf(!any && !text.isBlank(), command, text, "a table");
    return all.root;
  }

  /** The next table, if it begins here; else one line further. */
  private boolean table() {
    if (at + 1 < lines.size() && UNDERLINE.matcher(lines.get(at + 1)).matches()) {
      title = lines.get(at).strip();
      at += 2;
      return true;
    }
    if (at + 1 >= lines.size() || !RULER.matcher(lines.get(at + 1)).matches()) {
      at++;
      return false;
    }
    Ruler ruler = Ruler.of(lines.get(at + 1));
    List<String> heads = ruler.cells(lines.get(at));
    at += 2;
    if (heads.contains(RUNS)) {
      tree(ruler, heads.indexOf(RUNS));
    } else {
      rows(ruler, heads.stream().map(NvueText::named).toList());
    }
    title = null;
    return true;
  }

  private static String named(String head) {
    String name = head.toLowerCase(Locale.ROOT).replace(' ', '-');
    return COLUMNS.getOrDefault(name, name);
  }

  private boolean inTable() {
    return at < lines.size()
        && !lines.get(at).isBlank()
        && !(at + 1 < lines.size() && UNDERLINE.matcher(lines.get(at + 1)).matches());
  }

  /** Names with what is below them further in. */
  private void tree(Ruler ruler, int runs) {
    TreeMap<Integer, String> path = new TreeMap<>(); // by how far in a name stands
    for (; inTable(); at++) {
      String line = lines.get(at);
      List<String> cells = ruler.cells(line);
      int depth = line.length() - line.stripLeading().length();
      path.tailMap(depth).clear();
      Matcher members = MEMBERS.matcher(cells.getFirst());
      boolean isSet = members.matches();
      path.put(depth, isSet ? members.group(1) : cells.getFirst());
      leaf(String.join(" ", path.values()), cells.get(runs), isSet);
    }
  }

  private void leaf(String path, String value, boolean isSet) {
    if (isSet && !value.isEmpty()) {
      Stream.of(value.split(",")).forEach(member -> root.add(path, member.strip()));
    } else if (!value.isEmpty()) {
      root.set(value, path);
    }
  }

  private void rows(Ruler ruler, List<String> heads) {
    String told = title == null ? "" : title.toLowerCase(Locale.ROOT);
    String name =
        TITLES.getOrDefault(told, heads.getFirst().isEmpty() ? named(told) : heads.getFirst());
    root.add(name);
    // between ruler and rows there may be one blank line
    at += at < lines.size() && lines.get(at).isBlank() ? 1 : 0;
    for (; inTable(); at++) {
      List<String> cells = ruler.cells(lines.get(at));
      root.add(name, cells.getFirst());
      for (int n = 1; n < heads.size(); n++) {
        if (!cells.get(n).isEmpty()) {
          root.set(cells.get(n), name, cells.getFirst(), heads.get(n));
        }
      }
    }
  }
}
