package dev.losslessd.text;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** An enum whose constants have words in documents, in the config and on the command line. */
public interface Worded {
  String name();

  /** The name in lower case with dashes: {@code LINK_BOUNCE} is {@code link-bounce}. */
  default String word() {
    return word(name());
  }

  /** The word of a constant of any enum. */
  static String of(Enum<?> constant) {
    return word(constant.name());
  }

  /** The constant with a word; empty where there is none. */
  static <E extends Enum<E> & Worded> Optional<E> find(Class<E> type, String word) {
    return Stream.of(type.getEnumConstants()).filter(one -> one.word().equals(word)).findFirst();
  }

  /** All words, in the order of the constants. */
  static <E extends Enum<E> & Worded> List<String> all(Class<E> type) {
    return Stream.of(type.getEnumConstants()).map(Worded::word).toList();
  }

  private static String word(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
