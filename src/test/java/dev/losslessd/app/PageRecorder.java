package dev.losslessd.app;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Scrapes one agent as Prometheus does, every 15 s of real time, and keeps what alerts and
 * recording rules read. Points in time are kept in seconds since the first scrape, so that a
 * recording holds no date.
 */
final class PageRecorder {
  static final Duration INTERVAL = Duration.ofSeconds(15);

  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final Pattern READ = Pattern.compile("\\b(?:roce|losslessd)_[a-z_]+\\b");
  private static final Pattern TIME =
      Pattern.compile("\\w+_timestamp_seconds|losslessd_maintenance");
  private static final Pattern SAMPLE = Pattern.compile("(\\w+)(?:\\{(.*)})? (\\S+)");

  private final Map<String, List<@Nullable BigDecimal>> series = new TreeMap<>();
  private final Set<String> names = new TreeSet<>();
  private final String labels;
  private final IntSupplier port;
  private final BigDecimal begin = BigDecimal.valueOf(System.currentTimeMillis(), 3);
  private final long beginNanos = System.nanoTime();
  private int scrapes;
  private volatile boolean cut;

  /**
   * @param host of the agent
   * @param port of the loopback where it is now
   */
  PageRecorder(String host, IntSupplier port) throws IOException {
    this.labels = "instance=\"%s:9464\",job=\"losslessd\"".formatted(host);
    this.port = port;
    for (Path rules : rules()) {
      READ.matcher(Files.readString(rules)).results().forEach(found -> names.add(found.group()));
    }
  }

  private static List<Path> rules() throws IOException {
    List<Path> rules = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of("config"))) {
      for (Path file : files.filter(one -> one.toString().endsWith(".yaml")).toList()) {
        if (Files.readString(file).contains(" expr: ")) {
          rules.add(file);
        }
      }
    }
    return rules;
  }

  /** Whether scrapes get lost on their way. */
  void cut(boolean lost) {
    cut = lost;
  }

  /** Time since the first scrape. */
  Duration elapsed() {
    return Duration.ofNanos(System.nanoTime() - beginNanos);
  }

  /** Scrapes from now on, for this time, the first and the last moment included. */
  void record(Duration time) {
    long most = time.dividedBy(INTERVAL);
    for (; scrapes <= most; scrapes++) {
      Duration due = INTERVAL.multipliedBy(scrapes);
      DaemonFixture.await(
          INTERVAL.multipliedBy(2), () -> elapsed().compareTo(due) >= 0, "time stands still");
      scrape();
    }
  }

  private void scrape() {
    String page = page();
    add("up{" + labels + "}", page == null ? BigDecimal.ZERO : BigDecimal.ONE);
    if (page != null) {
      page.lines().filter(line -> !line.startsWith("#")).forEach(this::sample);
    }
  }

  private @Nullable String page() {
    // port 1 of the loopback: nobody listens there
    URI page = URI.create("http://127.0.0.1:" + (cut ? 1 : port.getAsInt()) + "/metrics");
    try {
      HttpResponse<String> answer =
          CLIENT.send(
              HttpRequest.newBuilder(page).timeout(TIMEOUT).build(),
              HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200 ? answer.body() : null;
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private void sample(String line) {
    Matcher sample = SAMPLE.matcher(line);
    if (!sample.matches()) {
      throw new AssertionError("no sample: " + line);
    }
    String name = sample.group(1);
    if (names.contains(name)) {
      String own = sample.group(2) == null ? "" : "," + sample.group(2);
      BigDecimal value = new BigDecimal(sample.group(3));
      if (TIME.matcher(name).matches()) {
        value = value.subtract(begin).setScale(2, RoundingMode.HALF_EVEN);
      }
      add(name + "{" + labels + own + "}", value);
    }
  }

  private void add(String name, BigDecimal value) {
    List<@Nullable BigDecimal> values = series.computeIfAbsent(name, _ -> new ArrayList<>());
    values.addAll(Collections.nCopies(scrapes - values.size(), null));
    values.add(value);
  }

  /** Series and samples in promtool's notation, sorted. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, List<@Nullable BigDecimal>> one : series.entrySet()) {
      List<@Nullable BigDecimal> values = one.getValue();
      values.addAll(Collections.nCopies(scrapes - values.size(), null));
      lines.add(one.getKey() + " " + SampleRuns.of(values));
    }
    return lines;
  }
}
