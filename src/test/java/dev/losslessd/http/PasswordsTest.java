package dev.losslessd.http;

import static org.assertj.core.api.Assertions.assertThat;

import at.favre.lib.crypto.bcrypt.BCrypt;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PasswordsTest {
  /** Made by crypt(3) of libxcrypt, of "correct horse" and "other". */
  private static final Map<String, String> USERS =
      Map.of(
          "prometheus",
          "$2y$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e",
          "other",
          "$2b$04$abcdefghijklmnopqrstuu0HtfOlPbTiymk5tcV.3TsFPDd3SYZqu");

  private final AtomicInteger checks = new AtomicInteger();
  private final Passwords passwords =
      new Passwords(
          new Random(1),
          (password, hash) -> {
            checks.incrementAndGet();
            return Passwords.bcrypt(password, hash);
          });

  @Test
  void theRightPasswordIsCheckedOnceAndThenKnown() {
    for (int i = 0; i < 100; i++) {
      assertThat(passwords.right(USERS, "prometheus", "correct horse")).isTrue();
    }

    assertThat(checks).hasValue(1);
    assertThat(passwords.right(USERS, "other", "other")).isTrue();
  }

  @Test
  void aWrongPasswordIsNeverRightAlsoAfterTheRightOne() {
    assertThat(passwords.right(USERS, "prometheus", "correct horse")).isTrue();

    for (String wrong :
        new String[] {"correct hors", "correct horse ", "", "other", "x".repeat(73)}) {
      assertThat(passwords.right(USERS, "prometheus", wrong)).as(wrong).isFalse();
    }
    assertThat(passwords.right(USERS, "other", "correct horse")).isFalse();
  }

  @Test
  void anUnknownUserCostsAsMuchAsAKnownOneAndIsNeverRight() {
    assertThat(passwords.right(USERS, "nobody", "correct horse")).isFalse();
    assertThat(passwords.right(USERS, "nobody", "other")).isFalse();

    assertThat(checks).hasValue(2);
  }

  @Test
  void aPasswordThatWasChangedIsKnownNoMore() {
    assertThat(passwords.right(USERS, "prometheus", "correct horse")).isTrue();
    Map<String, String> changed = Map.of("prometheus", USERS.getOrDefault("other", ""));

    assertThat(passwords.right(changed, "prometheus", "correct horse")).isFalse();
    assertThat(passwords.right(changed, "prometheus", "other")).isTrue();
    assertThat(
            passwords.right(
                Map.of("x", "$2y$04$abcdefghijklmnopqrstuujydOTSfIH/d5oUHpsygqV5X9xJLQc6e"),
                "prometheus",
                "correct horse"))
        .isFalse();
  }

  @Test
  void bytesBeyondThoseThatBcryptSeesAreNotPassedOver() {
    String longest = "a".repeat(72);
    byte[] bytes = longest.getBytes(StandardCharsets.UTF_8);
    String hash = BCrypt.with(BCrypt.Version.VERSION_2Y).hashToString(4, longest.toCharArray());

    assertThat(Passwords.bcrypt(bytes, hash.getBytes(StandardCharsets.US_ASCII))).isTrue();
    assertThat(passwords.right(Map.of("a", hash), "a", longest)).isTrue();
    assertThat(passwords.right(Map.of("a", hash), "a", longest + "b")).isFalse();
  }
}
