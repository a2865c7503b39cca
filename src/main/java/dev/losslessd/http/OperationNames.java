package dev.losslessd.http;

import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Names and tags of operations, from their paths: {@code listCommits}, {@code confirmCommit},
 * {@code setPortPfc}. Generated clients make methods of them.
 */
final class OperationNames {
  private static final String API = "/api/v1/";
  private static final Pattern PARAM = Pattern.compile("\\{([a-z]+)}(?::([a-z]+))?");
  private static final Map<String, String> VERBS =
      Map.of("GET", "get", "PUT", "set", "DELETE", "unset", "PATCH", "patch", "POST", "create");

  /** What the first word of a path belongs to; others are tags of their own. */
  private static final Map<String, String> TAGS =
      Map.of(
          "daemon", "status freeze config config:reload thaw healthz readyz openapi.json metrics",
          "devices", "nics switches firmware links env readiness counters releases",
          "commits", "plans",
          "intent", "revisions diff",
          "findings", "drift");

  private OperationNames() {}

  static String tag(Route route) {
    String first = words(route).getFirst();
    return TAGS.entrySet().stream()
        .filter(tag -> List.of(tag.getValue().split(" ")).contains(first))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(first);
  }

  private static List<String> words(Route route) {
    String path = route.documentPath();
    return List.of(path.substring(path.startsWith(API) ? API.length() : 1).split("/"));
  }

  static String of(Route route) {
    List<String> nouns = new ArrayList<>();
    Optional<String> action = Optional.empty();
    for (String word : words(route)) {
      Matcher param = PARAM.matcher(word);
      if (!param.matches()) {
        int verb = word.indexOf(':');
        nouns.add(verb < 0 ? word : word.substring(0, verb));
        action = verb < 0 ? action : Optional.of(word.substring(verb + 1));
        continue;
      }
      action = Optional.ofNullable(param.group(2));
      int last = nouns.size() - 1;
      nouns.set(last, noun(nouns.get(last), param.group(1)));
    }
    boolean look = route.method().equals("GET");
    if (isVerb(route)) {
      String last = nouns.removeLast();
      return nouns.isEmpty() ? last : camel(last, nouns);
    }
    if (route.method().equals("POST") && action.isEmpty()) {
      nouns.set(nouns.size() - 1, noun(nouns.getLast(), ""));
    }
    action.filter(_ -> look).ifPresent(nouns::add);
    return camel(action.filter(_ -> !look).orElseGet(() -> verb(route)), nouns);
  }

  /** One of many; of what may be a device or a port, which. */
  private static String noun(String many, String param) {
    if (many.startsWith("maintenance")) {
      return "maintenance-" + param;
    }
    if (many.endsWith("ches")) {
      return many.substring(0, many.length() - 2);
    }
    return many.endsWith("s") ? many.substring(0, many.length() - 1) : many;
  }

  /** Whether its last word says what is done: freeze, thaw, trust. */
  private static boolean isVerb(Route route) {
    String last = words(route).getLast();
    return route.method().equals("POST")
        && !Pattern.matches(".*[{:].*", last)
        && !last.endsWith("s");
  }

  private static String verb(Route route) {
    boolean list = route.takesPages();
    if (route.method().equals("DELETE") && words(route).getFirst().equals("tokens")) {
      return "revoke";
    }
    return list ? "list" : VERBS.getOrDefault(route.method(), "");
  }

  private static String camel(String verb, List<String> nouns) {
    StringBuilder name = new StringBuilder(verb);
    for (String part : Pattern.of("[^A-Za-z0-9]+").split(String.join("-", nouns))) {
      name.append(
          name.isEmpty()
              ? part
              : part.substring(0, 1).toUpperCase(Locale.ROOT) + part.substring(1));
    }
    return name.toString();
  }
}
