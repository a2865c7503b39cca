package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.model.Plan;
import dev.losslessd.store.IdempotencyKeys.Known;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
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
    assertThat(keys.size()).isEqualTo(1);
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
  void whatIsReadIsWhatWasWritten() throws IOException {
    keys.add(key("a", "{}"), 17, NOW);
    keys.add(key("b", "{}"), 18, NOW.plusSeconds(60));

    IdempotencyKeys read = IdempotencyKeys.read(in(bytes(out -> keys.write(out))));

    assertThat(read.find(key("b", "{}"))).contains(new Known(true, "c-000018"));
    read.trim(10, NOW.plusSeconds(1));
    assertThat(read.size()).isEqualTo(1);
    assertThat(keys.size()).isEqualTo(2);
  }

  @Test
  void aRecordHasARoomForAKeyOnlyWhereThereWasOne() {
    Plan plan = new Plan("p", "d", List.of(), List.of(), List.of());
    Entry.Begun without =
        new Entry.Begun("c-000001", plan, new TreeMap<>(), "uid:0", "", "boot", NOW);
    Entry.Begun with =
        new Entry.Begun(
            "c-000001",
            plan,
            new TreeMap<>(),
            "uid:0",
            "",
            "boot",
            NOW,
            false,
            Optional.of(key("a", "{}")),
            List.of());

    assertThat(EntryCodec.encode(without)[0]).isEqualTo((byte) EntryCodec.BEGUN);
    assertThat(EntryCodec.encode(with)[0]).isEqualTo((byte) EntryCodec.BEGUN_MORE);
    assertThat(EntryCodec.decode(EntryCodec.encode(with), "test")).isEqualTo(with);
    assertThat(EntryCodec.decode(EntryCodec.encode(without), "test")).isEqualTo(without);
  }

  private interface Writing {
    void to(DataOutputStream out) throws IOException;
  }

  private static byte[] bytes(Writing what) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    what.to(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static DataInputStream in(byte[] bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes));
  }
}
