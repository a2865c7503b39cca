package dev.losslessd.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;

/** Somebody with the token of a daemon on loopback. */
final class DaemonClient {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final int port;
  private final Path state;

  /**
   * @param state folder of the daemon, which holds its token
   */
  DaemonClient(int port, Path state) {
    this.port = port;
    this.state = state;
  }

  String get(String path) {
    return exchange(request(path).GET()).body();
  }

  HttpResponse<String> post(String path, String body) {
    return exchange(
        request(path)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)));
  }

  /** Whether a commit, by its path, is in a state. */
  boolean is(String commit, String state) {
    return get(commit).contains("\"state\":\"" + state + "\"");
  }

  private HttpRequest.Builder request(String path) {
    try {
      return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
          .header("Authorization", "Bearer " + Files.readString(state.resolve("token")).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private HttpResponse<String> exchange(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
