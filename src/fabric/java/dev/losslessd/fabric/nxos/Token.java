package dev.losslessd.fabric.nxos;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One position in the syntax of a command. */
sealed interface Token {
  /** A keyword; any prefix that is no other keyword's will do. */
  record Keyword(String text) implements Token {}

  /** One of a few words. */
  record Choice(List<String> words) implements Token {}

  /** A decimal number between two bounds, both included. */
  record Range(long min, long max) implements Token {}

  /** A name of the operator's. */
  record Name() implements Token {}

  /** One or more ports of the first module. */
  record Ports() implements Token {}

  /** Ports, or one port channel. */
  record Interface() implements Token {}

  /** Values such as {@code 24-31,46}. */
  record Values() implements Token {}

  /** The rest of the line. */
  record Rest() implements Token {}

  Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,62}");
  Pattern VALUES = Pattern.compile("\\d{1,2}(-\\d{1,2})?(,\\d{1,2}(-\\d{1,2})?)*");

  /** {@code mtu <576-9216>}: angle brackets around what is not a keyword. */
  static Token parse(String word) {
    if (!word.startsWith("<")) {
      return new Keyword(word);
    }
    String inner = word.substring(1, word.length() - 1);
    return switch (inner) {
      case "NAME" -> new Name();
      case "PORTS" -> new Ports();
      case "INTERFACE" -> new Interface();
      case "VALUES" -> new Values();
      case "REST" -> new Rest();
      default -> {
        String[] ends = inner.split("-", 2);
        yield ends.length == 2 && Character.isDigit(inner.charAt(0))
            ? new Range(Long.parseLong(ends[0]), Long.parseLong(ends[1]))
            : new Choice(List.of(inner.split("\\|")));
      }
    };
  }

  /** The word as the switch writes it in its configuration, or null if it does not fit here. */
  default @Nullable String accept(String word) {
    return switch (this) {
      case Keyword k -> k.text.startsWith(word) ? k.text : null;
      case Choice c -> only(c.words, word);
      case Range r -> isNumber(word) && fits(r, Long.parseLong(word)) ? word : null;
      case Name _ -> NAME.matcher(word).matches() ? word : null;
      case Ports _ -> PortRange.isOne(word) ? word : null;
      case Interface _ -> PortRange.isOne(word) || PortRange.isBundle(word) ? word : null;
      case Values _ -> VALUES.matcher(word).matches() ? word : null;
      case Rest _ -> word;
    };
  }

  private static @Nullable String only(List<String> words, String word) {
    if (words.contains(word)) {
      return word;
    }
    List<String> begin = words.stream().filter(w -> w.startsWith(word)).toList();
    return begin.size() == 1 ? begin.getFirst() : null;
  }

  static boolean isNumber(String word) {
    return word.matches("\\d{1,18}");
  }

  private static boolean fits(Range range, long value) {
    return value >= range.min && value <= range.max;
  }

  /** Error message under the caret when a word does not fit here. */
  default String complaint(String word) {
    return switch (this) {
      case Range r when isNumber(word) ->
          "%% Invalid number, range is (%d:%d) at '^' marker.".formatted(r.min, r.max);
      case Ports _, Interface _ -> "Invalid interface format at '^' marker.";
      case Keyword _, Choice _, Range _, Name _, Values _, Rest _ ->
          "% Invalid command at '^' marker.";
    };
  }
}
