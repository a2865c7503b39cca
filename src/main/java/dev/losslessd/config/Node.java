package dev.losslessd.config;

import java.util.List;

/** A node of the YAML, with its place in the file. */
sealed interface Node {
  Place at();

  /**
   * A plain or quoted word.
   *
   * @param text empty for null and {@code ~}
   */
  record Scalar(String text, boolean absent, Place at) implements Node {}

  /** Keys in the order of the file; a key may stand twice. */
  record Mapping(List<Entry> entries, Place at) implements Node {}

  /** One key and its value. */
  record Entry(String key, Place at, Node value) {}

  /** A YAML sequence of nodes. */
  record Sequence(List<Node> items, Place at) implements Node {}

  /** The node in words, for messages. */
  default String what() {
    return switch (this) {
      case Scalar s -> s.absent() ? "nothing" : "'" + s.text() + "'";
      case Mapping m -> "a section";
      case Sequence s -> "a list";
    };
  }
}
