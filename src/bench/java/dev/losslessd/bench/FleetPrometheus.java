package dev.losslessd.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Debian's Prometheus on a loopback port over blocks that are there; it scrapes nothing. */
final class FleetPrometheus implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final HttpClient client = HttpClient.newHttpClient();
  private final Child process;
  private final int port = NodeExporter.freePort();

  /**
   * What one query took.
   *
   * @param seconds until the answer was there
   * @param cpuSeconds of the server, its collector of garbage too
   * @param series in the answer
   * @param peakSamples in memory at once; the server's limit is 50 million
   * @param refused what the server says instead of an answer; empty if it answers
   */
  record Cost(double seconds, double cpuSeconds, int series, long peakSamples, String refused) {}

  /**
   * @param folder with the blocks in {@code data}
   */
  FleetPrometheus(Path folder) throws IOException {
    List<String> rules =
        FleetQueries.RULES.stream().map(file -> file.toAbsolutePath().toString()).toList();
    Path config =
        Files.writeString(
            folder.resolve("prometheus.yml"),
            // the hour is long over: rules are asked as queries at its end
            "global: { evaluation_interval: 1d }\nrule_files: " + rules + "\n");
    process =
        Child.peer(
            folder.resolve("prometheus.log"),
            "prometheus",
            "--config.file=" + config,
            "--storage.tsdb.path=" + folder.resolve("data"),
            "--storage.tsdb.retention.time=100y",
            "--query.timeout=10m",
            "--web.listen-address=127.0.0.1:" + port,
            "--log.level=warn");
    NodeExporter.awaitPort(port);
    await(() -> get("/-/ready").statusCode() == 200);
  }

  Meter meter() {
    return process.meter();
  }

  /** Waits until blocks of the same time are one. */
  void merged() {
    await(() -> own("prometheus_tsdb_blocks_loaded") == 1);
  }

  private static void await(Check there) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!there.holds()) {
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("prometheus is not ready after " + PATIENCE);
      }
      NodeExporter.pause(500);
    }
  }

  /** Whether something is so by now. */
  private interface Check {
    boolean holds();
  }

  /** One of Prometheus' own metrics that has one series. */
  double own(String name) {
    return get("/metrics")
        .body()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElse(Double.NaN);
  }

  /** A rule that Prometheus has loaded: its name, and what it asks. */
  record Rule(String name, String expression) {}

  List<Rule> rules() {
    List<Rule> rules = new ArrayList<>();
    JsonNode groups = JsonMapper.shared().readTree(get("/api/v1/rules").body()).at("/data/groups");
    for (JsonNode group : groups) {
      for (JsonNode rule : group.path("rules")) {
        rules.add(new Rule(rule.path("name").asString(), rule.path("query").asString()));
      }
    }
    return rules;
  }

  /** A query at one moment. */
  Cost at(String expression, long time) {
    return ask("/api/v1/query?stats=all&time=" + time + "&query=", expression);
  }

  /** A query over an hour, as a board draws it. */
  Cost over(String expression, FleetText.Times times) {
    return ask(
        "/api/v1/query_range?stats=all&start=%d&end=%d&step=%d&query="
            .formatted(times.begin() + times.seconds(), times.end(), times.seconds()),
        expression);
  }

  private Cost ask(String path, String expression) {
    long cpu = process.meter().cpuNanos();
    long begin = System.nanoTime();
    HttpResponse<String> answer = get(path + URLEncoder.encode(expression, StandardCharsets.UTF_8));
    double seconds = (System.nanoTime() - begin) / 1e9;
    double used = (process.meter().cpuNanos() - cpu) / 1e9;
    JsonNode json = JsonMapper.shared().readTree(answer.body());
    return new Cost(
        seconds,
        used,
        json.at("/data/result").size(),
        json.at("/data/stats/samples/peakSamples").asLong(0),
        answer.statusCode() == 200 ? "" : json.path("error").asString());
  }

  private HttpResponse<String> get(String path) {
    try {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
