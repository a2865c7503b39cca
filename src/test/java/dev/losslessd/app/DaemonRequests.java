package dev.losslessd.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** HTTP requests to a daemon on this host. */
final class DaemonRequests {
  /** So old a page of metrics may be. */
  private static final Duration PAGES = Duration.ofMillis(251);

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private DaemonRequests() {}

  /** A write with a JSON body, by the bearer of a token. */
  static HttpRequest.Builder json(String method, String body, String token) {
    return HttpRequest.newBuilder()
        .method(method, HttpRequest.BodyPublishers.ofString(body))
        .header("Content-Type", "application/json")
        .header("Authorization", "Bearer " + token);
  }

  /** Waits where the page of metrics may be from before, and would be shared. */
  static HttpResponse<String> send(HttpRequest.Builder request, int port, String path) {
    if (path.startsWith("/metrics")) {
      LockSupport.parkNanos(PAGES.toNanos());
    }
    try {
      return CLIENT.send(
          request
              .uri(URI.create("http://127.0.0.1:" + port + path))
              .timeout(DaemonFixture.PATIENCE)
              .build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
