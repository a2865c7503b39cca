package dev.losslessd.config;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.model.DeviceLabel;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.WaveSize;
import dev.losslessd.text.Pattern;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Waves by the values of one label of the switches; config key {@code commit.waves.by}. */
final class WaveLabels {
  static final String BY = "by";

  private static final int LONGEST = 256;
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  /** Order in which rail 2 comes before rail 10. */
  private static final Comparator<String> NATURAL =
      Comparator.comparing(WaveLabels::padded).thenComparing(Comparator.naturalOrder());

  private WaveLabels() {}

  /** One wave for each value, smaller numbers first, and one for what has no value. */
  static List<WaveSize> waves(Fields root) {
    return name(root)
        .map(name ->
            Stream.concat(
                    values(root, name).stream()
                        .map(value -> new WaveSize.Labelled(new DeviceLabel(name, value))),
                    Stream.of(WaveSize.ALL))
                .toList())
        .orElse(List.of());
  }

  /** Reason why there can be no such waves; empty where there can. */
  static Optional<String> whyNot(Fields root) {
    return name(root)
        .flatMap(name -> {
          int most = Rollout.MOST_WAVES - 1;
          int values = values(root, name).size();
          return values == 0
              ? Optional.of("no switch has label '" + name + "', expected " + expected(root))
              : values <= most
                  ? Optional.empty()
                  : Optional.of(
                      "'" + name + "' has " + values + " values, expected at most " + most);
        });
  }

  private static String expected(Fields root) {
    Set<String> names =
        labels(root)
            .flatMap(labels -> labels.byName().keySet().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    return names.isEmpty() ? "labels at switches" : "one of " + String.join(", ", names);
  }

  private static Optional<String> name(Fields root) {
    return root.section("commit").section("waves").word(BY);
  }

  private static Stream<Fields> labels(Fields root) {
    return root.list("switches").stream().map(one -> ((Fields) one).section("labels"));
  }

  private static String padded(String value) {
    return NUMBER
        .matcher(value)
        .replaceAll(number -> "0".repeat(LONGEST - number.group().length()) + number.group());
  }

  private static Set<String> values(Fields root, String name) {
    return labels(root)
        .flatMap(labels -> labels.word(name).stream())
        .filter(value -> !value.isEmpty())
        .collect(Collectors.toCollection(() -> new TreeSet<>(NATURAL)));
  }
}
