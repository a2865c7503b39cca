package dev.losslessd.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Values of the right shape, defaults filled in, each with its place. */
sealed interface Checked {
  Place at();

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
      return get(name).map(v -> ((Word) v).text());
    }

    Optional<Long> number(String name) {
      return get(name).map(v -> ((Measure) v).value());
    }

    boolean flag(String name) {
      return get(name).map(v -> ((Bool) v).on()).orElse(false);
    }

    /** Texts by any names. */
    Map<String, String> texts() {
      Map<String, String> texts = new TreeMap<>();
      byName.forEach((name, value) -> texts.put(name, ((Word) value).text()));
      return texts;
    }

    Place placeOf(String name) {
      return get(name).map(Checked::at).orElseGet(() -> at.below(name));
    }
  }
}
