package dev.losslessd.app;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Mixed requests at a fixed rate, whatever the answers take: each is timed from when it was due, so
 * that a daemon that stands still for a second is charged with all that waited.
 */
final class RestLoad {
  /** Requests under way at once; a client of its own for each would be another matter. */
  private static final int AT_ONCE = 32;

  private static final String PFC = "/api/v1/ports/gpu01/ens1f0np0/pfc";
  private static final String MAINTENANCE = "/api/v1/maintenance/gpu01/ens2f0np0";
  private static final List<String> READS =
      List.of(
          "/api/v1/status",
          "/api/v1/findings",
          "/api/v1/ports",
          "/api/v1/drift",
          "/api/v1/links",
          "/api/v1/events?limit=100",
          "/api/v1/counters",
          "/metrics");

  private final DaemonFixture fixture;
  private final String token;
  private final Map<String, List<Long>> micros = new ConcurrentSkipListMap<>();
  private final Map<String, AtomicInteger> failures = new ConcurrentSkipListMap<>();
  private final Map<String, String> firstFailure = new ConcurrentHashMap<>();

  RestLoad(DaemonFixture fixture) {
    this.fixture = fixture;
    this.token = "Bearer " + fixture.token();
  }

  /** One request and the statuses that are its success. */
  private record Ask(String kind, HttpRequest.Builder request, List<Integer> good) {}

  /** Sends so many a second for so long; returns when the last was answered. */
  void run(int perSecond, Duration time) throws InterruptedException {
    Semaphore places = new Semaphore(AT_ONCE);
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      long begin = System.nanoTime();
      long period = TimeUnit.SECONDS.toNanos(1) / perSecond;
      long count = time.toNanos() / period;
      for (long n = 0; n < count; n++) {
        long due = begin + n * period;
        long number = n;
        while (System.nanoTime() - due < 0) {
          LockSupport.parkNanos(due - System.nanoTime());
        }
        places.acquire();
        threads.execute(() -> {
          try {
            send(client, ask(number), due);
          } finally {
            places.release();
          }
        });
      }
    }
  }

  private Ask ask(long number) {
    int slot = (int) (number % 20);
    return switch (slot) {
      case 0 ->
          new Ask(
              "PUT as it is",
              write(PFC).PUT(BodyPublishers.ofString("{\"lossless\":[3]}")).header("If-Match", "*"),
              List.of(200));
      case 5 ->
          new Ask(
              "PATCH dryRun",
              write("/api/v1/intent?dryRun=true")
                  .method(
                      "PATCH",
                      BodyPublishers.ofString("{\"gpu01:ens1f0np0\":{\"mtu\":{\"bytes\":4200}}}"))
                  .setHeader("Content-Type", "application/merge-patch+json")
                  .header("If-Match", "*"),
              List.of(200, 422));
      case 10 ->
          new Ask(
              "POST plans",
              write("/api/v1/plans").POST(BodyPublishers.ofString("{}")),
              List.of(200, 422));
      case 15 ->
          number % 40 == 15
              ? new Ask(
                  "PUT maintenance",
                  write(MAINTENANCE)
                      .PUT(BodyPublishers.ofString("{\"for\":\"1h\",\"reason\":\"load\"}")),
                  List.of(200, 201))
              : new Ask("DELETE maintenance", write(MAINTENANCE).DELETE(), List.of(200, 404));
      default -> {
        String path = READS.get(slot % READS.size());
        yield new Ask("GET " + path, request(path).GET(), List.of(200));
      }
    };
  }

  private HttpRequest.Builder write(String path) {
    return request(path).header("Authorization", token).header("Content-Type", "application/json");
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + fixture.port() + path))
        .timeout(Duration.ofSeconds(30));
  }

  private void send(HttpClient client, Ask ask, long due) {
    try {
      HttpResponse<String> reply =
          client.send(ask.request().build(), HttpResponse.BodyHandlers.ofString());
      if (!ask.good().contains(reply.statusCode())) {
        failed(ask.kind() + " " + reply.statusCode(), reply.body());
      }
    } catch (IOException e) {
      failed(ask.kind() + " " + e.getClass().getSimpleName(), String.valueOf(e.getMessage()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    micros
        .computeIfAbsent(ask.kind(), _ -> Collections.synchronizedList(new ArrayList<>()))
        .add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - due));
  }

  private void failed(String what, String body) {
    failures.computeIfAbsent(what, _ -> new AtomicInteger()).incrementAndGet();
    firstFailure.putIfAbsent(what, body);
  }

  /** Answers that were not as they should be, with their number and the first of each. */
  Map<String, String> failures() {
    Map<String, String> all = new TreeMap<>();
    failures.forEach((what, count) -> all.put(what, count + " times: " + firstFailure.get(what)));
    return all;
  }

  int sent() {
    return micros.values().stream().mapToInt(List::size).sum();
  }

  /** A line for each kind of request, and one for all. */
  String table() {
    StringBuilder text = new StringBuilder();
    List<Long> all = new ArrayList<>();
    micros.forEach((kind, times) -> {
      text.append(line(kind, times));
      all.addAll(times);
    });
    return text.append(line("all", all)).toString();
  }

  /** Time that all but one of a hundred requests of every kind took at most. */
  Duration p99() {
    List<Long> all = new ArrayList<>();
    micros.values().forEach(all::addAll);
    return Duration.of(quantile(all, 0.99), ChronoUnit.MICROS);
  }

  private static String line(String kind, List<Long> times) {
    return String.format(
        "%-32s %6d  p50 %8.1f ms  p99 %8.1f ms  max %8.1f ms%n",
        kind,
        times.size(),
        quantile(times, 0.5) / 1e3,
        quantile(times, 0.99) / 1e3,
        quantile(times, 1) / 1e3);
  }

  private static long quantile(List<Long> times, double part) {
    return times.stream().sorted().skip((long) (part * (times.size() - 1))).findFirst().orElse(0L);
  }
}
