package dev.losslessd.config;

import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.Optional;

/** Form of a value in the config. Loader, JSON schema and effective text all come from it. */
sealed interface Shape {
  /** One of some words. */
  record Choice(List<String> words) implements Shape {}

  /**
   * A number with a unit.
   *
   * @param min in the base unit
   * @param max in the base unit
   */
  record Amount(Quantity quantity, long min, long max) implements Shape {}

  /**
   * Free text of a form.
   *
   * @param regex the whole text must match
   * @param expected for messages
   */
  record Words(String regex, String expected) implements Shape {
    boolean fits(String text) {
      return Pattern.matches(regex, text);
    }
  }

  /**
   * A reference to a secret. What stands there instead may be the secret itself: no message repeats
   * it.
   */
  record Reference(Words form) implements Shape {}

  /** True and false by their usual YAML words, or on and off. */
  record Flag() implements Shape {}

  /** A list of items of one shape. */
  record Many(Shape item) implements Shape {}

  /** A list, or one item alone for a list of one. */
  record OneOrMany(Shape item) implements Shape {}

  /** A section with its declared keys. */
  record Section(List<Key> keys) implements Shape {
    Optional<Key> key(String name) {
      return keys.stream().filter(one -> one.name().equals(name)).findFirst();
    }
  }

  /** A single word, or another shape. */
  record WordOr(String word, Shape other) implements Shape {}

  /**
   * A section with any keys of a form, all values of one shape.
   *
   * @param what the section has, for messages
   */
  record Named(String what, Words name, Shape value) implements Shape {}

  /**
   * One key of a section.
   *
   * @param usual the default as it would be written, empty for none
   * @param help one line
   * @param restart whether another value takes effect at the next start only
   */
  record Key(
      String name, Shape shape, String usual, String help, Presence presence, boolean restart) {
    /** A key without a default, which a reload takes over. */
    static Key live(String name, Shape shape, String help) {
      return new Key(name, shape, "", help, Presence.USUAL, false);
    }

    /** The row of a key below; its own where names are free. */
    Key below(String key) {
      return shape.section().flatMap(section -> section.key(key)).orElse(this);
    }
  }

  /** What it means that a key is not in the file. */
  enum Presence {
    /** Its absence is a mistake. */
    REQUIRED,
    /** The default; a section gets those of its keys. */
    USUAL,
    /** A section that is not there, which its defaults would hide. */
    OPTIONAL
  }

  /** The section that it is, or that its items or values are. */
  default Optional<Section> section() {
    return switch (this) {
      case Section section -> Optional.of(section);
      case Many many -> many.item().section();
      case OneOrMany some -> some.item().section();
      case WordOr either -> either.other().section();
      case Named named -> named.value().section();
      case Choice _, Amount _, Words _, Reference _, Flag _ -> Optional.empty();
    };
  }

  /** The expected form in words, for messages. */
  default String expected() {
    return switch (this) {
      case Choice c -> "one of " + String.join(", ", c.words());
      case Amount a -> a.quantity().expected() + range(a);
      case Words w -> w.expected();
      case Reference r -> r.form().expected();
      case Flag f -> "on or off";
      case Many m -> "a list of " + m.item().expected();
      case OneOrMany o -> o.item().expected() + ", or a list of them";
      case Section s -> "a section";
      case WordOr w -> w.word() + ", or " + w.other().expected();
      case Named n -> "a section of " + n.what();
    };
  }

  private static String range(Amount a) {
    return a.max() == Long.MAX_VALUE
        ? a.min() == 0 ? "" : ", at least " + a.quantity().text(a.min())
        : ", " + a.quantity().text(a.min()) + " to " + a.quantity().text(a.max());
  }
}
