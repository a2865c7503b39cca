package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.text.Pattern;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A part of NVUE's tree, which has the same form in every release and every output: branches by
 * name, and leaves with a value. It is kept as its lines, of each leaf and of each branch with
 * nothing below: their paths with blanks between the names, and the value of a leaf. What is in a
 * set, such as a switch priority of a PFC profile, is a branch with nothing below.
 */
final class Node {
  /** Numbers in their order, so that {@code 10} comes after {@code 9}. */
  static final Comparator<String> ORDER =
      Comparator.comparing(Node::padded).thenComparing(Comparator.naturalOrder());

  private final TreeMap<String, Optional<String>> lines = new TreeMap<>();

  private static String padded(String path) {
    return Stream.of(path.split(" "))
        .map(
            name -> Pattern.matches("\\d{1,9}", name) ? "0".repeat(9 - name.length()) + name : name)
        .collect(Collectors.joining(" "));
  }

  /** Returns the tree of a document, of which a list of parts, as some commands print, is one. */
  static Node of(DeviceJson json) {
    Node node = new Node();
    json.rows().forEach(part -> node.fill("", part));
    return node;
  }

  /**
   * Adds what a document has at a path, which is empty or ends with a blank.
   *
   * @throws DeviceException GARBLED for a field without a name
   */
  private void fill(String at, DeviceJson json) {
    for (String field : json.fields()) {
      if (field.isEmpty()) {
        throw json.garbled(field, "a name");
      }
      Optional<DeviceJson> inner = json.branch(field);
      if (inner.isEmpty()) {
        set(json.textOrJson(field), at + field);
      } else {
        add(at + field);
        fill(at + field + " ", inner.get());
      }
    }
  }

  Node copy() {
    Node copy = new Node();
    copy.lines.putAll(lines);
    return copy;
  }

  /** Every leaf and every empty branch of a path, with the value if it has one. */
  SortedMap<String, Optional<String>> lines(String path) {
    return path.isEmpty() ? lines : lines.subMap(path, path + '!'); // behind the blank
  }

  /** Whether anything is at the end of a path. */
  boolean has(String... path) {
    return !lines(String.join(" ", path)).isEmpty();
  }

  /** Returns the node at the end of a path; empty if it is not there. */
  Optional<Node> at(String... path) {
    String from = String.join(" ", path);
    Node node = new Node();
    lines(from)
        .forEach((line, value) -> {
          if (!line.equals(from) || value.isPresent()) {
            node.lines.put(line.equals(from) ? "" : line.substring(from.length() + 1), value);
          }
        });
    return has(from) ? Optional.of(node) : Optional.empty();
  }

  /** The value at the end of a path; empty if there is none, or it says nothing. */
  Optional<String> text(String... path) {
    return value(String.join(" ", path)).filter(value -> !value.isBlank());
  }

  /** The value of a leaf, be it blank or not. */
  Optional<String> value(String path) {
    return lines.getOrDefault(path, Optional.empty());
  }

  /** Names of what is below the end of a path, in their order; none if it is not there. */
  Set<String> names(String... path) {
    String from = path.length == 0 ? "" : String.join(" ", path) + " ";
    return lines(from.strip()).keySet().stream()
        .filter(line -> line.length() > from.length())
        .map(line -> line.substring(from.length()).split(" ", 2)[0])
        .distinct()
        .sorted(ORDER)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  boolean isEmpty() {
    return lines.isEmpty();
  }

  SortedMap<String, Optional<String>> lines() {
    return lines;
  }

  /** A leaf at the end of a path, whatever was there; what is missing on the way is made. */
  void set(String value, String... path) {
    put(String.join(" ", path), Optional.of(value));
  }

  /** A branch at the end of a path, which stays as it is if it is there. */
  void add(String... path) {
    put(String.join(" ", path), Optional.empty());
  }

  /** Adds a line as {@link #lines} has it. A branch above it is no line any more. */
  void put(String path, Optional<String> value) {
    if (value.isEmpty() && has(path)) {
      return;
    }
    lines(path).clear();
    for (int end = path.indexOf(' '); end >= 0; end = path.indexOf(' ', end + 1)) {
      lines.remove(path.substring(0, end), Optional.empty());
    }
    lines.put(path, value);
  }

  /** Takes away what is at the end of a path; the branches above it stay. */
  void remove(String... path) {
    String from = String.join(" ", path);
    if (has(from)) {
      lines(from).clear();
      add(from.substring(0, from.lastIndexOf(' ')));
    }
  }

  @Override
  public String toString() {
    return lines.keySet().stream().sorted(ORDER).map(this::words).collect(Collectors.joining("; "));
  }

  /** Returns a line as {@code nv set} has it: its path, and its value if it has one. */
  String words(String path) {
    return (path + " " + value(path).orElse("")).strip();
  }
}
