package dev.losslessd.cli;

import dev.losslessd.model.PlanRule;
import java.util.List;
import java.util.stream.Stream;

/** Link consistency after a plan: links that are prepared, a mismatch, or not known. */
final class LinkLines {
  /** More links than this are counted. */
  private static final int NAMED = 8;

  private static final String VERDICT = "verdict";

  private LinkLines() {}

  /** Prints nothing of matches; mismatches that are refused or waived are shown there. */
  static void print(Screen screen, JsonValue plan) {
    boolean judged =
        Stream.of("refusals", "waived")
            .flatMap(list -> plan.at(list).items().stream())
            .anyMatch(one -> one.at("rule").text().equals(PlanRule.ONE_END.id()));
    List<JsonValue> links =
        plan.at("linksAfter").items().stream()
            .filter(link -> !link.at(VERDICT).text().equals("match"))
            .filter(link -> !judged || !link.at(VERDICT).text().equals("mismatch"))
            .toList();
    if (!links.isEmpty()) {
      screen.line("");
      screen.line("Link consistency after it:");
      links.stream()
          .limit(NAMED)
          .forEach(link ->
              screen.line("  " + link.at(VERDICT).text() + ": " + link.at("reason").shown()));
      if (links.size() > NAMED) {
        screen.line("  and " + (links.size() - NAMED) + " more; -o json has them all");
      }
    }
  }
}
