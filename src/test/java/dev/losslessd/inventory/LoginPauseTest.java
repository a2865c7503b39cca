package dev.losslessd.inventory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How often an account is tried that does not let us in. */
class LoginPauseTest {
  private long now = Duration.ofDays(1).toNanos();
  private final LoginPause pause = new LoginPause(() -> now);

  private boolean tries(String secrets) {
    TransportException e =
        catchThrowableOfType(
            TransportException.class, () -> pause.pass("leaf1", Optional.of(secrets)));
    assertThat(e == null || (e.kind() == TransportException.Kind.AUTH && e.nothingSent())).isTrue();
    if (e == null) {
      pause.refused("wrong password", secrets);
    }
    return e == null;
  }

  @Test
  void aPollEachTenSecondsWithAWrongPasswordTriesItSeldom() {
    List<Long> minutes = new ArrayList<>();
    for (int second = 0; second < 3 * 3600; second += 10) {
      if (tries("old")) {
        minutes.add(second / 60L);
      }
      now += Duration.ofSeconds(10).toNanos();
    }

    assertThat(minutes).containsExactly(0L, 5L, 20L, 65L, 110L, 155L);
  }

  @Test
  void aRewrittenSecretIsTriedAtOnceAndOneThatIsLetInEndsThePauses() {
    assertThat(tries("old")).isTrue();
    assertThat(tries("old")).isFalse();
    assertThat(pause.reason().orElseThrow())
        .isEqualTo("not logged in to for another 300 s: wrong password");

    pause.pass("leaf1", Optional.of("new"));
    pause.admitted();

    assertThat(pause.reason()).isEmpty();
    assertThat(tries("old")).isTrue();
  }

  @Test
  void aSecretThatIsRewrittenAllTheTimeIsTriedThreeTimesInFiveMinutes() {
    int tries = 0;
    for (int second = 0; second < 300; second++) {
      tries += tries("secret " + second) ? 1 : 0;
      now += Duration.ofSeconds(1).toNanos();
    }

    assertThat(tries).isEqualTo(3);
    assertThat(tries("another")).isTrue();
  }

  /** Which the AAA server was away for, say; but no account is locked by asking often. */
  @Test
  void aPersonPassesOnePauseAndNoMoreThanThreeTimesInFiveMinutes() {
    assertThat(tries("old")).isTrue();
    pause.end();
    assertThat(tries("old")).isTrue();
    assertThat(tries("old")).isFalse();
    pause.end();
    assertThat(tries("old")).isTrue();
    pause.end();
    assertThat(tries("old")).isFalse();

    now += Duration.ofMinutes(5).toNanos();
    assertThat(tries("old")).isTrue();
    assertThat(tries("old")).isFalse();
  }

  @Test
  void aSecretThatCannotBeReadIsNoLogin() {
    assertThat(tries("old")).isTrue();

    pause.pass("leaf1", Optional.empty());

    assertThat(pause.reason()).isPresent();
  }
}
