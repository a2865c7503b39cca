package dev.losslessd.config;

import dev.losslessd.model.DeviceLabel;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.WaveSize;
import dev.losslessd.text.Pattern;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Waves by the values of one label of the switches; config key {@code commit.waves.by}. */
final class WaveLabels {
  private static final int LONGEST = 256;
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  /** Order in which rail 2 comes before rail 10. */
  private static final Comparator<String> NATURAL =
      Comparator.comparing(WaveLabels::padded).thenComparing(Comparator.naturalOrder());

  private WaveLabels() {}

  /** One wave for each value, smaller numbers first, and one for what has no value. */
  static List<WaveSize> waves(String name, List<Map<String, String>> labels) {
    return Stream.concat(
            values(name, labels).stream()
                .map(value -> new WaveSize.Labelled(new DeviceLabel(name, value))),
            Stream.of(WaveSize.ALL))
        .toList();
  }

  /** Reason why there can be no such waves; empty where there can. */
  static Optional<String> whyNot(String name, List<Map<String, String>> labels) {
    int most = Rollout.MOST_WAVES - 1;
    int values = values(name, labels).size();
    if (values > 0) {
      return Optional.of("'" + name + "' has " + values + " values, expected at most " + most)
          .filter(_ -> values > most);
    }
    Set<String> names = new TreeSet<>();
    labels.forEach(one -> names.addAll(one.keySet()));
    String expected = names.isEmpty() ? "labels at switches" : "one of " + String.join(", ", names);
    return Optional.of("no switch has label '" + name + "', expected " + expected);
  }

  private static String padded(String value) {
    return NUMBER
        .matcher(value)
        .replaceAll(number -> "0".repeat(LONGEST - number.group().length()) + number.group());
  }

  private static Set<String> values(String name, List<Map<String, String>> labels) {
    return labels.stream()
        .map(one -> one.getOrDefault(name, ""))
        .filter(value -> !value.isEmpty())
        .collect(Collectors.toCollection(() -> new TreeSet<>(NATURAL)));
  }
}
