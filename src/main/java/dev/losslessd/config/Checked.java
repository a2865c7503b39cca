package dev.losslessd.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Values of the right shape, defaults filled in, each with its place. */
sealed interface Checked {
  Place at();

  /** The value as YAML writes it in one line, without quotes. */
  default String text() {
    return switch (this) {
      case Word word -> word.text();
      case Measure number -> number.quantity().text(number.value());
      case Bool bool -> bool.on() ? "on" : "off";
      case Items items ->
          items.all().stream().map(Checked::text).collect(Collectors.joining(", ", "[", "]"));
      case Fields fields ->
          fields.byName().entrySet().stream()
              .map(one -> one.getKey() + ": " + one.getValue().text())
              .collect(Collectors.joining(", ", "{", "}"));
    };
  }

  /** The number that it is, in the base unit of its quantity. */
  default long number() {
    return ((Measure) this).value();
  }

  /** A word or text. */
  record Word(String text, Place at) implements Checked {}

  /** A number in the base unit of its quantity. */
  record Measure(long value, Quantity quantity, Place at) implements Checked {}

  /** A flag, on or off. */
  record Bool(boolean on, Place at) implements Checked {}

  /** A list of checked values. */
  record Items(List<Checked> all, Place at) implements Checked {}

  /** A section: its checked values by key. */
  record Fields(Map<String, Checked> byName, Place at) implements Checked {
    Optional<Checked> get(String name) {
      return Optional.ofNullable(byName.get(name));
    }

    boolean has(String name) {
      return byName.containsKey(name);
    }

    Fields section(String name) {
      return sectionIfThere(name).orElseGet(() -> new Fields(Map.of(), at.below(name)));
    }

    Optional<Fields> sectionIfThere(String name) {
      return get(name).map(Fields.class::cast);
    }

    List<Checked> list(String name) {
      return get(name).map(v -> ((Items) v).all()).orElse(List.of());
    }

    /** The items of a list of sections. */
    List<Fields> sections(String name) {
      return list(name).stream().map(Fields.class::cast).toList();
    }

    Optional<String> word(String name) {
      return get(name).map(Checked::text);
    }

    Optional<Long> number(String name) {
      return get(name).map(Checked::number);
    }

    boolean flag(String name) {
      return get(name).map(v -> ((Bool) v).on()).orElse(false);
    }

    /** Texts by any names. */
    Map<String, String> texts() {
      Map<String, String> texts = new TreeMap<>();
      byName.forEach((name, value) -> texts.put(name, value.text()));
      return texts;
    }

    Place placeOf(String name) {
      return get(name).map(Checked::at).orElseGet(() -> at.below(name));
    }
  }
}
