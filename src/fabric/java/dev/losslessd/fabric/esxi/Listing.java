package dev.losslessd.fabric.esxi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A table as esxcli prints it. */
final class Listing {
  private final List<String> headings;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param headings with {@code >} before those whose cells stand at the right
   */
  Listing(String... headings) {
    this.headings = Arrays.asList(headings);
  }

  void row(String... cells) {
    rows.add(Arrays.asList(cells));
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(line(headings.stream().map(Listing::bare).toList(), false));
    lines.add(
        line(
            IntStream.range(0, headings.size()).mapToObj(n -> "-".repeat(width(n))).toList(),
            false));
    rows.forEach(row -> lines.add(line(row, true)));
    return lines;
  }

  private String line(List<String> cells, boolean aligned) {
    StringBuilder line = new StringBuilder();
    for (int n = 0; n < cells.size(); n++) {
      String blanks = " ".repeat(width(n) - cells.get(n).length());
      boolean right = aligned && headings.get(n).startsWith(">");
      line.append(n == 0 ? "" : "  ");
      line.append(right ? blanks + cells.get(n) : cells.get(n) + blanks);
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    int width = bare(headings.get(column)).length();
    for (List<String> row : rows) {
      width = Math.max(width, row.get(column).length());
    }
    return width;
  }

  private static String bare(String heading) {
    return heading.startsWith(">") ? heading.substring(1) : heading;
  }
}
