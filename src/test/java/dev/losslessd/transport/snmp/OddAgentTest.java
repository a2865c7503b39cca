package dev.losslessd.transport.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.snmp.Responder.Answer;
import dev.losslessd.transport.snmp.SnmpValue.Missing;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.snmp4j.PDU;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.Null;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.Variable;
import org.snmp4j.smi.VariableBinding;

/** Agents that are broken, hostile or merely special. */
class OddAgentTest {
  private static final Oid COLUMN = Oid.of("1.3.6.1.4.1.99999.1.2");
  private static final Oid OTHER = Oid.of("1.3.6.1.4.1.99999.1.3");

  private final SnmpSocket socket = new SnmpSocket(_ -> {});

  @AfterEach
  void closeSocket() {
    socket.close();
  }

  @Test
  void aWalkThatGoesInACircleIsGarbled() throws Exception {
    Answer circle =
        (_, response) -> {
          response.add(cell("1.3.6.1.4.1.99999.1.2.1", new Integer32(1)));
          response.add(cell("1.3.6.1.4.1.99999.1.2.2", new Integer32(2)));
          return true;
        };

    TransportException e = walkFailure(circle);

    assertThat(e.kind()).isEqualTo(Kind.GARBLED);
    assertThat(e).hasMessageContaining("goes back from 1.3.6.1.4.1.99999.1.2.2");
  }

  @Test
  void aWalkThatStandsStillIsGarbled() throws Exception {
    Answer still =
        (request, response) -> {
          response.add(new VariableBinding(request.get(0).getOid(), new Integer32(1)));
          return true;
        };

    assertThat(walkFailure(still).kind()).isEqualTo(Kind.GARBLED);
  }

  @Test
  void anEmptyAnswerIsGarbled() throws Exception {
    assertThat(walkFailure((_, _) -> true).kind()).isEqualTo(Kind.GARBLED);
  }

  @Test
  void answersForOtherObjectsAreGarbled() throws Exception {
    Answer other =
        (_, response) -> {
          response.add(cell("1.3.6.1.4.1.99999.1.9.1", new Integer32(1)));
          return true;
        };
    try (Responder agent = Responder.start(other)) {
      TransportException e = getFailure(agent, COLUMN.append(1));

      assertThat(e.kind()).isEqualTo(Kind.GARBLED);
      assertThat(e).hasMessageContaining("expected one for " + COLUMN.append(1));
    }
  }

  @Test
  void fewerAnswersThanQuestionsAreGarbled() throws Exception {
    Answer fewer =
        (request, response) -> {
          response.add(new VariableBinding(request.get(0).getOid(), new Integer32(1)));
          return true;
        };
    try (Responder agent = Responder.start(fewer)) {
      assertThat(getFailure(agent, COLUMN.append(1), COLUMN.append(2)).kind())
          .isEqualTo(Kind.GARBLED);
    }
  }

  @Test
  void cutAndRandomPacketsAreCountedAndSaid() throws Exception {
    byte[] noise = "%PDF-1.4 and so on".getBytes(StandardCharsets.US_ASCII);
    try (Responder cut = Responder.start(table(3), m -> Arrays.copyOf(m, m.length / 2));
        Responder random = Responder.start(table(3), _ -> noise)) {
      for (Responder agent : List.of(cut, random)) {
        SnmpClient client =
            client(new TestAgent(target(agent)).withPatience(Duration.ofMillis(200), 1).target());

        TransportException e =
            catchThrowableOfType(TransportException.class, () -> client.walk(COLUMN));

        assertThat(e.kind()).isEqualTo(Kind.GARBLED);
        assertThat(e).hasMessageContaining("no SNMP");
        assertThat(client.counts()).isEqualTo(new SnmpCounts(2, 1, 1, 2));
      }
    }
  }

