package dev.losslessd.app;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A board of Grafana as a file has it, and its expressions with the variables filled in as Grafana
 * does: by what Prometheus has. Takes the classic model, what the API wraps around it, and the one
 * of {@code elements}.
 */
final class GrafanaBoard {
  /**
   * One expression of one panel.
   *
   * @param expression PromQL, without variables
   */
  record Query(String panel, String expression) {}

  /** Forms of a variable: {@code $a}, {@code ${a}}, {@code ${a:regex}} and {@code [[a]]}. */
  private static final Pattern VARIABLE =
      Pattern.compile("\\$\\{(\\w+)(?::\\w+)?\\}|\\$(\\w+)|\\[\\[(\\w+)(?::\\w+)?\\]\\]");

  private static final Pattern LABEL_VALUES =
      Pattern.compile("(?s)\\s*label_values\\(\\s*(?:(.*),)?\\s*(\\w+)\\s*\\)\\s*");

  private static final Pattern QUERY_RESULT = Pattern.compile("(?s)\\s*query_result\\((.*)\\)\\s*");

  private static final Map<String, String> BUILT_IN =
      Map.of(
          "__rate_interval", "20s",
          "__interval", "20s",
          "__interval_ms", "20000",
          "__range", "60s",
          "__range_s", "60",
          "__range_ms", "60000");

  private final RealPrometheus prometheus;
  private final Map<String, String> values = new LinkedHashMap<>(BUILT_IN);
  private final List<Query> queries = new ArrayList<>();

  private GrafanaBoard(RealPrometheus prometheus) {
    this.prometheus = prometheus;
  }

  /** Every expression of every panel, in the order of the file. */
  static List<Query> queries(Path file, RealPrometheus prometheus) {
    JsonNode root = JsonMapper.shared().readTree(file.toFile());
    for (String wrapper : List.of("dashboard", "spec")) {
      root = root.path(wrapper).isObject() ? root.path(wrapper) : root;
    }
    GrafanaBoard board = new GrafanaBoard(prometheus);
    root.path("templating").path("list").forEach(board::variable);
    root.path("variables").forEach(one -> board.variable(one.path("spec")));
    board.collect(root, "");
    return board.queries;
  }

  private void collect(JsonNode node, String panel) {
    String title = node.path("title").isString() ? node.path("title").asString() : panel;
    JsonNode expression = node.path("expr");
    if (expression.isString() && !expression.asString().isBlank()) {
      queries.add(new Query(title, filled(expression.asString())));
    }
    node.forEach(child -> collect(child, title));
  }

  private void variable(JsonNode one) {
    String name = one.path("name").asString("");
    if (!values.containsKey(name)) {
      values.put(name, value(one));
    }
  }

  private String value(JsonNode one) {
    String type = one.path("type").asString("query");
    JsonNode query = one.path("query");
    String text =
        query.isString()
            ? query.asString()
            : query.path("query").asString(query.path("spec").path("query").asString(""));
    if (!type.equals("query") || text.isBlank()) {
      return chosen(one, text.split(",", 2)[0].strip());
    }
    if (one.path("includeAll").asBoolean(false) && !one.path("allValue").asString("").isEmpty()) {
      return one.path("allValue").asString();
    }
    List<String> found = found(filled(text), one.path("regex").asString(""));
    boolean all = one.path("includeAll").asBoolean(false) || one.path("multi").asBoolean(false);
    // Grafana fills in nothing for a variable without values
    return found.isEmpty() ? "" : all ? "(" + String.join("|", found) + ")" : found.getFirst();
  }

  /** The value that the file was saved with; else the first that can be chosen. */
  private static String chosen(JsonNode one, String otherwise) {
    JsonNode current = one.path("current").path("value");
    String value = current.isArray() ? current.path(0).asString("") : current.asString("");
    return value.isEmpty() || value.startsWith("$__") || value.equals("auto") ? otherwise : value;
  }

  private List<String> found(String query, String regex) {
    Matcher labels = LABEL_VALUES.matcher(query);
    Matcher result = QUERY_RESULT.matcher(query);
    List<String> all = new ArrayList<>();
    if (labels.matches()) {
      String series = labels.group(1);
      String label = labels.group(2);
      String of = series == null || series.isBlank() ? "{" + label + "!=\"\"}" : series;
      series("group by (" + label + ") (" + of + ")")
          .forEach(one -> all.add(one.path("metric").path(label).asString("")));
    } else if (result.matches()) {
      series(result.group(1)).forEach(one -> all.add(one.path("metric").toString()));
    }
    all.removeIf(String::isEmpty);
    return matching(all, regex);
  }

  /** None for what Prometheus refuses, as by a variable before it that has no values. */
  private JsonNode series(String expression) {
    return prometheus.answer(expression).path("data").path("result");
  }

  /** Parts of the values that a variable's own regex takes: its first group, or all of it. */
  private static List<String> matching(List<String> all, String regex) {
    String plain = regex.replaceAll("^/|/[a-z]*$", "");
    if (plain.isEmpty()) {
      return all.stream().distinct().sorted().toList();
    }
    Pattern pattern = Pattern.compile(plain);
    return all.stream()
        .map(pattern::matcher)
        .filter(Matcher::find)
        .map(match -> match.groupCount() > 0 ? match.group(1) : match.group())
        .distinct()
        .sorted()
        .toList();
  }

  private String filled(String text) {
    String done = text;
    // a value may have a variable in it
    for (int n = 0; n < 2; n++) {
      done = VARIABLE.matcher(done).replaceAll(match -> Matcher.quoteReplacement(value(match)));
    }
    return done;
  }

  private String value(MatchResult match) {
    for (int group = 1; group <= match.groupCount(); group++) {
      String name = match.group(group);
      if (name != null) {
        return values.getOrDefault(name, ".*");
      }
    }
    throw new IllegalStateException(match.group());
  }
}
