package dev.losslessd.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recordings of a healthy fabric, which {@code bin/test --long record} makes from the demo, and the
 * alerts that each of them fires.
 */
public final class RecordedHealth {
  /** One file for each recording: a series and its samples in each line, as promtool has them. */
  public static final Path FOLDER = Path.of("src/test/resources/alerts/recorded");

  /**
   * A recording and what it fires.
   *
   * @param name of its file
   * @param words what happens in it
   * @param fires alerts with their severities
   */
  record Recording(String name, String words, List<String> fires) {}

  static final List<Recording> ALL =
      List.of(
          of("idle", "idle"),
          of("load", "60 % load with marks and short pauses"),
          of("job", "a job starts and stops"),
          of("own-commits", "own commits take each NIC's link down four times"),
          of("guard", "the guard undoes a commit", "LosslessdUndoneByGuard warning"),
          of("restart", "restart"),
          of("upgrade", "upgrade, which takes two minutes"),
          of("counter-reset", "counters of a NIC begin anew", "RoceCountersReset info"),
          of("slow-reader", "the counters of a NIC are slow to read for six minutes"),
          of("lost-scrape", "a lost scrape"),
          of("dropped-packet", "one dropped packet"),
          of(
              "switch-reboot",
              "a switch boots for four minutes",
              "RoceTargetDown warning",
              "RoceCountersReset info"),
          of("agent-gone", "one of two agents is gone for five minutes", "LosslessdDown warning"));

  private static final int INTERVAL = 15;

  private RecordedHealth() {}

  private static Recording of(String name, String words, String... fires) {
    return new Recording(name, words, List.of(fires));
  }

  /** Names of the recordings. */
  public static List<String> names() {
    return ALL.stream().map(Recording::name).toList();
  }

  /**
   * Runs the rules over a recording, as if three agents had polled, at each half minute: the alerts
   * named for it fire, and no other one.
   *
   * @param work folder for promtool's files
   * @param recordings folder
   */
  public static void check(Path work, Path recordings, String name) throws Exception {
    Recording one = ALL.stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow();
    Files.copy(
        Path.of("config/alerts.yaml"),
        work.resolve("alerts.yaml"),
        StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(
        work.resolve(name + ".yaml"), scenario(one, recordings.resolve(name + ".txt")));
    Process process =
        new ProcessBuilder("promtool", "test", "rules", name + ".yaml")
            .directory(work.toFile())
            .redirectErrorStream(true)
            .start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
  }

  private static String scenario(Recording one, Path file) throws IOException {
    String series =
        Files.readAllLines(file).stream()
            .flatMap(RecordedHealth::polledByThree)
            .map(RecordedHealth::series)
            .collect(Collectors.joining("\n"));
    String samples =
        one.fires().stream()
            .map(alert -> alert.split(" "))
            .map(alert ->
                "{ labels: '{alertname=\"%s\",severity=\"%s\"}', value: 1 }"
                    .formatted(alert[0], alert[1]))
            .collect(Collectors.joining(", "));
    return """
    rule_files: [alerts.yaml]
    evaluation_interval: 30s
    tests:
      - name: "%s"
        interval: %ds
        input_series:
    %s
        promql_expr_test:
          - expr: group by (alertname, severity) (count_over_time(ALERTS{alertstate="firing"}[1h]))
            eval_time: %ds
            exp_samples: [%s]
    """
        .formatted(one.words(), INTERVAL, series, seconds(file), samples);
  }

  /** What gpu01 tells of devices, as two more agents beside it would. */
  private static Stream<String> polledByThree(String line) {
    return line.startsWith("roce_")
        ? Stream.of("gpu01", "gpu11", "gpu12")
            .map(host ->
                line.replace("{instance=\"gpu01:", "{instance=\"" + host + ":")
                    .replace("poller=\"gpu01\"", "poller=\"" + host + "\""))
            .distinct()
        : Stream.of(line);
  }

  private static String series(String line) {
    int end = line.lastIndexOf("} ") + 1;
    return "      - { series: '%s', values: '%s' }"
        .formatted(line.substring(0, end).replace("'", "''"), line.substring(end + 1));
  }

  /** Length of a recording: of its longest series. */
  static int seconds(Path file) throws IOException {
    return Files.readAllLines(file).stream()
                .mapToInt(line -> samples(line.substring(line.lastIndexOf("} ") + 2)))
                .max()
                .orElseThrow()
            * INTERVAL
        - INTERVAL;
  }

  private static int samples(String values) {
    int samples = 0;
    for (String run : values.split(" ")) {
      int times = run.indexOf('x');
      int more = times < 0 ? 0 : Integer.parseInt(run.substring(times + 1));
      samples += run.startsWith("_") ? Math.max(more, 1) : more + 1;
    }
    return samples;
  }

  /** Rows of the page's table: what happens, for how long it was recorded, and what fires. */
  static String table() throws IOException {
    StringBuilder text = new StringBuilder();
    for (Recording one : ALL) {
      int minutes = seconds(FOLDER.resolve(one.name() + ".txt")) / 60;
      String fires =
          one.fires().isEmpty()
              ? "nothing"
              : one.fires().stream()
                  .map(alert -> alert.replaceFirst(" (\\w+)", " ($1)"))
                  .collect(Collectors.joining(", "));
      text.append("| %s | %dm | %s |\n".formatted(one.words(), minutes, fires));
    }
    return text.toString().strip();
  }
}
