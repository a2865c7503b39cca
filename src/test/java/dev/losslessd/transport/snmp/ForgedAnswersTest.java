package dev.losslessd.transport.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.net.InetAddress;
import java.net.SocketException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Answers of version 2c to what was not asked, or of an agent that was not asked. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ForgedAnswersTest {
  private static final Oid UP_TIME = Oid.of("1.3.6.1.2.1.1.3.0");
  private static final long RIGHT = 7;
  private static final long WRONG = 666;

  private final SnmpSocket socket = new SnmpSocket(_ -> {});

  @AfterEach
  void closeSocket() {
    socket.close();
  }

  @Test
  void whatAnotherTargetAnswersEndsNoRequest() throws Exception {
    try (RawAgent evil = RawAgent.start((_, _) -> List.of());
        RawAgent agent =
            RawAgent.start((asked, from) -> {
              evil.send(answer(asked, 0, Ber.RESPONSE, WRONG), from);
              return List.of(answer(asked, 0, Ber.RESPONSE, RIGHT));
            })) {
      client(evil);

      assertThat(client(agent).get(List.of(UP_TIME))).containsExactly(new SnmpValue.Ticks(RIGHT));
    }
  }

  @Test
  void answersWithOtherNumbersArePassedOver() throws Exception {
    try (RawAgent agent =
        RawAgent.start((asked, _) -> {
          List<byte[]> all = new ArrayList<>();
          for (long further : List.of(1L, -1L, 100L, -100L, 1L << 30)) {
            all.add(answer(asked, further, Ber.RESPONSE, WRONG));
          }
          all.add(answer(asked, 0, Ber.RESPONSE, RIGHT));
          all.add(answer(asked, 0, Ber.RESPONSE, WRONG));
          return all;
        })) {
      SnmpClient client = client(agent);

      for (int times = 0; times < 20; times++) {
        assertThat(client.get(List.of(UP_TIME))).containsExactly(new SnmpValue.Ticks(RIGHT));
      }
      assertThat(client.counts().retries()).isZero();
    }
  }

  @Test
  void whoeverKnowsNoNumberIsSilent() throws Exception {
    try (RawAgent agent = agent(1, Ber.RESPONSE)) {
      assertThat(failure(agent).kind()).isEqualTo(Kind.TIMEOUT);
    }
  }

  @Test
  void aReportInAnswerToVersion2cIsGarbled() throws Exception {
    try (RawAgent agent = agent(0, Ber.REPORT)) {
      TransportException e = failure(agent);

      assertThat(e.kind()).isEqualTo(Kind.GARBLED);
      assertThat(e).hasMessageContaining("leaf1").hasMessageContaining("a report of SNMPv3");
    }
  }

  private static RawAgent agent(long further, int type) throws SocketException {
    return RawAgent.start((asked, _) -> List.of(answer(asked, further, type, WRONG)));
  }

  /**
   * @param further of its number from the one that was asked with
   */
  private static byte[] answer(byte[] asked, long further, int type, long ticks) {
    int id = (int) (Ber.value(Ber.content(asked, 2, 0)) + further);
    int tag = type == Ber.REPORT ? Ber.COUNTER : Ber.TICKS;
    return Ber.of(
        Ber.SEQUENCE,
        Ber.number(1),
        Ber.text("public"),
        Ber.of(
            type,
            Ber.number(id),
            Ber.number(0),
            Ber.number(0),
            Ber.of(
                Ber.SEQUENCE,
                Ber.of(
                    Ber.SEQUENCE,
                    Ber.of(Ber.OID, Ber.content(asked, 2, 3, 0, 0)),
                    Ber.of(tag, Ber.content(Ber.of(Ber.SEQUENCE, Ber.number(ticks)), 0))))));
  }

  private TransportException failure(RawAgent agent) {
    return catchThrowableOfType(
        TransportException.class, () -> client(agent).get(List.of(UP_TIME)));
  }

  private SnmpClient client(RawAgent agent) {
    SnmpTarget target =
        TestAgent.of(
                "leaf1",
                InetAddress.getLoopbackAddress(),
                new SnmpVersion.V2c("public"::toCharArray))
            .withPort(agent.port())
            .withPatience(Duration.ofMillis(300), 1)
            .withPdusPerSecond(10_000)
            .target();
    return new TestAgent(target).client(socket);
  }
}
