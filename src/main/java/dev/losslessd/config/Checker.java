package dev.losslessd.config;

import dev.losslessd.config.Shape.Key;
import dev.losslessd.config.Shape.Presence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Checks nodes against shapes. Goes on after a mistake, so that all are reported at once. */
record Checker(List<Problem> problems) {
  private static final Set<String> ON = Set.of("on", "true", "yes");
  private static final Set<String> OFF = Set.of("off", "false", "no");

  /** The values of a section; where it is none at all, empty. */
  Optional<Checked.Fields> section(Node node, Shape.Section section) {
    return check(node, section, node.at()).map(Checked.Fields.class::cast);
  }

  /**
   * @param at the place of the node, with its key
   */
  private Optional<Checked> check(Node node, Shape shape, Place at) {
    return switch (shape) {
      case Shape.Section section -> section(node, section, at);
      case Shape.Many many -> many(node, many, at);
      case Shape.OneOrMany one when node instanceof Node.Sequence ->
          many(node, new Shape.Many(one.item()), at);
      case Shape.OneOrMany one ->
          check(node, one.item(), at).map(it -> new Checked.Items(List.of(it), at));
      case Shape.Named named -> named(node, named, at);
      case Shape.WordOr or when node instanceof Node.Scalar s && s.text().equals(or.word()) ->
          Optional.of(new Checked.Word(or.word(), at));
      case Shape.WordOr or -> check(node, or.other(), at);
      case Shape.Choice choice -> scalar(node, shape, at, word(choice.words()::contains, at));
      case Shape.Words words -> scalar(node, shape, at, word(words::fits, at));
      case Shape.Reference secret -> scalar(node, shape, at, word(secret.form()::fits, at));
      case Shape.Amount amount ->
          scalar(
              node,
              shape,
              at,
              text ->
                  amount
                      .quantity()
                      .parse(text)
                      .filter(value -> amount.min() <= value && value <= amount.max())
                      .map(value -> new Checked.Measure(value, amount.quantity(), at)));
      case Shape.Flag _ ->
          scalar(
              node,
              shape,
              at,
              text ->
                  Optional.of(new Checked.Bool(ON.contains(text), at))
                      .filter(flag -> flag.on() || OFF.contains(text)));
    };
  }

  private static Function<String, Optional<? extends Checked>> word(
      Predicate<String> fits, Place at) {
    return text -> Optional.of(text).filter(fits).map(word -> new Checked.Word(word, at));
  }

  private Optional<Checked> scalar(
      Node node, Shape shape, Place at, Function<String, Optional<? extends Checked>> read) {
    if (!(node instanceof Node.Scalar scalar) || scalar.absent()) {
      return wrong(at, node.what() + ", expected " + shape.expected());
    }
    Optional<? extends Checked> value = read.apply(scalar.text());
    return value.isPresent()
        ? value.map(Checked.class::cast)
        : wrong(at, what(scalar, shape) + ", expected " + shape.expected());
  }

  private static String what(Node.Scalar node, Shape shape) {
    if (shape instanceof Shape.Reference) {
      return "this is not a reference";
    }
    boolean measured =
        shape instanceof Shape.Amount amount && amount.quantity().parse(node.text()).isPresent();
    return node.what() + (measured ? " is out of range" : "");
  }

  private Optional<Checked> section(Node node, Shape.Section section, Place at) {
    if (node instanceof Node.Scalar scalar && scalar.absent()) {
      return section(new Node.Mapping(List.of(), node.at()), section, at);
    }
    if (!(node instanceof Node.Mapping mapping)) {
      return wrong(at, node.what() + ", expected a section with " + names(section));
    }
    Map<String, Node.Entry> seen = new LinkedHashMap<>();
    for (Node.Entry entry : mapping.entries()) {
      Place there = at.below(entry.key()).at(entry.at());
      if (section.key(entry.key()).isEmpty()) {
        problem(there, "unknown key, expected " + nearest(entry.key(), section) + names(section));
      } else {
        once(seen, entry, there);
      }
    }
    Map<String, Checked> fields = new LinkedHashMap<>();
    for (Key key : section.keys()) {
      value(seen.get(key.name()), key, at.below(key.name()))
          .ifPresent(value -> fields.put(key.name(), value));
    }
    return Optional.of(new Checked.Fields(fields, at));
  }

