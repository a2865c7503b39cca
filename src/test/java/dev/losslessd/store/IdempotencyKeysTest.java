package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.store.IdempotencyKeys.Known;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class IdempotencyKeysTest {
  private static final Instant NOW = Instant.parse("2027-01-01T00:00:00Z");

  private final IdempotencyKeys keys = new IdempotencyKeys();

  private static IdempotencyKey key(String name, String body) {
    return IdempotencyKey.of("uid:0", name, "commits", body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aKeyWithAnotherRequestIsKnownAndNotTheSame() {
    keys.add(key("a", "{}"), 17, NOW);

    assertThat(keys.find(key("a", "{}"))).contains(new Known(true, "c-000017"));
    assertThat(keys.find(key("a", "{} "))).contains(new Known(false, "c-000017"));
    assertThat(keys.find(key("b", "{}"))).isEmpty();
    assertThat(IdempotencyKey.of("uid:0 a", "b", "commits", new byte[0]))
        .isNotEqualTo(IdempotencyKey.of("uid:0", "a b", "commits", new byte[0]));
  }

  @Test
  void theFirstCommitOfAKeyStays() {
    keys.add(key("a", "{}"), 17, NOW);
    keys.add(key("a", "{}"), 18, NOW);

    assertThat(keys.find(key("a", "{}"))).contains(new Known(true, "c-000017"));
  }

  @Test
  void thereAreNeverMoreThanTheMost() {
    for (int i = 1; i <= IdempotencyKeys.MOST + 1; i++) {
      keys.add(new IdempotencyKey(digest(i), digest(-i)), i, NOW.plusSeconds(i));
    }

    assertThat(keys.size()).isLessThanOrEqualTo(IdempotencyKeys.MOST).isGreaterThan(98_000);
    assertThat(keys.find(new IdempotencyKey(digest(1), digest(-1)))).isEmpty();
    int last = IdempotencyKeys.MOST + 1;
    assertThat(keys.find(new IdempotencyKey(digest(last), digest(-last))))
        .contains(new Known(true, "c-100001"));
  }

  private static IdempotencyKey.Digest digest(long number) {
    return new IdempotencyKey.Digest(number, number);
  }

  @Test
  void whatIsReadIsWhatWasWritten() {
    keys.add(key("a", "{}"), 17, NOW);
    keys.add(key("b", "{}"), 18, NOW.plusSeconds(60));

    byte[] text = PlainJson.bytes(IdempotencyKeys.class, keys);
    IdempotencyKeys read = (IdempotencyKeys) PlainJson.read(text, IdempotencyKeys.class, "here");

    assertThat(read.find(key("b", "{}"))).contains(new Known(true, "c-000018"));
    read.trim(10, NOW.plusSeconds(1));
    assertThat(read.size()).isEqualTo(1);
    assertThat(keys.size()).isEqualTo(2);
  }
}
