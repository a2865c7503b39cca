package dev.losslessd.transport.snmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.InputBudget;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.snmp.HostileAgent.Mode;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.snmp4j.PDU;
import org.snmp4j.Snmp;
import org.snmp4j.smi.TimeTicks;
import org.snmp4j.smi.UdpAddress;
import org.snmp4j.smi.VariableBinding;

/** Agents that mean harm cost one error of their own, which names the limit. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostileAgentTest {
  private static final Oid COLUMN = Oid.of("1.3.6.1.2.1.31.1.1.1.1");
  private static final Oid UP_TIME = Oid.of("1.3.6.1.2.1.1.3.0");
  private static final InputLimits.Snmp LIMITS =
      new InputLimits.Snmp(200, 10, 4 << 10, Duration.ofSeconds(30));

  private final List<String> told = new ArrayList<>();
  private final SnmpSocket socket = new SnmpSocket(told::add);
  private final AtomicLong now = new AtomicLong();
  private final InputBudget budget = new InputBudget(1 << 20);
  private final DeviceInput input = DeviceInput.of(InputLimits.DEFAULT, budget, now::get);

  @AfterEach
  void closeSocket() {
    socket.close();
  }

  @ParameterizedTest
  @CsvSource({
    "ENDLESS_ROWS, 'more than 230 rows (input.snmp.rows, input.snmp.rowsPerPort)'",
    "SAME_ROW, 'goes back from'",
    "BACKWARDS, 'goes back from'",
    "GIANT_VALUES, 'more than 4 KiB (input.snmp.value)'",
    "MANY_OBJECTS, 'answer of 4999 objects: expected 1..25'",
    "WRONG_TYPES, 'expected a type of SMIv2'",
    "GARBAGE, '2 packets came that are no SNMP'",
    "CUT, '2 packets came that are no SNMP'"
  })
  void aWalkOfWhoeverAnswersWrongIsAnErrorThatSaysWhy(Mode mode, String why) throws Exception {
    try (HostileAgent agent = HostileAgent.start(0, mode)) {
      TransportException e =
          catchThrowableOfType(TransportException.class, () -> client(agent).walk(COLUMN));

      assertThat(e.kind()).isEqualTo(Kind.GARBLED);
      assertThat(e).hasMessageContaining("leaf1").hasMessageContaining(why);
      assertThat(budget.held()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Mode.class,
      names = {"GIANT_VALUES", "MANY_OBJECTS", "WRONG_TYPES", "GARBAGE", "BACKWARDS"})
  void soIsAReadingOfItsCounters(Mode mode) throws Exception {
    try (HostileAgent agent = HostileAgent.start(0, mode)) {
      TransportException e =
          catchThrowableOfType(
              TransportException.class, () -> client(agent).read(cells(), Duration.ofSeconds(10)));

      assertThat(e.kind()).isEqualTo(Kind.GARBLED);
      assertThat(budget.held()).isZero();
    }
  }

  @Test
  void rowsThatTakeForEverEndInTime() throws Exception {
    try (HostileAgent agent = HostileAgent.start(0, Mode.ENDLESS_ROWS)) {
      AtomicLong ticks = new AtomicLong();
      SnmpClient client =
          new SnmpClient(
              socket,
              target(agent),
              () -> ticks.addAndGet(Duration.ofSeconds(2).toNanos()),
              _ -> {},
              input,
              () -> 1_000_000);

      TransportException e =
          catchThrowableOfType(TransportException.class, () -> client.walk(COLUMN));

      assertThat(e).hasMessageContaining("no end within 30 s (input.snmp.walkTime)");
    }
  }

  @Test
  void rowsThatAreMoreThanTheBudgetAreTooMany() throws Exception {
    try (HostileAgent agent = HostileAgent.start(0, Mode.ENDLESS_ROWS)) {
      SnmpClient client =
          new SnmpClient(socket, target(agent), System::nanoTime, _ -> {}, input, () -> 1_000_000);

      TransportException e =
          catchThrowableOfType(TransportException.class, () -> client.walk(COLUMN));

      assertThat(e).hasMessageContaining("(input.total)");
      assertThat(budget.peak()).isLessThanOrEqualTo(1L << 20);
      assertThat(budget.held()).isZero();
    }
  }

  @Test
  void anAnswerFromAnotherPortIsNone() throws Exception {
    try (HostileAgent agent = HostileAgent.start(0, Mode.OTHER_PORT)) {
      TransportException e =
          catchThrowableOfType(TransportException.class, () -> client(agent).get(List.of(UP_TIME)));

      assertThat(e.kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(e)
          .hasMessageContaining("answers came from 127.0.0.1/")
          .hasMessageContaining("which was not asked");
    }
  }

  @Test
  void itIsLeftAloneForAWhileAndLongerEachTime() throws Exception {
    try (HostileAgent agent = HostileAgent.start(0, Mode.SAME_ROW)) {
      SnmpClient client = client(agent);
      assertThat(catchThrowableOfType(TransportException.class, () -> client.walk(COLUMN)))
          .hasMessageContaining("goes back");
      int asked = agent.requests();

      assertThat(catchThrowableOfType(TransportException.class, () -> client.walk(COLUMN)))
          .hasMessageContaining("not asked for another 10 s")
          .hasMessageContaining("goes back");
      assertThat(agent.requests()).isEqualTo(asked);
      now.addAndGet(Duration.ofSeconds(10).toNanos());
      assertThat(catchThrowableOfType(TransportException.class, () -> client.walk(COLUMN)))
          .hasMessageNotContaining("not asked");
      assertThat(catchThrowableOfType(TransportException.class, client::knock))
          .hasMessageContaining("not asked for another 20 s");
    }
  }

  @Test
  void aThreadThatHearsAnswersAndDiedIsStartedAgainAndTold() throws Exception {
    try (Responder agent =
        Responder.start((request, response) -> {
          response.add(new VariableBinding(request.get(0).getOid(), new TimeTicks(1)));
          return true;
        })) {
      SnmpTarget target = target(agent.port());
      SnmpClient client = new TestAgent(target).client(socket);
      assertThat(client.get(List.of(UP_TIME))).hasSize(1);

      kill(target);

      assertThat(client.get(List.of(UP_TIME))).hasSize(1);
      assertThat(told).hasSize(1);
      assertThat(told.getFirst()).contains("stopped").contains("planted");
    }
  }

  @Test
  void silenceOfOneThatHasAnsweredIsNotBlamedOnTheCommunity() throws Exception {
    AtomicBoolean silent = new AtomicBoolean();
    try (Responder agent =
        Responder.start((request, response) -> {
          response.add(new VariableBinding(request.get(0).getOid(), new TimeTicks(1)));
          return !silent.get();
        })) {
      SnmpClient client =
          new TestAgent(target(agent.port())).withPatience(Duration.ofMillis(50), 1).client(socket);
      client.get(List.of(UP_TIME));
      silent.set(true);

      assertThat(catchThrowableOfType(TransportException.class, () -> client.get(List.of(UP_TIME))))
          .hasMessageContaining("had answered less than a minute before")
          .hasMessageNotContaining("community");
      assertThat(catchThrowableOfType(TransportException.class, () -> client.get(List.of(UP_TIME))))
          .hasMessageContaining("a wrong community is met with silence");
    }
  }

  @Test
  void aThreadThatTellsOfTimeAndDiedIsStartedAgainAndTold() throws Exception {
    try (HostileAgent agent = HostileAgent.start(0, Mode.SILENT)) {
      SnmpTarget target = target(agent);
      RequestSender requestSender =
          new RequestSender(
              socket, target, System::nanoTime, _ -> {}, DeviceInput.alone(System::nanoTime));
      UdpAddress address = new UdpAddress(target.address(), target.port());
      Snmp before = socket.snmp(address);

      requestSender.reopen();

      assertThat(socket.snmp(address)).isNotSameAs(before);
      assertThat(told).hasSize(1);
    }
  }

  /** An answer whose listener throws what no thread survives. */
  private void kill(SnmpTarget target) throws InterruptedException {
    RequestSender requestSender =
        new RequestSender(
            socket, target, System::nanoTime, _ -> {}, DeviceInput.alone(System::nanoTime));
    Thread[] died = new Thread[1];
    CountDownLatch dying = new CountDownLatch(1);
    PDU request = requestSender.request(PDU.GET);
    request.add(new VariableBinding(Values.oid(UP_TIME)));
    requestSender.post(
        request,
        requestSender.forMany(),
        Duration.ofSeconds(10),
        false,
        (_, _) -> {
          died[0] = Thread.currentThread();
          died[0].setUncaughtExceptionHandler((_, _) -> {});
          dying.countDown();
          throw new InternalError("planted");
        });
    dying.await();
    died[0].join();
  }

  /** More than are asked for by name. */
  private static CellPlan cells() {
    TreeMap<Oid, TreeSet<Oid>> rows = new TreeMap<>();
    for (int n = 1; n <= 50; n++) {
      rows.computeIfAbsent(COLUMN, _ -> new TreeSet<>()).add(Oid.of(1_000_000 + n * 2));
    }
    return new CellPlan(rows);
  }

  private static SnmpTarget target(HostileAgent agent) {
    return new TestAgent(target(agent.port())).withPatience(Duration.ofMillis(300), 1).target();
  }

  private static SnmpTarget target(int port) {
    return TestAgent.of(
            "leaf1", InetAddress.getLoopbackAddress(), new SnmpVersion.V2c("public"::toCharArray))
        .withPort(port)
        .withPdusPerSecond(10_000)
        .withLimits(LIMITS)
        .target();
  }

  private SnmpClient client(HostileAgent agent) {
    return new SnmpClient(socket, target(agent), System::nanoTime, _ -> {}, input, () -> 3);
  }
}
