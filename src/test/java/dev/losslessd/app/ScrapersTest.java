package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sixteen scrapers at once get whole pages and nothing else; {@code -Dscrapes=10000} for more. */
@SystemGroup
class ScrapersTest {
  private static final int SCRAPERS = 16;
  private static final int SCRAPES = Integer.getInteger("scrapes", 800);

  /** A third of them each. */
  private static final List<String> ACCEPTS =
      List.of("text/plain", "application/openmetrics-text; version=1.0.0", "*/*");

  @TempDir private Path folder;

  @Test
  @Timeout(600)
  void everyPageOfSixteenScrapersHasEveryFamily() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "observe", "switches:\n")) {
      fixture.add("leaf1", "lldp");
      fixture.start();
      DaemonFixture.await(() -> fixture.get("/readyz").statusCode() == 200, "it is not ready");
      Set<String> last = new TreeSet<>();
      DaemonFixture.await(
          () -> {
            Set<String> now = families(fixture.get("/metrics").body());
            boolean settled = now.equals(last) && now.contains("roce_priority_marked_packets");
            last.clear();
            last.addAll(now);
            return settled;
          },
          "the page does not settle");

      Map<String, Integer> answers = new TreeMap<>();
      try (ExecutorService scrapers = Executors.newFixedThreadPool(SCRAPERS);
          HttpClient client = HttpClient.newHttpClient()) {
        List<Callable<String>> all = new ArrayList<>();
        for (int i = 0; i < SCRAPES; i++) {
          HttpRequest request =
              HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + fixture.port() + "/metrics"))
                  .header("Accept", ACCEPTS.get(i % ACCEPTS.size()))
                  .build();
          all.add(() -> answer(client, request, last));
        }
        for (Future<String> one : scrapers.invokeAll(all)) {
          answers.merge(one.get(), 1, Integer::sum);
        }
      }

      assertThat(answers).isEqualTo(Map.of("whole", SCRAPES));
    }
  }

  private static String answer(HttpClient client, HttpRequest request, Set<String> whole)
      throws IOException, InterruptedException {
    HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() != 200) {
      return "status " + response.statusCode();
    }
    Set<String> missing = new TreeSet<>(whole);
    missing.removeAll(families(response.body())); // a family may come while the daemon goes on
    return missing.isEmpty() ? "whole" : "without " + missing;
  }

  /** Names of families, of counters and facts as OpenMetrics has them. */
  private static Set<String> families(String page) {
    if (page.isEmpty()) {
      return Collections.emptySet();
    }
    return page.lines()
        .filter(line -> line.startsWith("# TYPE "))
        .map(line -> line.split(" ", 4)[2].replaceAll("_(total|info)$", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
