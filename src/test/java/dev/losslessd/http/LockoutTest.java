package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.model.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sources of wrong tokens: slowed down, locked out, and let in with a right one. */
class LockoutTest {
  @TempDir Path folder;
  private long nanos = Long.MAX_VALUE - 1_000_000; // it may wrap around
  private final List<Duration> pauses = new ArrayList<>();
  private final List<String> audit = new ArrayList<>();
  private final HttpCounts counts = new HttpCounts();
  private final WrongTokens wrong =
      new WrongTokens(
          new HttpTime(() -> nanos, pauses::add),
          counts,
          (source, why) -> audit.add(source + ": " + why));

  @Test
  void theTenthInARowLocksOutForAMinuteAndLaterOnesForLonger() throws IOException {
    InetAddress bad = address("192.0.2.7");
    for (int i = 0; i < 9; i++) {
      wrong.shown(bad);
    }
    assertThat(counts.lockedOut()).isZero();

    List<Long> lengths = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      Duration length = locked(bad);
      lengths.add(length.toMinutes());
      assertThat(counts.lockedOut()).isEqualTo(1);
      nanos += length.toNanos() - 1;
      assertThat(locked(bad))
          .as("one that asks on is not locked out for longer")
          .isEqualTo(Duration.ofSeconds(1));
      nanos += 1;
      assertThat(counts.lockedOut()).isZero();
    }

    assertThat(lengths).containsExactly(1L, 2L, 4L, 8L, 15L, 15L);
    assertThat(pauses).as("who is locked out does not wait").hasSize(9);
    assertThat(counts.of(HttpCounts.Event.LOCKOUT)).isEqualTo(6);
    assertThat(audit).hasSize(6);
    assertThat(audit.getFirst())
        .isEqualTo("192.0.2.7: 10 wrong tokens in a row; locked out for 1m");
  }

  @Test
  void aQuarterOfAnHourWithoutAWrongTokenIsANewBeginning() throws IOException {
    InetAddress bad = address("192.0.2.7");
    for (int i = 0; i < 9; i++) {
      wrong.shown(bad);
    }
    locked(bad);
    nanos += Duration.ofMinutes(16).toNanos() + 1;

    for (int i = 0; i < 9; i++) {
      wrong.shown(bad);
    }

    assertThat(locked(bad)).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void sourcesAreByAddressAndOfIpv6ByNetwork() throws IOException {
    for (int i = 0; i < 9; i++) {
      wrong.shown(address("2001:db8:0:1::" + i));
    }
    assertThat(locked(address("2001:db8:0:1:ffff::1"))).isEqualTo(Duration.ofMinutes(1));

    wrong.shown(address("2001:db8:0:2::1"));
    wrong.shown(address("192.0.2.7"));
    assertThat(audit).singleElement().asString().startsWith("2001:db8:0:1:0:0:0:0/64: ");
    assertThat(WrongTokens.source(address("::1"))).isEqualTo("0:0:0:0:0:0:0:1");
  }

  @Test
  void manySourcesFillNeitherMemoryNorAudit() throws IOException {
    for (int n = 0; n < 1000; n++) {
      InetAddress one = address("10.0." + n / 250 + "." + n % 250);
      for (int i = 0; i < 9; i++) {
        wrong.shown(one);
      }
      locked(one);
    }

    assertThat(counts.of(HttpCounts.Event.LOCKOUT)).isEqualTo(1000);
    assertThat(counts.lockedOut()).isEqualTo(256);
    assertThat(audit).hasSize(60);
    nanos += Duration.ofMinutes(61).toNanos();
    for (int i = 0; i < 9; i++) {
      wrong.shown(address("192.0.2.7"));
    }
    locked(address("192.0.2.7"));
    assertThat(audit).hasSize(61);
  }

  @Test
  void aRightTokenOfTheSameSourcePassesAtOnceWhileItIsLockedOut() throws IOException {
    try (Rig rig = new Rig(folder)) {
      Wire tcp = Wire.tcp(rig.server.port());
      String right = rig.bearer("ci", Role.VIEWER);
      String bad = "Authorization: Bearer wrong";
      for (int i = 0; i < 9; i++) {
        assertThat(tcp.send("GET", "/metrics", "", bad).status()).isEqualTo(401);
      }

      for (int i = 0; i < 3; i++) {
        Wire.Reply refused = tcp.send("GET", "/metrics", "", bad);
        assertThat(refused.status()).isEqualTo(429);
        assertThat(Integer.parseInt(refused.headers().getOrDefault("Retry-After", "")))
            .isBetween(2, 60);
        assertThat(refused.body()).contains("too-many-wrong-tokens", "127.0.0.1");

        assertThat(tcp.send("GET", "/metrics", "", right).status()).isEqualTo(200);
        assertThat(tcp.send("GET", "/metrics", "", RouteWalk.TOKEN).status()).isEqualTo(200);
        assertThat(tcp.send("GET", "/metrics", "").status()).isEqualTo(200);
      }
      assertThat(rig.counts.of(HttpCounts.Event.LOCKOUT)).isEqualTo(1);
    }
  }

  /** Length of the lock-out that one more wrong token meets, in whole seconds. */
  private Duration locked(InetAddress from) {
    ProblemException[] thrown = new ProblemException[1];
    assertThatThrownBy(() -> wrong.shown(from))
        .isInstanceOfSatisfying(ProblemException.class, e -> thrown[0] = e);
    assertThat(thrown[0].problem().status()).isEqualTo(429);
    String after =
        thrown[0].timed(thrown[0].problem().reply()).headers().getOrDefault("Retry-After", "");
    return Duration.ofSeconds(Long.parseLong(after));
  }

  private static InetAddress address(String text) throws IOException {
    return InetAddress.getByName(text);
  }
}
