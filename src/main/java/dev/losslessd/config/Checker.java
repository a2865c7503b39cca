package dev.losslessd.config;

import dev.losslessd.config.Shape.Key;
import dev.losslessd.config.Shape.Presence;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks nodes against shapes. Goes on after a mistake, so that all are reported at once. */
final class Checker {
  private static final Set<String> ON = Set.of("on", "true", "yes");
  private static final Set<String> OFF = Set.of("off", "false", "no");

  private final List<Problem> problems;

  Checker(List<Problem> problems) {
    this.problems = problems;
  }

  Optional<Checked> check(Node node, Shape shape, String path) {
    return switch (shape) {
      case Shape.Section section -> section(node, section, path).map(Checked.class::cast);
      case Shape.Many many -> many(node, many, path);
      case Shape.OneOrMany one -> oneOrMany(node, one, path);
      case Shape.Named named -> named(node, named, path);
      case Shape.WordOr or -> wordOr(node, or, path);
      case Shape.Choice choice -> scalar(node, shape, path).flatMap(s -> choice(s, choice, path));
      case Shape.Amount amount -> scalar(node, shape, path).flatMap(s -> amount(s, amount, path));
      case Shape.Words words ->
          scalar(node, shape, path).flatMap(s -> words(s, words, s.what(), path));
      case Shape.Reference secret ->
          scalar(node, shape, path)
              .flatMap(s -> words(s, secret.form(), "this is not a reference", path));
      case Shape.Flag flag -> scalar(node, shape, path).flatMap(s -> flag(s, path));
    };
  }

  private Optional<Checked.Fields> section(Node node, Shape.Section section, String path) {
    if (node instanceof Node.Scalar scalar && scalar.absent()) {
      return section(new Node.Mapping(List.of(), node.at()), section, path);
    }
    if (!(node instanceof Node.Mapping mapping)) {
      return wrong(node, path, node.what() + ", expected a section with " + names(section));
    }
    Map<String, Node.Entry> seen = new LinkedHashMap<>();
    for (Node.Entry entry : mapping.entries()) {
      accept(entry, section, seen, path);
    }
    Map<String, Checked> fields = new LinkedHashMap<>();
    for (Key key : section.keys()) {
      Node.Entry entry = seen.get(key.name());
      String below = join(path, key.name());
      value(entry, key, below, node.at()).ifPresent(value -> fields.put(key.name(), value));
    }
    return Optional.of(new Checked.Fields(fields, node.at()));
  }

  private void accept(
      Node.Entry entry, Shape.Section section, Map<String, Node.Entry> seen, String path) {
    String key = entry.key();
    if (section.keys().stream().noneMatch(known -> known.name().equals(key))) {
      problems.add(
          entry
              .at()
              .problem(
                  join(path, key),
                  "unknown key, expected " + nearest(key, section) + names(section)));
    } else if (seen.containsKey(key)) {
      problems.add(
          entry.at().problem(join(path, key), twice(Objects.requireNonNull(seen.get(key)))));
    } else {
      seen.put(key, entry);
    }
  }

  private Optional<Checked> value(Node.@Nullable Entry entry, Key key, String path, Place at) {
    boolean empty = entry == null || (entry.value() instanceof Node.Scalar s && s.absent());
    if (!empty && entry != null) {
      return check(entry.value(), key.shape(), path);
    }
    if (key.presence() == Presence.REQUIRED) {
      problems.add(
          (entry == null ? at : entry.at())
              .problem(path, "missing, expected " + key.shape().expected()));
      return Optional.empty();
    }
    if (!key.usual().isEmpty()) {
      return check(usual(key, at), key.shape(), path);
    }
    return key.presence() == Presence.USUAL && key.shape() instanceof Shape.Section
        ? check(new Node.Mapping(List.of(), at), key.shape(), path)
        : Optional.empty();
  }

  private static Node usual(Key key, Place at) {
    try {
      Node parsed = YamlTree.parse(at.file(), key.usual());
      return parsed instanceof Node.Sequence list
          ? new Node.Sequence(list.items(), at)
          : new Node.Scalar(key.usual(), false, at);
    } catch (YamlTree.BadYaml e) {
      throw new IllegalStateException("default of " + key.name(), e);
    }
  }

