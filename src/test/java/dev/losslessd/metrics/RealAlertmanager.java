package dev.losslessd.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.losslessd.app.DaemonFixture;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An Alertmanager on a loopback port with {@code config/alertmanager.yaml}, whose receivers are
 * webhooks of this process. It waits a second where the example waits half a minute.
 */
final class RealAlertmanager implements AutoCloseable {
  private static final List<String> PROGRAMS =
      List.of("/usr/bin/prometheus-alertmanager", "/usr/bin/alertmanager");

  private final HttpClient client = HttpClient.newHttpClient();
  private final List<JsonNode> notifications = new CopyOnWriteArrayList<>();
  private final HttpServer hook;
  private final Process process;
  private final int port;

  /** Where Debian or somebody else has put it; empty where it is not installed. */
  static Optional<String> program() {
    return PROGRAMS.stream().filter(one -> Files.isExecutable(Path.of(one))).findFirst();
  }

  /**
   * Starts it, with nothing of an earlier one.
   *
   * @param folder of its own
   */
  RealAlertmanager(Path folder) throws IOException {
    hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    hook.createContext("/", this::notified);
    hook.start();
    port = freePort();
    Path config = Files.writeString(folder.resolve("alertmanager.yaml"), config());
    process =
        new ProcessBuilder(
                program().orElseThrow(),
                "--config.file=" + config,
                "--storage.path=" + folder.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port,
                "--cluster.listen-address=")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("alertmanager.log").toFile())
            .start();
    DaemonFixture.await(this::ready, "alertmanager does not start");
  }

  private String config() throws IOException {
    StringBuilder receivers = new StringBuilder("receivers:\n");
    for (String name : List.of("page", "ticket", "log")) {
      receivers.append(
          "  - name: %s\n    webhook_configs: [ { url: \"http://127.0.0.1:%d/%s\" } ]\n"
              .formatted(name, hook.getAddress().getPort(), name));
    }
    return Files.readString(Path.of("config/alertmanager.yaml"))
        .replaceFirst(
            "(?s)\nreceivers:.*?\n(?=inhibit_rules)", Matcher.quoteReplacement("\n" + receivers))
        .replace("group_wait: 30s", "group_wait: 1s")
        .replace("group_interval: 5m", "group_interval: 1s");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void notified(HttpExchange exchange) throws IOException {
    try (exchange) {
      notifications.add(JsonMapper.shared().readTree(exchange.getRequestBody()));
      exchange.sendResponseHeaders(200, -1);
    }
  }

  /** Posts alerts as Prometheus does: each as its labels. */
  void fire(List<Map<String, String>> alerts) {
    List<Map<String, Object>> body =
        alerts.stream().map(labels -> Map.<String, Object>of("labels", labels)).toList();
    HttpResponse<String> answer =
        send(
            request("/api/v2/alerts")
                .header("Content-Type", "application/json")
                .POST(
                    HttpRequest.BodyPublishers.ofString(
                        JsonMapper.shared().writeValueAsString(body))));
    if (answer.statusCode() != 200) {
      throw new AssertionError(answer.body());
    }
  }

  /** What it has of all alerts, each with its labels and whether it is suppressed. */
  List<JsonNode> alerts() {
    return JsonMapper.shared()
        .readTree(send(request("/api/v2/alerts")).body())
        .valueStream()
        .toList();
  }

  /** Notifications of a receiver until now. */
  List<JsonNode> notifications(String receiver) {
    return notifications.stream()
        .filter(one -> one.path("receiver").asString().equals(receiver))
        .toList();
  }

  private boolean ready() {
    try {
      return send(request("/-/ready")).statusCode() == 200;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
  }

  private HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
    hook.stop(0);
  }
}
