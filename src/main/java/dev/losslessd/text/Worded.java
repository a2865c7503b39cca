package dev.losslessd.text;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
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

  /** The name in camel case: {@code CNP_DSCP} is {@code cnpDscp}. */
  static String camel(Enum<?> constant) {
    String words =
        Stream.of(constant.name().split("_")).map(Worded::capital).collect(Collectors.joining());
    return words.substring(0, 1).toLowerCase(Locale.ROOT) + words.substring(1);
  }

  private static String capital(String word) {
    return word.charAt(0) + word.substring(1).toLowerCase(Locale.ROOT);
  }

  /** All words, in the order of the constants. */
  static <E extends Enum<E> & Worded> List<String> all(Class<E> type) {
    return Stream.of(type.getEnumConstants()).map(Worded::word).toList();
  }

  /** The word of a record of a sealed type: {@code RolledBack} is {@code rolled-back}. */
  static String of(Class<?> type) {
    StringBuilder word = new StringBuilder();
    for (char c : type.getSimpleName().toCharArray()) {
      word.append(Character.isUpperCase(c) && !word.isEmpty() ? "-" : "");
      word.append(Character.toLowerCase(c));
    }
    return word.toString();
  }

  private static String word(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
