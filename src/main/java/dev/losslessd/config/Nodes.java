package dev.losslessd.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Laying one section over another. */
final class Nodes {
  private Nodes() {}

  static Optional<Node.Entry> entry(Node node, String key) {
    return node instanceof Node.Mapping mapping
        ? mapping.entries().stream().filter(entry -> entry.key().equals(key)).findFirst()
        : Optional.empty();
  }

  /** The mapping with the value of a key exchanged. */
  static Node replace(Node node, String key, Node value) {
    if (!(node instanceof Node.Mapping mapping)) {
      return node;
    }
    List<Node.Entry> entries = new ArrayList<>();
    for (Node.Entry entry : mapping.entries()) {
      entries.add(entry.key().equals(key) ? new Node.Entry(entry.key(), entry.at(), value) : entry);
    }
    return new Node.Mapping(entries, mapping.at());
  }

  /** All keys of both; where both have one, the upper wins whole. */
  static Node over(Node base, Node upper) {
    if (!(base instanceof Node.Mapping below) || !(upper instanceof Node.Mapping above)) {
      return upper;
    }
    List<Node.Entry> entries = new ArrayList<>(above.entries());
    for (Node.Entry entry : below.entries()) {
      if (entry(above, entry.key()).isEmpty()) {
        entries.add(entry);
      }
    }
    return new Node.Mapping(entries, above.at());
  }
}
