package dev.losslessd.cli;

import dev.losslessd.model.SettingKind;
import dev.losslessd.model.SettingWords;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Values of settings as people read them; a shape that is not known is shown as JSON. */
final class SettingText {
  private SettingText() {}

  /** {@code 3}, {@code 26=3 48=6}; a dash where there is no value. */
  static String text(String word, JsonValue value) {
    if (value.isNothing()) {
      return "-";
    }
    return SettingWords.join(parts(word, value));
  }

  /** One part that differs. */
  record Difference(String label, String before, String after) {
    String text() {
      return prefix() + before + " -> " + after;
    }

    String prefix() {
      return label.equals(SettingWords.WHOLE) ? "" : label + ": ";
    }
  }

  /** Only what differs: of nineteen DCQCN parameters the one that changes. */
  static List<Difference> differences(String word, JsonValue before, JsonValue after) {
    Map<String, String> was = parts(word, before);
    Map<String, String> is = parts(word, after);
    Set<String> labels = new LinkedHashSet<>(is.keySet());
    labels.addAll(was.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String label : labels) {
      String from = was.getOrDefault(label, "-");
      String to = is.getOrDefault(label, "-");
      if (!from.equals(to)) {
        differences.add(new Difference(label, from, to));
      }
    }
    return differences.isEmpty()
        ? List.of(new Difference(SettingWords.WHOLE, text(word, before), text(word, after)))
        : differences;
  }

  /** Where only some entries are wanted, the others are no difference. */
  static List<Difference> unmet(String word, JsonValue wanted, JsonValue observed) {
    Set<String> asked = parts(word, wanted).keySet();
    List<Difference> unmet =
        differences(word, observed, wanted).stream()
            .filter(difference -> asked.contains(difference.label()))
            .toList();
    return unmet.isEmpty()
        ? List.of(new Difference(SettingWords.WHOLE, text(word, observed), text(word, wanted)))
        : unmet;
  }

  /** Numbered parts that go from the same to the same are one: {@code tc1,2,4: vendor -> 0%}. */
  static List<Difference> together(List<Difference> differences) {
    Map<Difference, List<String>> numbers = new LinkedHashMap<>();
    for (Difference one : differences) {
      String letters = Pattern.of("\\d+$").matcher(one.label()).replaceAll("");
      numbers
          .computeIfAbsent(
              new Difference(letters, one.before(), one.after()), _ -> new ArrayList<>())
          .add(one.label().substring(letters.length()));
    }
    return numbers.entrySet().stream()
        .map(one -> numbered(one.getKey(), String.join(",", one.getValue())))
        .toList();
  }

  private static Difference numbered(Difference one, String numbers) {
    return new Difference(one.label() + numbers, one.before(), one.after());
  }

  private static Map<String, String> parts(String word, JsonValue value) {
    if (value.isNothing()) {
      return Map.of();
    }
    Map<String, String> shown = new LinkedHashMap<>();
    SettingKind.ofWord(word)
        .map(kind -> known(kind, value))
        .orElseGet(() -> whole(value))
        .forEach((label, text) -> shown.put(Shown.text(label), Shown.text(text)));
    return shown;
  }

  private static Map<String, String> known(SettingKind kind, JsonValue value) {
    try {
      return value.raw() instanceof Map<?, ?> fields
          ? SettingWords.parts(kind.shape(), fields)
          : whole(value);
    } catch (ClassCastException | IllegalArgumentException e) {
      return whole(value);
    }
  }

  private static Map<String, String> whole(JsonValue value) {
    return Map.of(SettingWords.WHOLE, value.isObject() ? Json.compact(value) : value.text());
  }
}
