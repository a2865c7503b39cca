package dev.losslessd.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AuditActorTest {
  @ParameterizedTest
  @CsvSource({
    "uid:1000, uid:1000, socket",
    "user:ops@example.com, user:ops@example.com, socket",
    "token@127.0.0.1, token, 127.0.0.1",
    "token:ci@10.0.0.5, token:ci, 10.0.0.5",
    "token:ci@2001:db8:0:0:0:0:0:1, token:ci, 2001:db8:0:0:0:0:0:1",
    "cert:ops@example.com@10.0.0.5, cert:ops@example.com, 10.0.0.5",
    "token, token, http",
    "repair, repair, daemon",
    "daemon, daemon, daemon"
  })
  void anActorOfTheJournalIsWhoAndFromWhere(String actor, String who, String from) {
    assertThat(AuditActor.of(actor)).isEqualTo(new AuditActor(who, from));
  }
}
