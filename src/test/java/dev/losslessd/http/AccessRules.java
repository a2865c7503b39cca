package dev.losslessd.http;

import dev.losslessd.model.Role;
import dev.losslessd.text.Worded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The two tables of the page about access: what a caller is on a listener, and what a route needs.
 *
 * @param callers cells by caller, then by listener
 * @param routes least role and scope by pattern
 */
record AccessRules(Map<String, Map<String, String>> callers, Map<String, List<String>> routes) {
  private static final Set<String> PAGE_ROUTES = Set.of("/metrics", "/healthz", "/readyz");
  private static final Path PAGE = Path.of("src/docs/how-to/access.md");

  static AccessRules read() {
    try {
      List<String> lines = Files.readAllLines(PAGE);
      Map<String, Map<String, String>> callers = new LinkedHashMap<>();
      List<List<String>> table = table(lines, "caller");
      List<String> listeners = table.getFirst();
      for (List<String> row : table.subList(1, table.size())) {
        Map<String, String> cells = new LinkedHashMap<>();
        for (int column = 1; column < listeners.size(); column++) {
          cells.put(listeners.get(column), row.get(column));
        }
        callers.put(row.getFirst(), cells);
      }
      Map<String, List<String>> routes = new LinkedHashMap<>();
      table(lines, "routes").stream()
          .skip(1)
          .forEach(
              row -> routes.put(row.getFirst().replace("`", ""), List.of(row.get(1), row.get(2))));
      return new AccessRules(callers, routes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rows of a table, its head included, by the first word of the head. */
  private static List<List<String>> table(List<String> lines, String head) {
    int first =
        lines.indexOf(
            lines.stream()
                .filter(line -> line.startsWith("| " + head + " |"))
                .findFirst()
                .orElseThrow());
    List<List<String>> rows = new ArrayList<>();
    for (int n = first; n < lines.size() && lines.get(n).startsWith("|"); n++) {
      if (!lines.get(n).startsWith("|---")) {
        String row = lines.get(n).substring(1, lines.get(n).lastIndexOf('|'));
        rows.add(Arrays.stream(row.split("\\|", -1)).map(String::strip).toList());
      }
    }
    return rows;
  }

  /** Whether a caller can come to a listener at all: certificates need TLS. */
  boolean comes(String caller, String listener) {
    return !callers.getOrDefault(caller, Map.of()).getOrDefault(listener, "").isEmpty();
  }

  /** {@code yes}, {@code no}, {@code 401} or {@code 403}. */
  String expected(RouteOperation op, String caller, String listener) {
    String is = callers.getOrDefault(caller, Map.of()).getOrDefault(listener, "");
    List<String> needs = needs(op);
    if (is.equals("page")) {
      return PAGE_ROUTES.contains(op.path()) ? "yes" : "no";
    }
    if (is.equals("no role")) {
      return needs.getFirst().equals("none") ? "yes" : "403";
    }
    if (is.equals("refused")) {
      return "401";
    }
    if (needs.getFirst().equals("none")) {
      return "yes";
    }
    Optional<Role> role = Worded.find(Role.class, is.split(",")[0]);
    Role least = Worded.find(Role.class, needs.getFirst().split(",")[0]).orElseThrow();
    boolean named = !is.contains("unnamed") && role.isPresent();
    boolean covered = role.filter(one -> one.covers(least)).isPresent();
    if (!named && (!covered || needs.getFirst().contains("named"))) {
      return "401";
    }
    boolean outside = is.contains("other devices") && !needs.get(1).isEmpty();
    return covered && !outside ? "yes" : "403";
  }

  private List<String> needs(RouteOperation op) {
    return routes.entrySet().stream()
        .filter(one -> pattern(one.getKey()).matcher(op.method() + " " + op.path()).matches())
        .max(Comparator.comparingInt(one -> one.getKey().length()))
        .orElseThrow()
        .getValue();
  }

  private static Pattern pattern(String text) {
    return Pattern.compile(Pattern.quote(text).replace("*", "\\E.*\\Q"));
  }
}
