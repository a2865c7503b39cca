package dev.losslessd.app;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Changes of a port that nobody confirms, one after another: how late the device is as before. */
final class LeftCommits {
  static final Pattern ID = Pattern.compile("c-\\d{6}");
  private static final Pattern DEADLINE = Pattern.compile("\"deadline\":\"([^\"]+)\"");
  private static final long BUSY = TimeUnit.SECONDS.toNanos(15);
  private static final long LOOK = TimeUnit.MILLISECONDS.toNanos(20);

  private final DaemonFixture fixture;
  private final String port;
  private Duration latest = Duration.ZERO;

  LeftCommits(DaemonFixture fixture, String port) {
    this.fixture = fixture;
    this.port = port;
  }

  /** How long after its deadline the device showed the old value again, at most. */
  Duration latest() {
    return latest;
  }

  /**
   * @param end by {@link System#nanoTime}
   * @return how many were taken back
   */
  int until(long end) {
    int count = 0;
    while (System.nanoTime() < end) {
      leave();
      count++;
    }
    return count;
  }

  private void leave() {
    List<String> before = state();
    DaemonFixture.Typed set =
        type(
            fixture,
            "set",
            port,
            "pfc",
            "5",
            "--while-busy",
            "--accept-scope",
            "--yes",
            "--confirm-within",
            "5s");
    Matcher id = ID.matcher(set.text());
    if (set.code() != 0 || !id.find()) {
      throw new AssertionError(set.text());
    }
    Instant deadline = deadline(id.group());
    while (!state().equals(before)) {
      if (Instant.now().isAfter(deadline.plusSeconds(60))) {
        throw new AssertionError(id.group() + " is not taken back");
      }
      LockSupport.parkNanos(LOOK);
    }
    Duration late = Duration.between(deadline, Instant.now());
    latest = late.compareTo(latest) > 0 ? late : latest;
    String path = "/api/v1/commits/" + id.group();
    DaemonFixture.await(() -> get(path).contains("\"rolled-back\""), id.group() + " goes on");
  }

  /** Types a command, and once more as long as the daemon says that it is busy. */
  static DaemonFixture.Typed type(DaemonFixture fixture, String... words) {
    long end = System.nanoTime() + BUSY;
    DaemonFixture.Typed typed = fixture.type(words);
    while (typed.text().contains("try again in a second") && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
      typed = fixture.type(words);
    }
    return typed;
  }

  /** The device's own words, past the daemon. */
  private List<String> state() {
    return fixture.tell("state " + port.substring(0, port.indexOf(':')));
  }

  private Instant deadline(String id) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
    while (System.nanoTime() < end) {
      Matcher deadline = DEADLINE.matcher(get("/api/v1/commits/" + id));
      if (deadline.find()) {
        return Instant.parse(deadline.group(1));
      }
    }
    throw new AssertionError("no deadline of " + id);
  }

  /** An answer, or nothing where the listener is too busy. */
  private String get(String path) {
    HttpResponse<String> answer = fixture.ask(path);
    return answer.statusCode() == 200 ? answer.body() : "";
  }
}
