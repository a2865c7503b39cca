package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceJson;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A part of NVUE's tree, which has the same form in every release and every output: branches by
 * name, and leaves with a value. What is in a set, such as a switch priority of a PFC profile, is a
 * branch with nothing below.
 */
final class Node {
  /** Numbers in their order, so that {@code 10} comes after {@code 9}. */
  private static final Comparator<String> ORDER =
      Comparator.<String>comparingInt(name -> Pattern.matches("\\d{1,9}", name) ? 0 : 1)
          .thenComparingInt(name -> Pattern.matches("\\d{1,9}", name) ? Integer.parseInt(name) : 0)
          .thenComparing(Comparator.naturalOrder());

  private final TreeMap<String, Node> below = new TreeMap<>(ORDER);
  private final @Nullable String value;

  private Node(@Nullable String value) {
    this.value = value;
  }

  static Node branch() {
    return new Node(null);
  }

  static Node of(DeviceJson json) {
    Node node = branch();
    for (String field : json.fields()) {
      Optional<DeviceJson> inner = json.branch(field);
      node.below.put(field, inner.isPresent() ? of(inner.get()) : new Node(json.textOrJson(field)));
    }
    return node;
  }

  Node copy() {
    Node copy = new Node(value);
    below.forEach((name, node) -> copy.below.put(name, node.copy()));
    return copy;
  }

  /** Returns the node at the end of a path; empty if it is not there. */
  Optional<Node> at(String... path) {
    return at(List.of(path));
  }

  Optional<Node> at(List<String> path) {
    @Nullable Node node = this;
    for (String name : path) {
      node = node.below.get(name);
      if (node == null) {
        return Optional.empty();
      }
    }
    return Optional.of(node);
  }

  /** The value at the end of a path; empty if there is none, or it says nothing. */
  Optional<String> text(String... path) {
    return at(path).flatMap(node -> Optional.ofNullable(node.value)).filter(v -> !v.isBlank());
  }

  /** Names of what is below the end of a path, in their order; none if it is not there. */
  Set<String> names(String... path) {
    Set<String> names = new TreeSet<>(ORDER);
    at(path).ifPresent(node -> names.addAll(node.below.keySet()));
    return names;
  }

  boolean isEmpty() {
    return below.isEmpty() && value == null;
  }

  boolean isLeaf() {
    return value != null;
  }

  Map<String, Node> below() {
    return below;
  }

  /** A leaf at the end of a path, whatever was there; what is missing on the way is made. */
  void set(String value, String... path) {
    reach(List.of(path).subList(0, path.length - 1))
        .below
        .put(path[path.length - 1], new Node(value));
  }

  /** A branch at the end of a path, which stays as it is if it is there. */
  void add(String... path) {
    reach(List.of(path));
  }

  /** Another tree at the end of a path. */
  void put(Node node, List<String> path) {
    reach(path.subList(0, path.size() - 1)).below.put(path.getLast(), node);
  }

  private Node reach(List<String> path) {
    Node node = this;
    for (String name : path) {
      node = node.below.computeIfAbsent(name, _ -> branch());
    }
    return node;
  }

  /** Takes away what is at the end of a path; the branches above it stay. */
  void remove(String... path) {
    remove(List.of(path));
  }

  void remove(List<String> path) {
    at(path.subList(0, path.size() - 1)).ifPresent(node -> node.below.remove(path.getLast()));
  }

  /**
   * Every leaf and every empty branch as one line each: its path, and the value if it has one.
   *
   * @param from what each line begins with
   */
  List<List<String>> lines(List<String> from) {
    if (below.isEmpty()) {
      return List.of(value == null ? from : join(from, value));
    }
    List<List<String>> lines = new ArrayList<>();
    below.forEach((name, node) -> lines.addAll(node.lines(join(from, name))));
    return lines;
  }

  /** Returns a path with one more name. */
  static List<String> join(List<String> path, String name) {
    List<String> all = new ArrayList<>(path);
    all.add(name);
    return all;
  }

  /** Whether both hold the same, where values may have two spellings of one meaning. */
  boolean same(Node other, BiPredicate<String, String> meaning) {
    if (!below.keySet().equals(other.below.keySet())) {
      return false;
    }
    return means(other, meaning)
        && below.entrySet().stream()
            .allMatch(one -> {
              Node there = Objects.requireNonNull(other.below.get(one.getKey()));
              return one.getValue().same(there, meaning);
            });
  }

  private boolean means(Node other, BiPredicate<String, String> meaning) {
    return (value == null || other.value == null)
        ? Objects.equals(value, other.value)
        : meaning.test(value, other.value);
  }

  @Override
  public String toString() {
    return String.join("; ", lines(List.of()).stream().map(l -> String.join(" ", l)).toList());
  }
}