  /** Whether it is the first entry of that name. */
  private boolean once(Map<String, Node.Entry> seen, Node.Entry entry, Place at) {
    Node.Entry first = seen.putIfAbsent(entry.key(), entry);
    if (first != null) {
      int line = first.at().line();
      problem(at, "stands here a second time, expected once (first in line " + line + ")");
    }
    return first == null;
  }

  /**
   * @param at the place of the section, with the key
   */
  private Optional<Checked> value(Node.@Nullable Entry entry, Key key, Place at) {
    if (entry != null && !(entry.value() instanceof Node.Scalar s && s.absent())) {
      return check(entry.value(), key.shape(), at.at(entry.value().at()));
    }
    if (key.presence() == Presence.REQUIRED) {
      Place missing = entry == null ? at : at.at(entry.at());
      return wrong(missing, "missing, expected " + key.shape().expected());
    }
    if (!key.usual().isEmpty()) {
      return check(usual(key, at), key.shape(), at);
    }
    return key.presence() == Presence.USUAL && key.shape() instanceof Shape.Section
        ? check(new Node.Mapping(List.of(), at), key.shape(), at)
        : Optional.empty();
  }

  private static Node usual(Key key, Place at) {
    try {
      Node parsed = YamlTree.parse(at.file(), key.usual());
      return parsed instanceof Node.Sequence ? parsed : new Node.Scalar(key.usual(), false, at);
    } catch (YamlTree.BadYaml e) {
      throw new IllegalStateException("default of " + key.name(), e);
    }
  }

  private Optional<Checked> many(Node node, Shape.Many many, Place at) {
    if (!(node instanceof Node.Sequence sequence)) {
      return wrong(at, node.what() + ", expected " + many.expected());
    }
    List<Checked> items = new ArrayList<>();
    for (int i = 0; i < sequence.items().size(); i++) {
      Node item = sequence.items().get(i);
      check(item, many.item(), item.at().of(at.key() + "[" + i + "]")).ifPresent(items::add);
    }
    return Optional.of(new Checked.Items(items, at));
  }

  private Optional<Checked> named(Node node, Shape.Named shape, Place at) {
    if (!(node instanceof Node.Mapping mapping)) {
      return wrong(at, node.what() + ", expected " + shape.expected());
    }
    Map<String, Node.Entry> seen = new LinkedHashMap<>();
    Map<String, Checked> named = new LinkedHashMap<>();
    for (Node.Entry entry : mapping.entries()) {
      Place there = at.below(entry.key()).at(entry.at());
      if (once(seen, entry, there) && !shape.name().fits(entry.key())) {
        problem(there, "not " + shape.name().expected() + " as its key");
      }
      check(entry.value(), shape.value(), there.at(entry.value().at()))
          .ifPresent(value -> named.putIfAbsent(entry.key(), value));
    }
    return Optional.of(new Checked.Fields(named, at));
  }

  private void problem(Place at, String message) {
    problems.add(at.problem(message));
  }

  private <T> Optional<T> wrong(Place at, String message) {
    problem(at, message);
    return Optional.empty();
  }

  private static String nearest(String key, Shape.Section section) {
    return section.keys().stream()
        .map(Key::name)
        .min(Comparator.comparingInt(name -> Distance.between(key, name)))
        .filter(name -> Distance.between(key, name) <= Math.max(2, name.length() / 2))
        .map(name -> "'" + name + "'? One of ")
        .orElse("one of ");
  }

  private static String names(Shape.Section section) {
    return String.join(", ", section.keys().stream().map(Key::name).toList());
  }
}
