package dev.losslessd.driver.junos;

import dev.losslessd.model.SettingKind;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Statements of one knob as words that bring them back. */
final class Words {
  /** Words of a knob that has no statement. */
  static final String NONE = "none";

  private static final String BETWEEN = "; ";

  private Words() {}

  static String of(Collection<String> statements) {
    return statements.isEmpty() ? NONE : String.join(BETWEEN, new TreeSet<>(statements));
  }

  static List<String> parse(String words) {
    return words.equals(NONE) ? List.of() : List.of(words.split(BETWEEN, -1));
  }

  /** The knob that a statement of a profile or of a map belongs to; empty for none. */
  static Optional<SettingKind> knob(ProfileKind profileKind, String statement) {
    String[] words = statement.split(" ");
    String first = profileKind == ProfileKind.QUEUES && words.length > 1 ? words[1] : words[0];
    return switch (first) {
      case "transmit-rate", "priority" -> Optional.of(SettingKind.ETS);
      case "drop-profile-map", "explicit-congestion-notification" -> Optional.of(SettingKind.ECN);
      case "pfc-watchdog" -> Optional.of(SettingKind.PFC_WATCHDOG);
      case "input", "output" ->
          words.length > 3 && words[2].equals("code-point")
              ? Optional.of(SettingKind.PFC)
              : Optional.empty();
      default -> Optional.empty();
    };
  }

  static Predicate<String> isOf(ProfileKind profileKind, SettingKind kind) {
    return statement -> knob(profileKind, statement).equals(Optional.of(kind));
  }

  static TreeSet<String> only(
      ProfileKind profileKind, SettingKind kind, Collection<String> content) {
    TreeSet<String> some = new TreeSet<>(content);
    some.removeIf(isOf(profileKind, kind).negate());
    return some;
  }
}
