package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sixteen clients of the real daemon PUT what they read just before. Fourteen share one port and
 * must not overwrite each other unseen; two have a port to themselves, a NIC's and a switch's, and
 * nobody else's change makes their ETag stale. {@code -Dclients.seconds=60} for the long form.
 */
@SystemGroup
class ClientsTest {
  private static final int SECONDS = Integer.getInteger("clients.seconds", 6);
  private static final Pattern VERSION = Pattern.compile("\"version\":(\\d+)");
  private static final Pattern REVISION = Pattern.compile("\"revision\":(\\d+)");
  private static final Pattern SPEC = Pattern.compile("\"spec\":(\\{.*?\\}),\"(?:layer|status)\"");

  @TempDir private Path folder;

  /** Confirmed writes of one resource by revision, each with the version that it was based on. */
  private final Map<String, Map<Long, Written>> written = new ConcurrentHashMap<>();

  private record Written(String value, long base) {}

  /** Results that one client saw. */
  private record Tally(int confirmed, int stale, int held, List<String> odd) {}

  @Test
  @Timeout(value = 5, unit = TimeUnit.MINUTES)
  void sixteenClientsLoseNoUpdateAndWaitForNobodyForEver() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce")) {
      fixture.manage("leaf1");
      fixture.start();
      List<Tally> tallies = run(fixture);
      int confirmed = tallies.stream().mapToInt(Tally::confirmed).sum();
      System.out.println(
          SECONDS
              + " s, 16 clients: "
              + confirmed
              + " confirmed, "
              + tallies.stream().mapToInt(Tally::stale).sum()
              + " stale (412), "
              + tallies.stream().mapToInt(Tally::held).sum()
              + " held (409)");

      assertThat(tallies).flatExtracting(Tally::odd).isEmpty();
      assertThat(tallies.subList(14, 16))
          .allMatch(one -> one.confirmed() > 0 && one.stale() == 0 && one.held() == 0);
      assertThat(confirmed).isGreaterThanOrEqualTo(3);
      assertThatNoUpdateWasLost();
      assertThatRevisionsRise(fixture, confirmed);
      Path journal = folder.resolve("state/journal");
      assertThat(fixture.type("audit", "verify", journal.toString()).text())
          .startsWith(journal + ": whole, " + (Files.readAllLines(journal).size() - 1) + " lines");
      assertThat(fixture.get("/api/v1/commits").body()).doesNotContain("awaiting-confirm");
    }
  }

  /** Each wrote on top of the one before; who would have lost an update shares a base with it. */
  private void assertThatNoUpdateWasLost() {
    written.forEach((path, byRevision) -> {
      long last = 0;
      for (var one : new TreeMap<>(byRevision).entrySet()) {
        assertThat(one.getValue().base()).as(path + " revision " + one.getKey()).isEqualTo(last);
        last = one.getKey();
      }
    });
  }

  private void assertThatRevisionsRise(DaemonFixture fixture, int confirmed) {
    List<Long> numbers = new ArrayList<>();
    Matcher number =
        Pattern.compile("\"number\":(\\d+)")
            .matcher(fixture.get("/api/v1/revisions?limit=1000").body());
    while (number.find()) {
      numbers.addFirst(Long.parseLong(number.group(1)));
    }
    List<Long> expected = new ArrayList<>();
    for (long n = 1; n <= confirmed; n++) {
      expected.add(n);
    }
    assertThat(numbers).isEqualTo(expected);
    written.forEach((path, byRevision) -> {
      long newest = new TreeMap<>(byRevision).lastKey();
      String now = fixture.get(path).body();
      assertThat(found(VERSION, now)).as(path).isEqualTo(String.valueOf(newest));
      assertThat(found(SPEC, now))
          .as(path)
          .isEqualTo(Objects.requireNonNull(byRevision.get(newest)).value());
    });
  }

  private List<Tally> run(DaemonFixture fixture) throws Exception {
    List<Callable<Tally>> clients = new ArrayList<>();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    for (int n = 0; n < 14; n++) {
      clients.add(
          n % 2 == 0
              ? new Client(fixture, "gpu01/ens1f0np0/pfc", "{\"lossless\":[%d]}", 1, n, end)
              : new Client(fixture, "gpu01/ens1f0np0/dscp", "{\"map\":{\"26\":%d}}", 1, n, end));
    }
    clients.add(new Client(fixture, "gpu01/ens2f0np0/pfc", "{\"lossless\":[%d]}", 1, 14, end));
    clients.add(new Client(fixture, "leaf1/Ethernet1/1/mtu", "{\"bytes\":%d}", 1500, 15, end));
    try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
      List<Tally> tallies = new ArrayList<>();
      for (Future<Tally> one : threads.invokeAll(clients)) {
        tallies.add(one.get());
      }
      return tallies;
    }
  }

  private static String found(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }

  /** Values are drawn by chance: what the rules think of them is not the matter here. */
  private static final String ACCEPTED =
      "?whileBusy=true&waive=dscp-elsewhere:chance&waive=cnp-not-strict:chance"
          + "&waive=one-end:chance";

  /** Reads, writes on top of what it read, and confirms, until time is over. */
  private final class Client implements Callable<Tally> {
    private final DaemonFixture fixture;
    private final String path;
    private final String form;
    private final int step;
    private final long end;
    private final Random chance;
    private final List<String> odd = new ArrayList<>();
    private int confirmed;
    private int stale;
    private int held;

    Client(DaemonFixture fixture, String resource, String form, int step, int seed, long end) {
      this.fixture = fixture;
      this.path = "/api/v1/ports/" + resource;
      this.form = form;
      this.step = step;
      this.end = end;
      this.chance = new Random(seed);
    }

    @Override
    public Tally call() {
      while (System.nanoTime() < end && odd.isEmpty()) {
        once();
      }
      return new Tally(confirmed, stale, held, odd);
    }

    private void once() {
      HttpResponse<String> seen = fixture.get(path);
      String etag = seen.headers().firstValue("ETag").orElse("");
      long base = Long.parseLong(found(VERSION, seen.body()));
      String body =
          form.formatted(step == 1 ? 1 + chance.nextInt(6) : 1500 + chance.nextInt(2) * 7716);
      HttpResponse<String> put = fixture.put(path + ACCEPTED, body, etag);
      switch (put.statusCode()) {
        case 202 -> follow(put, body, base);
        case 200 -> {} // another client wanted the same and has it
        case 412 -> stale++;
        case 409 -> held++;
        default -> odd.add(path + " " + body + ": " + put.statusCode() + " " + put.body());
      }
    }

    private void follow(HttpResponse<String> put, String body, long base) {
      String commit = put.headers().firstValue("Location").orElseThrow();
      String[] now = {put.body()};
      DaemonFixture.await(
          () -> {
            now[0] = fixture.get(commit).body();
            return !now[0].contains("\"state\":\"applying\"");
          },
          commit + " does not settle");
      if (now[0].contains("\"state\":\"awaiting-confirm\"")) {
        now[0] = fixture.post(commit + ":confirm", "{}").body();
      }
      if (!now[0].contains("\"state\":\"confirmed\"")) {
        odd.add(now[0]);
        return;
      }
      confirmed++;
      written
          .computeIfAbsent(path, first -> new ConcurrentHashMap<>())
          .put(Long.parseLong(found(REVISION, now[0])), new Written(body, base));
    }
  }
}
