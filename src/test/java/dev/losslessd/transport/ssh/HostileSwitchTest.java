package dev.losslessd.transport.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.InputBudget;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ssh.HostileSwitch.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Switches that mean harm cost one error of their own, which names the limit. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class HostileSwitchTest {
  private static final Command SHOW = Command.read("show running-config");
  private static final int MANY = 64;

  /** As usual, but for a command that is quick to fill. */
  private static final InputLimits LIMITS =
      new InputLimits(
          4 << 20,
          2 << 20,
          64 << 10,
          64 << 10,
          new InputLimits.Dialogue(60_000, Duration.ofSeconds(30)),
          InputLimits.DEFAULT.snmp(),
          InputLimits.DEFAULT.lldp());

  private final InputBudget budget = new InputBudget(LIMITS.total());
  private final AtomicLong now = new AtomicLong();
  private final DeviceInput input = DeviceInput.of(LIMITS, budget, now::get);

  @ParameterizedTest
  @CsvSource({
    "ENDLESS_OUTPUT, 2 MiB (input.command)",
    "ENDLESS_LINE, 64 KiB in one line (input.line)",
    "EMPTY_LINES, 60000 lines (input.dialogue.lines)",
    "ENDLESS_GREETING, 64 KiB (input.banner)",
    "ENDLESS_BANNER, 64 KiB before the login was done (input.banner)",
    "FAKE_PROMPTS, 60000 lines (input.dialogue.lines)",
    "ECHO, 60000 lines (input.dialogue.lines)"
  })
  void whoeverSendsTooMuchIsToldByWhichLimit(Mode mode, String limit) throws Exception {
    try (HostileSwitch hostile = HostileSwitch.start(0, mode)) {
      TransportException e = failure(hostile, SHOW);

      assertThat(e.kind()).isEqualTo(Kind.GARBLED);
      assertThat(e).hasMessageContaining("leaf1").hasMessageContaining("sent more than " + limit);
      assertThat(budget.held()).isZero();
      assertThat(hostile.sent()).isLessThan(3 * LIMITS.total());
    }
  }

  @Test
  void anExecWithoutEndIsAnErrorToo() throws Exception {
    try (HostileSwitch hostile = HostileSwitch.start(0, Mode.ENDLESS_OUTPUT);
        SshSession session = open(hostile)) {
      TransportException e =
          catchThrowableOfType(TransportException.class, () -> session.runExec(SHOW));

      assertThat(e.kind()).isEqualTo(Kind.GARBLED);
      assertThat(e).hasMessageContaining("(input.");
      assertThat(budget.held()).isZero();
    }
  }

  @Test
  void aCharacterNowAndThenDoesNotHoldACommandForEver() throws Exception {
    try (HostileSwitch hostile = HostileSwitch.start(0, Mode.DRIP)) {
      TransportException e = failure(hostile, SHOW.within(Duration.ofSeconds(1)));

      assertThat(e.kind()).isEqualTo(Kind.TIMEOUT);
      assertThat(e).hasMessageContaining("no prompt within 1.0 s");
    }
  }

  @Test
  void itIsLeftAloneForAWhileAndLongerEachTime() throws Exception {
    try (HostileSwitch hostile = HostileSwitch.start(0, Mode.ENDLESS_OUTPUT)) {
      failure(hostile, SHOW);
      int asked = hostile.commands();

      assertThat(failure(hostile, SHOW))
          .hasMessageContaining("not asked for another 10 s")
          .hasMessageContaining("(input.command)");
      assertThat(hostile.commands()).isEqualTo(asked);
      now.addAndGet(Duration.ofSeconds(10).toNanos());
      assertThat(failure(hostile, SHOW)).hasMessageContaining("running \"show running-config\"");
      assertThat(failure(hostile, SHOW)).hasMessageContaining("not asked for another 20 s");
    }
  }

  @Test
  void switchesThatAllSayMuchAtOnceTakeTurns() throws Exception {
    InputBudget all = new InputBudget(InputLimits.DEFAULT.total());
    List<HostileSwitch> switches = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Integer>> outputs = new ArrayList<>();
      for (int n = 0; n < 6; n++) {
        HostileSwitch one = HostileSwitch.start(0, Mode.EIGHT_MEBIBYTES);
        switches.add(one);
        outputs.add(
            threads.submit(
                () -> outputOf(one, DeviceInput.of(InputLimits.DEFAULT, all, now::get))));
      }

      for (Future<Integer> output : outputs) {
        assertThat(output.get()).isGreaterThan(7 << 20);
      }
      assertThat(all.peak()).isBetween(7L << 20, InputLimits.DEFAULT.total());
      assertThat(all.held()).isZero();
    } finally {
      for (HostileSwitch one : switches) {
        one.close();
      }
    }
  }

  @Test
  void sixtyFourOfThemStayBelowTheTotalAndEachComesToItsEnd() throws Exception {
    InputBudget all = new InputBudget(InputLimits.DEFAULT.total());
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
      List<Future<Long>> outputs = new ArrayList<>();
      for (int n = 0; n < MANY; n++) {
        outputs.add(
            threads.submit(() -> filled(DeviceInput.of(InputLimits.DEFAULT, all, now::get))));
      }

      for (Future<Long> output : outputs) {
        assertThat(output.get()).isEqualTo(8L << 20);
      }
      assertThat(all.peak()).isBetween(8L << 20, InputLimits.DEFAULT.total());
      assertThat(all.held()).isZero();
    }
  }

  /** Fills an inbox with eight MiB, as the library's thread does. */
  private static long filled(DeviceInput from) throws InterruptedException {
    Inbox inbox = new Inbox(from, true);
    inbox.expectOutput();
    byte[] line = new byte[32 << 10];
    Arrays.fill(line, (byte) 'x');
    line[line.length - 1] = '\n';
    long taken = 0;
    for (int n = 0; n < (8 << 20) / line.length; n++) {
      inbox.write(line, 0, line.length);
      Inbox.Chunk chunk = Objects.requireNonNull(inbox.take(0));
      assertThat(chunk.problem()).isNull();
      taken += chunk.text().length();
    }
    inbox.expectNothing();
    from.account().done();
    return taken;
  }

  private static int outputOf(HostileSwitch one, DeviceInput from) throws Exception {
    try (SshSession session =
        SshSession.open(one.target(), WriteGate.OPEN, System::nanoTime, () -> {}, from)) {
      return session.run(SHOW).length();
    }
  }

  private SshSession open(HostileSwitch hostile) throws Exception {
    return SshSession.open(hostile.target(), WriteGate.OPEN, System::nanoTime, () -> {}, input);
  }

  private TransportException failure(HostileSwitch hostile, Command command) {
    return catchThrowableOfType(
        TransportException.class,
        () -> {
          try (SshSession session = open(hostile)) {
            session.run(command);
          }
        });
  }
}
