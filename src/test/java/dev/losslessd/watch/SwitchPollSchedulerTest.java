package dev.losslessd.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.app.SystemThreads;
import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.SnmpSweeper;
import dev.losslessd.inventory.LazyDeviceSweeper;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.RealTime;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.TimeSource;
import dev.losslessd.poll.DevicePoll;
import dev.losslessd.poll.DeviceSchedule;
import dev.losslessd.poll.PollScheduler;
import dev.losslessd.poll.Threads;
import dev.losslessd.transport.snmp.Responder;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpSocket;
import dev.losslessd.transport.snmp.SnmpVersion;
import dev.losslessd.transport.snmp.TableAgent;
import dev.losslessd.transport.snmp.TestAgent;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A hundred switches on one poller, some of them in a bad way. */
class SwitchPollSchedulerTest {
  private static final int SWITCHES = 100;
  private static final int DEAD = 0;
  private static final int GARBLED = 1;
  private static final int LOSSY = 2;
  private static final int ROUNDS = 3;

  /** Longer than this test may run: requests to those in a bad way stay without an end. */
  private static final Duration NEVER = Duration.ofHours(1);

  /** A packet that the loopback drops on a busy machine is sent again. */
  private static final Duration SOON = Duration.ofSeconds(2);

  private static final int RETRIES = 5;

  private final List<Responder> agents = new ArrayList<>();
  private final Map<DeviceId, AtomicInteger> swept = new ConcurrentHashMap<>();
  private final CountDownLatch goodOnes = new CountDownLatch((SWITCHES - 3) * ROUNDS);

  @Test
  void deadLossyAndGarbledSwitchesHoldUpNobodyElse() throws Exception {
    List<DevicePoll> polls = new ArrayList<>();
    try (SnmpSocket socket = new SnmpSocket(_ -> {})) {
      for (int n = 0; n < SWITCHES; n++) {
        polls.add(poll(n, socket));
      }
      AtomicLong skipped = new AtomicLong();
      TimeSource time =
          new TimeSource(InstantSource.system(), () -> System.nanoTime() + skipped.get(), _ -> {});
      CountDownLatch begun = new CountDownLatch(1);
      try (Threads threads = SystemThreads.get();
          PollScheduler<String, DeviceSchedule> sweeps =
              DeviceSchedule.scheduler(() -> polls, time, late(threads, begun))) {
        sweeps.follow(DeviceSchedule.keys(polls));
        skipped.set(TimeUnit.SECONDS.toNanos(31));
        assertThat(sweeps.stalled()).contains("the poll loop of switches has not turned for 31 s");
        begun.countDown();

        assertThat(goodOnes.await(2, TimeUnit.MINUTES)).isTrue();

        assertThat(sweeps.stalled()).isEmpty();
        // not one request of these two has come to its end meanwhile
        assertThat(polls.get(DEAD).pollCost().seconds()).isEmpty();
        assertThat(polls.get(GARBLED).pollCost().seconds()).isEmpty();
      }
    } finally {
      agents.forEach(Responder::close);
    }
  }

  /** Threads that begin their work as soon as the test says so. */
  private static Threads late(Threads threads, CountDownLatch begun) {
    return new Threads(
        threads.platform(),
        work ->
            threads
                .virtual()
                .newThread(() -> {
                  try {
                    begun.await();
                    work.run();
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                }),
        threads.tasks(),
        threads.timer());
  }

  private DevicePoll poll(int n, SnmpSocket socket) throws Exception {
    DeviceId device = new DeviceId("leaf" + n);
    List<PortId> ports = List.of(new PortId(device, "p1"), new PortId(device, "p2"));
    SnmpClient client =
        TestAgent.of(
                device.name(),
                InetAddress.getLoopbackAddress(),
                new SnmpVersion.V2c("public"::toCharArray))
            .withPort(agent(n).port())
            .withPatience(n == DEAD || n == GARBLED ? NEVER : SOON, RETRIES)
            .client(socket, time -> LockSupport.parkNanos(time.toNanos()));
    return new DevicePoll(
        device,
        "",
        Duration.ofMillis(250),
        () -> ports,
        new LazyDeviceSweeper(
            device,
            port ->
                new SnmpSweeper(port, client, new SnmpColumns().ifMib(), UnaryOperator.identity()),
            NEVER),
        RealTime.get(),
        this::heard);
  }

  private Responder agent(int n) throws Exception {
    TableAgent table = new TableAgent(2, 7);
    table.loses(n == DEAD ? 100 : n == LOSSY ? 30 : 0);
    byte[] noise = "%PDF-1.4 and so on".getBytes(StandardCharsets.US_ASCII);
    Responder agent = Responder.start(table, message -> n == GARBLED ? noise : message);
    agents.add(agent);
    return agent;
  }

  private void heard(Sweep sweep) {
    int number = Integer.parseInt(sweep.port().device().name().substring(4));
    if (number > LOSSY && sweep.port().name().equals("p1")) {
      int times =
          swept.computeIfAbsent(sweep.port().device(), _ -> new AtomicInteger()).incrementAndGet();
      if (times <= ROUNDS) {
        goodOnes.countDown();
      }
    }
  }
}
