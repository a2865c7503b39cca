package dev.losslessd.driver;

import dev.losslessd.text.MatchResult;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of dashes between headings and rows.
 *
 * @param starts at which each column begins; it reaches to where the next one does
 */
public record Ruler(List<Integer> starts) {
  private static final Pattern DASHES = Pattern.compile("-+");

  public Ruler {
    starts = List.copyOf(starts);
  }

  /** Returns one column for each run of dashes. */
  public static Ruler of(String line) {
    return new Ruler(DASHES.matcher(line).results().map(MatchResult::start).toList());
  }

  /** Cells of a row, as many as columns; those that a short line does not reach are empty. */
  public List<String> cells(String line) {
    List<String> cells = new ArrayList<>();
    for (int n = 0; n < starts.size(); n++) {
      int from = Math.min(starts.get(n), line.length());
      int to = n + 1 < starts.size() ? Math.min(starts.get(n + 1), line.length()) : line.length();
      cells.add(line.substring(from, to).strip());
    }
    return cells;
  }
}
