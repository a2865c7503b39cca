package dev.losslessd.app;

import dev.losslessd.metrics.Profile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
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
import java.util.Locale;
import org.junit.jupiter.api.Assumptions;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Debian's Prometheus on a loopback port, scraping one target every second, and every two seconds
 * under the names of other exporters. A job {@code three} scrapes it as if three agents polled the
 * same devices.
 */
final class RealPrometheus implements AutoCloseable {
  /** Instances that the job {@code three} scrapes. */
  static final List<String> AGENTS = List.of("gpu01", "gpu02", "gpu03");

  private final HttpClient client = HttpClient.newHttpClient();
  private final Process process;
  private final int port;

  /**
   * @param folder of its own
   * @param target port of the loopback whose {@code /metrics} is scraped
   */
  RealPrometheus(Path folder, int target) throws IOException {
    this(
        folder,
        """
        global: { scrape_interval: 1s, scrape_timeout: 1s }
        """
            + job(target)
            + jobs(target));
  }

  /** Scrapes often, by protobuf, which has the native histograms. */
  static RealPrometheus ofNativeHistograms(Path folder, int target) throws IOException {
    return new RealPrometheus(
        folder,
        """
        global: { scrape_interval: 500ms, scrape_timeout: 500ms }
        """
            + job(target),
        "--enable-feature=native-histograms");
  }

  /** Scrapes what a whole config says. */
  static RealPrometheus of(Path folder, String config) throws IOException {
    return new RealPrometheus(folder, config, new String[0]);
  }

  private RealPrometheus(Path folder, String text, String... options) throws IOException {
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/prometheus")), "prometheus is missing");
    Files.createDirectories(folder);
    port = freePort();
    Path config = Files.writeString(folder.resolve("prometheus.yml"), text);
    List<String> command =
        new ArrayList<>(
            List.of(
                "/usr/bin/prometheus",
                "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port,
                "--log.level=warn"));
    command.addAll(List.of(options));
    process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("prometheus.log").toFile())
            .start();
    DaemonFixture.await(this::ready, "prometheus does not start");
  }

  private static String job(int target) {
    return """
    scrape_configs:
      - job_name: losslessd
        static_configs: [ { targets: [ "127.0.0.1:%d" ] } ]
    """
        .formatted(target);
  }

  /** A job for each profile, named after it. */
  private static String jobs(int target) {
    StringBuilder jobs = new StringBuilder();
    for (String profile : Profile.words().stream().filter(one -> !one.equals("native")).toList()) {
      jobs.append(
          """
            - job_name: %s
              scrape_interval: 2s
              params: { profile: [ %s ] }
              static_configs: [ { targets: [ "127.0.0.1:%d" ] } ]
          """
              .formatted(profile, profile, target));
    }
    return jobs + three(target);
  }

  private static String three(int target) {
    StringBuilder job = new StringBuilder("  - job_name: three\n    static_configs:\n");
    for (String agent : AGENTS) {
      job.append("      - targets: [ \"127.0.0.1:%d\" ]%n".formatted(target))
          .append("        labels: { instance: %s }%n".formatted(agent));
    }
    return job.append("    metric_relabel_configs:\n")
        .append("      - { source_labels: [ instance ], target_label: poller }\n")
        .toString();
  }

  /** One of Prometheus's own metrics, all series of a name added up. */
  double own(String name) {
    try {
      return get("/metrics")
          .body()
          .lines()
          .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private boolean ready() {
    try {
      return get("/-/ready").statusCode() == 200;
    } catch (IOException e) {
      return false;
    }
  }

  /** The result of a query now: a list of series. */
  JsonNode query(String expression) {
    return result("/api/v1/query?query=" + encoded(expression));
  }

  /** The result of a query at a moment of Unix time. */
  JsonNode query(String expression, double moment) {
    return result(
        String.format(
            Locale.ROOT, "/api/v1/query?time=%.3f&query=%s", moment, encoded(expression)));
  }

  /** The result over the last seconds, a point each second. */
  JsonNode range(String expression, Duration back) {
    long now = System.currentTimeMillis() / 1000;
    return result(
        "/api/v1/query_range?step=1&start=%d&end=%d&query=%s"
            .formatted(now - back.toSeconds(), now, encoded(expression)));
  }

  /** The whole answer to a query now, which may be a refusal. */
  JsonNode answer(String expression) {
    return json("/api/v1/query?query=" + encoded(expression));
  }

  private JsonNode result(String path) {
    JsonNode json = json(path);
    if (!json.path("status").asString().equals("success")) {
      throw new AssertionError(path + ": " + json);
    }
    return json.path("data").path("result");
  }

  private JsonNode json(String path) {
    try {
      return JsonMapper.shared().readTree(get(path).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String encoded(String expression) {
    return URLEncoder.encode(expression, StandardCharsets.UTF_8);
  }

  private HttpResponse<String> get(String path) throws IOException {
    try {
      return client.send(
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
              .timeout(Duration.ofSeconds(10))
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
