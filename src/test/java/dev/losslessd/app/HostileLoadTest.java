package dev.losslessd.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.house.SystemGroup;
import dev.losslessd.http.TestCa;
import dev.losslessd.transport.snmp.HostileAgent;
import dev.losslessd.transport.ssh.HostileSwitch;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Everything that a stranger on this host and a broken device can do, all at once, beside a writer
 * and a scraper. {@code -Dattack.seconds=120} for the long form: {@code bin/test --long attack}.
 */
@SystemGroup
class HostileLoadTest {
  private static final int SECONDS = Integer.getInteger("attack.seconds", 10);

  /** From so many seconds on, time and MemoryHigh are judged too: the short form has company. */
  private static final int CAMPAIGN = 60;

  /** MemoryHigh of the unit, and MemoryMax, at which the kernel ends the process, in KiB. */
  private static final long HIGH_KIB = 192 * 1024;

  private static final long MOST_KIB = 256 * 1024;

  private static final Duration SCRAPE = Duration.ofMillis(250);

  /** Oldest data that a scrape may show: three periods of a second. */
  private static final Duration OLDEST = Duration.ofSeconds(3);

  private static final Pattern LAST =
      Pattern.compile("roce_target_last_success_timestamp_seconds\\{([^}]*)} ([0-9.E]+)");
  private static final Pattern TLS = Pattern.compile("https://127\\.0\\.0\\.1:(\\d+)/metrics");
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

  @TempDir private Path folder;

  /** Results of the scraper. */
  private record Scrapes(List<Long> millis, List<String> failures, Duration oldest, long rssKib) {
    long quantile(double part) {
      return millis.stream().sorted().skip((long) (part * (millis.size() - 1))).findFirst().get();
    }
  }

  @Test
  @Timeout(value = 6, unit = TimeUnit.MINUTES)
  void nothingIsLostAndTheScraperIsServed() throws Exception {
    try (DaemonFixture fixture = new DaemonFixture(folder, "enforce", metrics());
        HostileSwitch hostile = HostileSwitch.start(0, HostileSwitch.Mode.ENDLESS_OUTPUT);
        HostileAgent agent = HostileAgent.start(0, HostileAgent.Mode.ENDLESS_ROWS)) {
      fixture.manage("leaf1");
      hostile(fixture, hostile.port(), agent.port());
      fixture.launch(); // "evil" is not read within any patience
      DaemonFixture.await(
          () -> LAST.matcher(fixture.get("/metrics").body()).results().count() > 2,
          "nothing is polled");
      long pid = fixture.daemon().pid();
      Duration time = Duration.ofSeconds(SECONDS);
      Process attackers = attack(fixture, time);
      int confirmed;
      List<String> failures;
      Scrapes scrapes;
      LeftCommits left = new LeftCommits(fixture, "leaf1:Ethernet1/1");
      try (BufferedReader said = attackers.inputReader(StandardCharsets.UTF_8)) {
        assertThat(said.readLine()).isEqualTo(Attackers.BEGUN);
        long end = System.nanoTime() + time.toNanos();
        CompletableFuture<Integer> writer = inOwnThread(() -> write(fixture, end));
        CompletableFuture<List<String>> others = inOwnThread(() -> ask(fixture, end));
        CompletableFuture<Integer> leaver = inOwnThread(() -> left.until(end));
        scrapes = scrape(fixture, time);
        confirmed = writer.join();
        failures = others.join();
        System.out.println(
            SECONDS
                + " s of "
                + said.readLine()
                + ": "
                + confirmed
                + " changes confirmed, "
                + leaver.join()
                + " taken back, at most "
                + left.latest().toMillis()
                + " ms late, "
                + scrapes.millis().size()
                + " scrapes, p50 "
                + scrapes.quantile(0.5)
                + " ms, p99 "
                + scrapes.quantile(0.99)
                + " ms, oldest sweep "
                + scrapes.oldest().toMillis()
                + " ms, RSS "
                + scrapes.rssKib() / 1024
                + " MiB at most");
      } finally {
        attackers.destroyForcibly().onExit().join();
      }

      assertThat(fixture.daemon().isAlive()).isTrue();
      assertThat(fixture.daemon().pid()).isEqualTo(pid);
      assertThat(scrapes.failures().size()).isLessThan(1 + scrapes.millis().size() / 2);
      if (SECONDS >= CAMPAIGN) {
        assertInTime(scrapes);
        assertThat(failures).as("on connections of their own").isEmpty();
        assertThat(left.latest()).isLessThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(scrapes.rssKib()).isLessThan(HIGH_KIB);
      }
      assertThat(scrapes.rssKib()).isLessThan(MOST_KIB);
      assertThat(confirmed).isPositive();
      assertNothingIsLost(fixture, confirmed);
    }
  }

  /** The page under TLS, too, on a port of its own. */
  private String metrics() throws IOException {
    new TestCa(folder).sign("server", "/CN=gpu01", "DNS:gpu01.example");
    Path web = folder.resolve("web.yaml");
    Files.writeString(web, "tls_server_config: { cert_file: server.crt, key_file: server.key }\n");
    return "metrics: { listen: \"127.0.0.1:0\", webConfig: " + web + " }\n";
  }