  private Optional<Checked> many(Node node, Shape.Many many, String path) {
    if (!(node instanceof Node.Sequence sequence)) {
      return wrong(node, path, node.what() + ", expected " + many.expected());
    }
    List<Checked> items = new ArrayList<>();
    for (int i = 0; i < sequence.items().size(); i++) {
      check(sequence.items().get(i), many.item(), path + "[" + i + "]").ifPresent(items::add);
    }
    return Optional.of(new Checked.Items(items, node.at()));
  }

  private Optional<Checked> oneOrMany(Node node, Shape.OneOrMany shape, String path) {
    return node instanceof Node.Sequence
        ? many(node, new Shape.Many(shape.item()), path)
        : check(node, shape.item(), path).map(one -> new Checked.Items(List.of(one), node.at()));
  }

  private Optional<Checked> named(Node node, Shape.Named shape, String path) {
    if (!(node instanceof Node.Mapping mapping)) {
      return wrong(node, path, node.what() + ", expected " + shape.expected());
    }
    Map<String, Node.Entry> seen = new LinkedHashMap<>();
    Map<String, Checked> named = new LinkedHashMap<>();
    for (Node.Entry entry : mapping.entries()) {
      String below = join(path, entry.key());
      Node.Entry first = seen.putIfAbsent(entry.key(), entry);
      if (first != null) {
        problems.add(entry.at().problem(below, twice(first)));
      } else if (!Pattern.matches(shape.name().regex(), entry.key())) {
        problems.add(entry.at().problem(below, "not " + shape.name().expected() + " as its key"));
      }
      check(entry.value(), shape.value(), below)
          .ifPresent(value -> named.putIfAbsent(entry.key(), value));
    }
    return Optional.of(new Checked.Fields(named, node.at()));
  }

  private static String twice(Node.Entry first) {
    return "stands here a second time, expected once (first in line " + first.at().line() + ")";
  }

  private Optional<Checked> wordOr(Node node, Shape.WordOr or, String path) {
    return node instanceof Node.Scalar scalar && scalar.text().equals(or.word())
        ? Optional.of(new Checked.Word(or.word(), node.at()))
        : check(node, or.other(), path);
  }

  private Optional<Node.Scalar> scalar(Node node, Shape shape, String path) {
    if (node instanceof Node.Scalar scalar && !scalar.absent()) {
      return Optional.of(scalar);
    }
    return wrong(node, path, node.what() + ", expected " + shape.expected());
  }

  private Optional<Checked> choice(Node.Scalar node, Shape.Choice choice, String path) {
    return choice.words().contains(node.text())
        ? Optional.of(new Checked.Word(node.text(), node.at()))
        : wrong(node, path, node.what() + ", expected " + choice.expected());
  }

  private Optional<Checked> amount(Node.Scalar node, Shape.Amount amount, String path) {
    Optional<Long> value = amount.quantity().parse(node.text());
    if (value.isEmpty() || value.get() < amount.min() || value.get() > amount.max()) {
      String why = value.isEmpty() ? "" : " is out of range";
      return wrong(node, path, node.what() + why + ", expected " + amount.expected());
    }
    return Optional.of(new Checked.Measure(value.get(), amount.quantity(), node.at()));
  }

  private Optional<Checked> words(Node.Scalar node, Shape.Words words, String what, String path) {
    if (Pattern.matches(words.regex(), node.text())) {
      return Optional.of(new Checked.Word(node.text(), node.at()));
    }
    return wrong(node, path, what + ", expected " + words.expected());
  }

  private Optional<Checked> flag(Node.Scalar node, String path) {
    if (ON.contains(node.text()) || OFF.contains(node.text())) {
      return Optional.of(new Checked.Bool(ON.contains(node.text()), node.at()));
    }
    return wrong(node, path, node.what() + ", expected on or off");
  }

  private <T> Optional<T> wrong(Node node, String path, String message) {
    problems.add(node.at().problem(path, message));
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

  private static String join(String path, String key) {
    return path.isEmpty() ? key : path + "." + key;
  }
}
