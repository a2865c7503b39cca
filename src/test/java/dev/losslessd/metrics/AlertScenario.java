package dev.losslessd.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One scenario of a test file of promtool, as its lines.
 *
 * @param name what happens
 * @param series lines of its input series
 * @param expected lines of what is to be seen
 */
record AlertScenario(String name, List<String> series, List<String> expected) {
  private static final String BEGIN = "\n  - name: ";
  private static final Pattern SELECTOR = Pattern.compile("series: '([^']+)'");
  private static final Pattern LABELS = Pattern.compile("(roce_\\w+)\\{");

  private static final Pattern DEVICES = Pattern.compile("(gpu0\\d|leaf1)");
  private static final Pattern SEEN =
      Pattern.compile("(count_over_time\\()?ALERTS\\{([^}]*)\\}(\\[1h\\]\\))?");

  static List<AlertScenario> in(Path file) throws IOException {
    String text = Files.readString(file);
    return Stream.of(text.split(BEGIN)).skip(1).map(AlertScenario::parse).toList();
  }

  private static AlertScenario parse(String text) {
    List<String> lines = text.lines().toList();
    int wanted = lines.indexOf("    promql_expr_test:");
    return new AlertScenario(
        lines.getFirst().replace("\"", ""),
        lines.stream().filter(line -> line.startsWith("      - { series: ")).toList(),
        lines.subList(wanted + 1, lines.size()));
  }

  /** Returns a whole file for promtool. */
  static String file(List<AlertScenario> all) {
    return all.stream()
        .map(AlertScenario::text)
        .collect(
            Collectors.joining(
                "", "rule_files: [alerts.yaml]\nevaluation_interval: 30s\ntests:", "\n"));
  }

  private String text() {
    return BEGIN
        + '"'
        + name
        + "\"\n    interval: 30s\n    input_series:\n"
        + String.join("\n", series)
        + "\n    promql_expr_test:\n"
        + String.join("\n", expected);
  }

  /** Returns it with the series of another one that it has none of its own in place of. */
  AlertScenario over(AlertScenario base) {
    List<String> own = series.stream().map(AlertScenario::selector).toList();
    List<String> all = new ArrayList<>(series);
    base.series.stream().filter(line -> !own.contains(selector(line))).forEach(all::add);
    return new AlertScenario(name, all, expected);
  }

  private static String selector(String line) {
    Matcher found = SELECTOR.matcher(line);
    return found.find() ? found.group(1) : line;
  }

  /** Returns it with each series of a device told by several agents, or pods of them. */
  AlertScenario polledBy(List<String> hosts) {
    Function<String, Stream<String>> copies =
        line ->
            LABELS.matcher(line).find()
                ? hosts.stream().map(host -> LABELS.matcher(line).replaceFirst(polled(host)))
                : Stream.of(line);
    return new AlertScenario(name, series.stream().flatMap(copies).toList(), expected);
  }

  private static String polled(String host) {
    return "$1{instance=\"%s:9464\",pod=\"agent-%s\",poller=\"%s\",".formatted(host, host, host);
  }

  /** Returns it while people work on something. */
  AlertScenario inMaintenance(String labels) {
    List<String> all = new ArrayList<>(series);
    all.add(
        "      - { series: 'losslessd_maintenance{%s}', values: '2000000000x200' }"
            .formatted(labels));
    return new AlertScenario(name, all, expected);
  }

  /** Returns it with nothing to be seen. */
  AlertScenario silent() {
    return new AlertScenario(
        name,
        series,
        expected.stream().map(line -> line.replaceFirst("samples: .*", "samples: []")).toList());
  }

  /** Returns one in which all happen at once, each on devices of its own: promtool is sooner so. */
  static AlertScenario together(List<AlertScenario> all) {
    List<String> series = new ArrayList<>();
    List<String> expected = new ArrayList<>();
    for (int n = 0; n < all.size(); n++) {
      String own = "-" + n;
      String seen =
          "($1ALERTS{device=~\".+%s\",$2}$3 or $1ALERTS{instance=~\".+%s:.+\",$2}$3)"
              .formatted(own, own);
      all.get(n).series.forEach(line -> series.add(DEVICES.matcher(line).replaceAll("$1" + own)));
      all.get(n).expected.forEach(line -> expected.add(SEEN.matcher(line).replaceAll(seen)));
    }
    return new AlertScenario("all together", series, expected);
  }

  /** Returns the times at which it is looked at, in seconds. */
  List<Integer> times() {
    return Pattern.compile("eval_time: (?:(\\d+)h)?(\\d+)m(?:(\\d+)s)?")
        .matcher(String.join("\n", expected))
        .results()
        .map(at -> number(at.group(1)) * 3600 + number(at.group(2)) * 60 + number(at.group(3)))
        .toList();
  }

  private static int number(@Nullable String text) {
    return text == null ? 0 : Integer.parseInt(text);
  }
}