  private Process attack(DaemonFixture fixture, Duration time) throws IOException {
    Matcher tls = TLS.matcher(Files.readString(folder.resolve("daemon.log")));
    assertThat(tls.find()).isTrue();
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-Xmx256m",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Attackers.class.getName(),
            String.valueOf(fixture.port()),
            tls.group(1),
            fixture.socket().toString(),
            fixture.token(),
            String.valueOf(time.toSeconds()))
        .redirectError(folder.resolve("attackers.log").toFile())
        .start();
  }

  private static <T> CompletableFuture<T> inOwnThread(Supplier<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread.ofPlatform().daemon().start(() -> result.completeAsync(work, Runnable::run));
    return result;
  }

  private static void assertInTime(Scrapes scrapes) {
    assertThat(scrapes.failures()).isEmpty();
    assertThat(scrapes.quantile(0.99)).isLessThanOrEqualTo(1000);
    assertThat(scrapes.oldest()).isLessThanOrEqualTo(OLDEST);
  }

  private void assertNothingIsLost(DaemonFixture fixture, int confirmed) {
    assertThat(fixture.get("/api/v1/revisions").body()).contains("\"number\":" + confirmed + ",");
    assertThat(fixture.pfc("gpu01:ens1f0np0")).isEqualTo(confirmed % 2 == 1 ? "pfc 3" : "pfc none");
    assertThat(fixture.get("/api/v1/status").body()).contains("\"frozen\":false");
    assertThat(fixture.type("audit", "verify", folder.resolve("state/journal").toString()).text())
        .contains("whole");
  }

  /** A switch that answers without end, and its agent. */
  private void hostile(DaemonFixture fixture, int ssh, int snmp) throws IOException {
    Path secret = Files.writeString(folder.resolve("swordfish"), "swordfish\n");
    Path hosts = Files.writeString(folder.resolve("hostile_hosts"), "");
    Files.writeString(
        fixture.config,
        Files.readString(fixture.config)
            + """
              - name: evil
                address: 127.0.0.1
                os: nxos
                ssh: { user: ops, port: %d, password: "file:%s", knownHosts: %s }
                snmp: { version: 2c, port: %d, community: "file:%s" }
                poll: { snmp: 1s, ssh: 10s }
            """
                .formatted(ssh, secret, hosts, snmp, secret));
  }

  /** Sets and confirms, one after the other. */
  private static int write(DaemonFixture fixture, long end) {
    int confirmed = 0;
    while (System.nanoTime() < end) {
      String wanted = confirmed % 2 == 0 ? "3" : "none";
      DaemonFixture.Typed set =
          LeftCommits.type(
              fixture,
              "set",
              "gpu01:ens1f0np0",
              "pfc",
              wanted,
              "--while-busy",
              "--waive=one-end=lab",
              "--yes");
      Matcher id = LeftCommits.ID.matcher(set.text());
      if (set.code() == 0
          && id.find()
          && LeftCommits.type(fixture, "confirm", "--yes", id.group()).code() == 0) {
        confirmed++;
      } else {
        throw new AssertionError(set.text());
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
    }
    return confirmed;
  }

  /** As curl does: a connection for each. */
  private static List<String> ask(DaemonFixture fixture, long end) {
    byte[] request =
        "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);
    List<String> failures = new ArrayList<>();
    while (System.nanoTime() < end) {
      try (Socket one = new Socket(InetAddress.getLoopbackAddress(), fixture.port())) {
        one.setSoTimeout(10_000);
        one.getOutputStream().write(request);
        String reply = new String(one.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!reply.startsWith("HTTP/1.1 200")) {
          failures.add("'" + reply.lines().findFirst().orElse("") + "'");
        }
      } catch (IOException e) {
        failures.add(e.toString());
      }
      LockSupport.parkNanos(SCRAPE.toNanos());
    }
    return failures;
  }

  /** As Prometheus does: one connection that is kept. */
  private static Scrapes scrape(DaemonFixture fixture, Duration time) throws Exception {
    List<Long> millis = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    Duration oldest = Duration.ZERO;
    long rss = 0;
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + fixture.port() + "/metrics"))
            .timeout(Duration.ofSeconds(10))
            .build();
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
      long end = System.nanoTime() + time.toNanos();
      while (System.nanoTime() < end) {
        long began = System.nanoTime();
        try {
          HttpResponse<String> page = client.send(request, HttpResponse.BodyHandlers.ofString());
          if (page.statusCode() != 200) {
            failures.add(page.statusCode() + " " + page.body());
          }
          Duration age = oldest(page.body());
          oldest = age.compareTo(oldest) > 0 ? age : oldest;
        } catch (IOException e) {
          Duration left = Duration.ofNanos(end - began);
          failures.add(e + ", " + left.toSeconds() + " s before the end");
        }
        millis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began));
        rss = Math.max(rss, resident(fixture.daemon().pid()));
        LockSupport.parkNanos(SCRAPE.toNanos());
      }
    }
    return new Scrapes(millis, failures, oldest, rss);
  }

  /** Age of the oldest sweep with a period of a second, of devices that are well behaved. */
  private static Duration oldest(String page) {
    Duration oldest = Duration.ZERO;
    Matcher last = LAST.matcher(page);
    while (last.find()) {
      boolean everySecond = !last.group(1).contains("source=\"queues\""); // those each ten
      if (everySecond && !last.group(1).contains("evil")) {
        Instant at = Instant.ofEpochMilli((long) (Double.parseDouble(last.group(2)) * 1000));
        Duration age = Duration.between(at, Instant.now());
        oldest = age.compareTo(oldest) > 0 ? age : oldest;
      }
    }
    return oldest;
  }

  private static long resident(long pid) throws IOException {
    Matcher matcher = RESIDENT.matcher(Files.readString(Path.of("/proc/" + pid + "/status")));
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }
}