  @Test
  void aLostPacketIsAskedForAgain() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Answer second =
        (request, response) -> asked.incrementAndGet() > 1 && table(3).fill(request, response);
    try (Responder agent = Responder.start(second)) {
      SnmpClient client =
          client(new TestAgent(target(agent)).withPatience(Duration.ofMillis(300), 2).target());

      assertThat(client.walk(COLUMN)).hasSize(3);
      assertThat(client.counts().retries()).isEqualTo(1);
      assertThat(client.counts().timeouts()).isZero();
    }
  }

  @Test
  void anAnswerThatIsTooBigIsAskedForInSmallerPieces() throws Exception {
    Answer small =
        (request, response) -> {
          if (request.getType() == PDU.GETBULK && request.getMaxRepetitions() > 6) {
            response.setErrorStatus(PDU.tooBig);
            return true;
          }
          if (request.getType() == PDU.GET && request.size() > 3) {
            response.setErrorStatus(PDU.tooBig);
            return true;
          }
          return request.getType() == PDU.GET
              ? echo(request, response)
              : table(40).fill(request, response);
        };
    try (Responder agent = Responder.start(small)) {
      SnmpClient client = client(target(agent));

      assertThat(client.walk(COLUMN)).hasSize(40);
      List<Oid> ten = IntStream.range(1, 11).mapToObj(COLUMN::append).toList();
      assertThat(client.get(ten)).hasSize(10).allMatch(new SnmpValue.Int(7)::equals);
    }
  }

  @Test
  void holesInATableAreHoles() throws Exception {
    try (Responder agent = Responder.start(OddAgentTest::tableWithHole)) {
      List<SnmpRow> rows = client(target(agent)).walkTable(COLUMN, OTHER);

      assertThat(rows)
          .containsExactly(
              new SnmpRow(Oid.of(1), List.of(new SnmpValue.Int(1), new SnmpValue.Int(10))),
              new SnmpRow(Oid.of(2), List.of(new SnmpValue.Int(2), new Missing())),
              new SnmpRow(Oid.of(3), List.of(new SnmpValue.Int(3), new SnmpValue.Int(30))));
    }
  }

  @Test
  void sixtyFourBitsAreUnsigned() throws Exception {
    Answer large =
        (request, response) -> {
          response.add(new VariableBinding(request.get(0).getOid(), new Counter64(-1)));
          return true;
        };
    try (Responder agent = Responder.start(large)) {
      assertThat(client(target(agent)).get(List.of(COLUMN.append(1))))
          .hasToString("[Counter64[18446744073709551615]]");
    }
  }

  @Test
  void aValueWithoutTypeIsGarbledAndNotZero() throws Exception {
    Answer nothing =
        (request, response) -> {
          response.add(new VariableBinding(request.get(0).getOid(), new Null()));
          return true;
        };
    try (Responder agent = Responder.start(nothing)) {
      assertThat(getFailure(agent, COLUMN.append(1)).kind()).isEqualTo(Kind.GARBLED);
    }
  }

  @Test
  void anErrorOfTheAgentIsSaidWithItsObject() throws Exception {
    Answer error =
        (_, response) -> {
          response.setErrorStatus(PDU.genErr);
          response.setErrorIndex(2);
          return true;
        };
    try (Responder agent = Responder.start(error)) {
      TransportException e = getFailure(agent, COLUMN.append(1), COLUMN.append(2));

      assertThat(e.kind()).isEqualTo(Kind.REFUSED);
      assertThat(e).hasMessageContaining("General").hasMessageContaining(COLUMN.append(2) + "");
    }
  }

  private static boolean echo(PDU request, PDU response) {
    request
        .getVariableBindings()
        .forEach(v -> response.add(new VariableBinding(v.getOid(), new Integer32(7))));
    return true;
  }

  /** A column of so many rows, with an end. */
  private static Answer table(int rows) {
    return (request, response) -> {
      OID from = request.get(0).getOid();
      int next = from.size() > COLUMN.size() ? from.last() + 1 : 1;
      for (int i = 0; i < request.getMaxRepetitions(); i++, next++) {
        response.add(
            next <= rows
                ? cell(COLUMN.append(next).toString(), new Integer32(next))
                : cell(COLUMN.append(rows).toString(), Null.endOfMibView));
      }
      return true;
    };
  }

  private static boolean tableWithHole(PDU request, PDU response) {
    for (VariableBinding asked : request.getVariableBindings()) {
      OID from = asked.getOid();
      boolean second = from.startsWith(new OID(OTHER.toString()));
      int next = from.size() > COLUMN.size() ? from.last() + 1 : 1;
      next += second && next == 2 ? 1 : 0;
      response.add(
          next > 3
              ? new VariableBinding(from, Null.endOfMibView)
              : cell(
                  (second ? OTHER : COLUMN).append(next).toString(),
                  new Integer32(second ? next * 10 : next)));
    }
    return true;
  }

  private static VariableBinding cell(String oid, Variable value) {
    return new VariableBinding(new OID(oid), value);
  }

  private TransportException walkFailure(Answer answer) throws Exception {
    try (Responder agent = Responder.start(answer)) {
      return catchThrowableOfType(
          TransportException.class, () -> client(target(agent)).walk(COLUMN));
    }
  }

  private TransportException getFailure(Responder agent, Oid... oids) {
    return catchThrowableOfType(
        TransportException.class, () -> client(target(agent)).get(List.of(oids)));
  }

  private static SnmpTarget target(Responder agent) {
    return TestAgent.of(
            "leaf1", InetAddress.getLoopbackAddress(), new SnmpVersion.V2c("public"::toCharArray))
        .withPort(agent.port())
        .withPdusPerSecond(10_000)
        .target();
  }

  private SnmpClient client(SnmpTarget target) {
    return new TestAgent(target).client(socket);
  }
}
