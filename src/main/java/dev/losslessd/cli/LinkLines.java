package dev.losslessd.cli;

import dev.losslessd.model.Consistency;
import dev.losslessd.model.PlanRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Link consistency after a plan: links that are prepared, a mismatch, or not known. */
final class LinkLines {
  /** More lines than this are counted. */
  private static final int NAMED = 16;

  private static final String VERDICT = "verdict";
  private static final String NOT_READ = " this agent does not read ";

  private LinkLines() {}

  /** Prints nothing of matches; mismatches that are refused or waived are shown there. */
  static void print(Screen screen, JsonValue plan) {
    boolean judged =
        Stream.of("refusals", "waived")
            .flatMap(list -> plan.at(list).items().stream())
            .anyMatch(one -> one.at("rule").is(PlanRule.ONE_END));
    List<JsonValue> links =
        plan.at("linksAfter").items().stream()
            .filter(link -> !link.at(VERDICT).is(Consistency.MATCH))
            .filter(link -> !judged || !link.at(VERDICT).is(Consistency.MISMATCH))
            .toList();
    screen.section("Link consistency after this plan:", lines(links), NAMED);
  }

  /** One line for each link, but one for all links to a host that is not read here. */
  private static List<String> lines(List<JsonValue> links) {
    SequencedMap<String, List<JsonValue>> groups = new LinkedHashMap<>();
    for (JsonValue link : links) {
      boolean foreign = link.at("reason").text().contains(NOT_READ);
      String far = link.at("farEnd").text();
      String group = foreign ? far.substring(0, far.indexOf(':')) : link.at("port").text();
      groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(link);
    }
    List<String> lines = new ArrayList<>();
    groups.forEach((device, all) -> lines.add(all.size() == 1 ? one(all) : together(device, all)));
    return lines;
  }

  private static String one(List<JsonValue> links) {
    JsonValue link = links.getFirst();
    String text = link.at(VERDICT).text() + ": " + link.at("reason").shown();
    return text + order(links, link.at("port").text(), link.at("farEnd").text());
  }

  private static String together(String device, List<JsonValue> links) {
    String ports =
        links.stream().map(one -> one.at("port").text()).collect(Collectors.joining(", "));
    String text = "unknown: far ends of " + ports + " are not known:" + NOT_READ + device;
    return text + order(links, "these ports", device);
  }

  /** Which ends to set first, where all links agree on it. */
  private static String order(List<JsonValue> links, String near, String far) {
    Predicate<JsonValue> isNear = one -> one.at("first").text().equals(one.at("port").text());
    Predicate<JsonValue> isFar = one -> one.at("first").text().equals(one.at("farEnd").text());
    if (links.stream().anyMatch(one -> one.at("first").isNothing())) {
      return "";
    }
    return links.stream().allMatch(isNear)
        ? "; safe order: " + near + ", then " + far
        : links.stream().allMatch(isFar) ? "; safe order: " + far + ", then " + near : "";
  }
}
