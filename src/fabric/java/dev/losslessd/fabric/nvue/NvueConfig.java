package dev.losslessd.fabric.nvue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** NVUE's tree: names to trees or to values; what is in a set is a name with an empty tree. */
final class NvueConfig {
  private final TreeMap<String, Object> tree;

  NvueConfig() {
    this(new TreeMap<>());
  }

  private NvueConfig(TreeMap<String, Object> tree) {
    this.tree = tree;
  }

  NvueConfig copy() {
    return new NvueConfig(copy(tree));
  }

  private static TreeMap<String, Object> copy(Map<String, Object> tree) {
    TreeMap<String, Object> copy = new TreeMap<>();
    tree.forEach(
        (name, inner) -> copy.put(name, inner instanceof Map<?, ?> map ? copy(cast(map)) : inner));
    return copy;
  }

  @SuppressWarnings("unchecked") // only this class puts maps in, and they have this type
  private static TreeMap<String, Object> cast(Object map) {
    return (TreeMap<String, Object>) map;
  }

  Map<String, Object> root() {
    return tree;
  }

  private @Nullable Object at(List<String> path) {
    @Nullable Object node = tree;
    for (String name : path) {
      node = node instanceof Map<?, ?> map ? map.get(name) : null;
    }
    return node;
  }

  Optional<String> value(String... path) {
    return Optional.ofNullable(at(List.of(path)))
        .filter(String.class::isInstance)
        .map(String.class::cast);
  }

  boolean has(String... path) {
    return at(List.of(path)) != null;
  }

  /** Names below a path; empty if there is no such tree. */
  List<String> names(String... path) {
    return at(List.of(path)) instanceof Map<?, ?> map
        ? map.keySet().stream().map(String::valueOf).toList()
        : List.of();
  }

  void set(List<String> path, @Nullable String value) {
    TreeMap<String, Object> node = tree;
    for (String name : path.subList(0, path.size() - 1)) {
      Object inner = node.computeIfAbsent(name, _ -> new TreeMap<String, Object>());
      node = cast(inner);
    }
    if (value == null) {
      node.putIfAbsent(path.getLast(), new TreeMap<String, Object>());
    } else {
      node.put(path.getLast(), value);
    }
  }

  /** Removes a tree or a value, and what is empty above it. */
  void unset(List<String> path) {
    List<TreeMap<String, Object>> way = new ArrayList<>();
    @Nullable Object node = tree;
    for (String name : path) {
      if (!(node instanceof Map<?, ?>)) {
        return;
      }
      way.add(cast(node));
      node = way.getLast().get(name);
    }
    for (int n = path.size() - 1; n >= 0; n--) {
      way.get(n).remove(path.get(n));
      if (!way.get(n).isEmpty()) {
        return;
      }
    }
  }

  /** Each value and each member as the words behind {@code nv set}. */
  List<List<String>> lines() {
    List<List<String>> lines = new ArrayList<>();
    lines(tree, List.of(), lines);
    return lines;
  }

  private static void lines(Map<String, Object> tree, List<String> from, List<List<String>> lines) {
    tree.forEach((name, inner) -> {
      List<String> path = new ArrayList<>(from);
      path.add(name);
      if (inner instanceof Map<?, ?> map && !map.isEmpty()) {
        lines(cast(map), path, lines);
      } else {
        if (inner instanceof String value) {
          path.add(value);
        }
        lines.add(path);
      }
    });
  }
}
