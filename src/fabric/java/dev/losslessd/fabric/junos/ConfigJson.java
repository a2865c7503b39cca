package dev.losslessd.fabric.junos;

import dev.losslessd.fabric.switchbase.JsonObject;
import dev.losslessd.fabric.switchbase.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A configuration as JSON.
 *
 * @param plain in the newer form; else each part an array, and values in {@code data}
 */
record ConfigJson(boolean plain) {
  /** Text that stands for null, which JsonText does not have. */
  private static final String NOTHING = "\u0000null";

  String write(Tree tree) {
    List<List<String>> all = new ArrayList<>(tree.all());
    Map<String, Object> body = new LinkedHashMap<>();
    body.put(plain ? "@" : "attributes", attributes());
    body.putAll(inside(Schema.ROOT, all));
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("configuration", plain ? body : List.of(body));
    return JsonText.write(root).replace(quotedNothing(), "null");
  }

  private static String quotedNothing() {
    return JsonText.write(NOTHING);
  }

  private static Map<String, Object> attributes() {
    return JsonObject.of("xmlns", "http://xml.juniper.net/xnm/1.1/xnm");
  }

  private Map<String, Object> inside(Schema at, List<List<String>> statements) {
    Map<String, Object> out = new LinkedHashMap<>();
    for (Schema child : at.below()) {
      List<List<String>> mine = new ArrayList<>();
      for (List<String> one : statements) {
        if (!one.isEmpty() && at.next(one.getFirst()).filter(child::equals).isPresent()) {
          mine.add(child.silent() ? one : one.subList(1, one.size()));
        }
      }
      if (!mine.isEmpty()) {
        out.put(xml(child.element()), value(child, mine));
      }
    }
    return out;
  }

  /** Names of XML, and so of JSON, never begin with a digit. */
  private static String xml(String element) {
    return element.equals("802.3ad") ? "ieee-802.3ad" : element;
  }

  private Object value(Schema child, List<List<String>> tails) {
    return switch (child.kind()) {
      case FLAG -> List.of(bare(null));
      case LEAF -> one(bare(tails.getFirst().getFirst()));
      case LEAVES -> tails.stream().map(tail -> bare(tail.getFirst())).toList();
      case BRANCH, PRESENCE -> one(branch(child, tails));
      case LIST -> list(child, tails);
      case PAIRS -> tails.stream().map(this::pairs).toList();
    };
  }

  private Object branch(Schema child, List<List<String>> tails) {
    Map<String, Object> inner = inside(child, tails);
    return inner.isEmpty() && plain ? new LinkedHashMap<String, Object>() : inner;
  }

  private Object one(Object value) {
    return plain ? value : List.of(value);
  }

  private Object bare(@Nullable String value) {
    Object inner = value == null ? NOTHING : value;
    return plain ? inner : JsonObject.of("data", inner);
  }

  private List<Object> list(Schema child, List<List<String>> tails) {
    Map<String, List<List<String>>> rows = new LinkedHashMap<>();
    for (List<String> tail : tails) {
      rows.computeIfAbsent(tail.getFirst(), _ -> new ArrayList<>())
          .add(tail.subList(1, tail.size()));
    }
    List<Object> all = new ArrayList<>();
    rows.forEach((name, inner) -> {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("name", one(bare(name)));
      row.putAll(inside(child, inner));
      all.add(row);
    });
    return all;
  }

  private Object pairs(List<String> tail) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int n = 0; n < tail.size(); n += 2) {
      row.put(tail.get(n), one(bare(tail.get(n + 1))));
    }
    return row;
  }
}
