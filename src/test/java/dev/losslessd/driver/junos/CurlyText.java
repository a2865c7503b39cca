package dev.losslessd.driver.junos;

import dev.losslessd.fabric.switchbase.JsonObject;
import dev.losslessd.fabric.switchbase.JsonText;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Class of service and interfaces of a configuration with braces, as captures have it, as the JSON
 * that a switch prints of it.
 */
final class CurlyText {
  private static final Pattern TOKEN =
      Pattern.compile("/\\*.*?\\*/|##[^\\n]*|\"[^\"]*\"|[{};]|[^\\s{};]+", Pattern.DOTALL);

  /** Entries of these stand below with their bare names. */
  private static final Set<String> NAMED =
      Set.of("drop-profiles", "schedulers", "scheduler-maps", "congestion-notification-profile");

  private static final Set<String> LISTS =
      Set.of(
          "unit", "class", "forwarding-class", "loss-priority", "code-point", "buffer-partition");

  private static final Set<String> MANY =
      Set.of("code-points", "fill-level", "drop-probability", "flow-control-queue", "address");

  private static final Set<String> FLAGS = Set.of("no-loss");

  private final boolean plain;
  private final Deque<String> tokens = new ArrayDeque<>();

  private CurlyText(String text, boolean plain) {
    this.plain = plain;
    Matcher m = TOKEN.matcher(text);
    while (m.find()) {
      if (!m.group().startsWith("/*") && !m.group().startsWith("##")) {
        tokens.add(m.group());
      }
    }
  }

  static String json(String text, boolean plain) {
    CurlyText curly = new CurlyText(text, plain);
    Map<String, Object> root = new LinkedHashMap<>();
    while (!curly.tokens.isEmpty()) {
      curly.statement(root, "");
    }
    root.keySet().retainAll(Set.of("class-of-service", "interfaces"));
    Object body = plain ? root : List.of(root);
    return JsonText.write(JsonObject.of("configuration", body)).replace("\"\\u0000\"", "null");
  }

  private Object bare(String value) {
    String text = value.replace("\"", "");
    return plain ? text : List.of(JsonObject.of("data", text));
  }

  private void statement(Map<String, Object> into, String parent) {
    List<String> words = new ArrayList<>();
    while (!tokens.isEmpty()) {
      String token = tokens.poll();
      if (token.equals(";")) {
        line(into, words);
        return;
      }
      if (token.equals("{")) {
        block(into, words, parent);
        return;
      }
      words.add(token);
    }
  }

  private void block(Map<String, Object> into, List<String> words, String parent) {
    Map<String, Object> inner = new LinkedHashMap<>();
    String head = words.getFirst();
    boolean entry = words.size() == 1 && (NAMED.contains(parent) || parent.equals("interfaces"));
    boolean listed = words.size() == 2 && (LISTS.contains(head) || head.equals("dscp"));
    if (entry) {
      inner.put("name", bare(head));
      String list = parent.equals("interfaces") ? "interface" : parent;
      many(into, list).add(inner);
    } else if (listed) {
      inner.put("name", bare(words.get(1)));
      many(into, head).add(inner);
    } else if (NAMED.contains(head)) {
      inner = into; // its entries stand in the list itself
    } else {
      Map<String, Object> at = into;
      for (String word : words) {
        Map<String, Object> next = new LinkedHashMap<>();
        at.put(word, plain ? next : List.of(next));
        at = next;
      }
      inner = at;
    }
    while (!"}".equals(tokens.peek())) {
      statement(inner, words.size() == 1 && !entry ? head : "");
    }
    tokens.poll();
  }

  @SuppressWarnings("unchecked") // lists are made here alone
  private static List<Object> many(Map<String, Object> into, String field) {
    return (List<Object>) into.computeIfAbsent(field, _ -> new ArrayList<>());
  }

  private void line(Map<String, Object> into, List<String> words) {
    String head = words.getFirst();
    if (head.equals("drop-profile-map")) {
      Map<String, Object> row = new LinkedHashMap<>();
      for (int n = 1; n < words.size(); n += 2) {
        row.put(words.get(n), bare(words.get(n + 1)));
      }
      many(into, head).add(row);
    } else if (LISTS.contains(head)) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("name", bare(words.get(1)));
      pairs(row, words.subList(2, words.size()));
      many(into, head).add(row);
    } else if (head.equals("dscp")) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("classifier-name", bare(words.get(1)));
      into.put(head, plain ? row : List.of(row));
    } else if (words.size() == 3) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put(words.get(1), bare(words.get(2)));
      into.put(head, plain ? row : List.of(row));
    } else {
      pairs(into, words);
    }
  }

  private void pairs(Map<String, Object> into, List<String> words) {
    for (int n = 0; n < words.size(); n++) {
      String word = words.get(n);
      if (n + 1 == words.size() || FLAGS.contains(word)) {
        into.put(word, plain ? new LinkedHashMap<>() : List.of(new LinkedHashMap<>()));
      } else if (words.get(n + 1).equals("[")) {
        List<Object> all = new ArrayList<>();
        for (n += 2; !words.get(n).equals("]"); n++) {
          all.add(plain ? words.get(n) : JsonObject.of("data", words.get(n)));
        }
        into.put(word, all);
      } else {
        n++;
        Object value = bare(words.get(n));
        if (MANY.contains(word)) {
          many(into, word).add(plain ? value : JsonObject.of("data", words.get(n)));
        } else {
          into.put(word, value);
        }
      }
    }
  }
}
