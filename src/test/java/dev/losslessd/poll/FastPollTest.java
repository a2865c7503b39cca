package dev.losslessd.poll;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.driver.BatchedStatRead;
import dev.losslessd.driver.FastReader;
import dev.losslessd.driver.HostTree;
import dev.losslessd.model.Burst;
import dev.losslessd.model.Counter;
import dev.losslessd.model.HighRateTrace;
import dev.losslessd.model.Nics;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.TimeSource;
import dev.losslessd.transport.FakeRdma;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The fast clock of a port, on time that the test turns. */
class FastPollTest {
  private static final PortId PORT = PortId.parse("node7:ens2f0np0");
  private static final String FILES = "sys/class/infiniband/mlx5_4/ports/1/";
  private static final List<Counter> KNOWN =
      List.of(
          Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64),
          Counter.of(Signal.OUT_OF_SEQUENCE, "out_of_sequence", 32),
          Counter.of(Signal.PORT_ERRORS, "symbol_error", 64));

  @TempDir Path root;
  private final FakeRdma kernel = new FakeRdma();
  private Instant now = Instant.ofEpochSecond(1_800_000_000L);
  private long tick;
  private long readNanos = 20_000;
  private FastPoll poll;
  private FastRound round;

  @BeforeEach
  void start() {
    kernel.error = 0;
    kernel.counters.put("np_cnp_sent", 1000L);
    kernel.counters.put("out_of_sequence", 0xFFFF_FF00L);
    poll = newPoll();
    round =
        new FastRound(
            new BatchedStatRead(new RdmaClient(kernel, WriteGate.OPEN)),
            // a read begins at one and ends at the next
            new TimeSource(() -> now, () -> tick += readNanos, _ -> {}));
  }

  @Test
  void aBurstBetweenTwoReadsShowsInTheWindowThatEndsAfterIt() {
    read(1000, 20);
    read(51_000, 1);
    read(51_000, 20);
    assertThat(cnps().maxima()).as("its window is not over").containsOnly(Double.NaN);

    now = now.plusSeconds(15);

    // 50,000 in 50 ms
    assertThat(cnps().maxima().get(0)).isBetween(990_000.0, 1_000_000.0);
    assertThat(cnps().maxima()).as("any number of scrapes see the same").isEqualTo(cnps().maxima());
    now = now.plusSeconds(15);
    assertThat(cnps().maxima().get(0)).as("no read in that window").isNaN();
    assertThat(cnps().maxima().get(1)).as("the last minute").isBetween(990_000.0, 1_000_000.0);
  }

  @Test
  void theHistogramKeepsEachReadWhoeverScrapes() {
    read(1000, 3);
    read(51_000, 1);
    read(51_000, 6);

    assertThat(cnps().reads()).isEqualTo(9);
    // at most 0, 100, ... 100,000, 1,000,000
    assertThat(cnps().atMost()).containsExactly(8L, 8L, 8L, 8L, 8L, 9L);
    assertThat(cnps().sum()).isBetween(990_000.0, 1_000_000.0);
  }

  @Test
  void aWrapOf32BitsIsGrowthAndAFallIsNot() {
    run();
    step();
    kernel.counters.put("out_of_sequence", 0x10L);
    run();
    Burst wrapped = burst(Signal.OUT_OF_SEQUENCE);
    assertThat(wrapped.reads()).isEqualTo(1);
    assertThat(wrapped.sum()).isBetween(5000.0, 5600.0);

    step();
    kernel.counters.put("out_of_sequence", 3L);
    run();

    assertThat(burst(Signal.OUT_OF_SEQUENCE).reads()).as("a reset is no rate").isEqualTo(1);
  }

  @Test
  void theLastTwoMinutesAreKeptAndNoMore() {
    read(1000, 2500);

    HighRateTrace trace = poll.trace();

    assertThat(trace.size()).isEqualTo(2400);
    assertThat(trace.atMillis(2399) - trace.atMillis(0)).isEqualTo(2399 * 50);
    assertThat(trace.counters()).extracting(Counter::rawName).doesNotContain("symbol_error");
    assertThat(List.of(trace.value(2399, 0), trace.value(2399, 1)))
        .containsExactly(OptionalLong.of(1000), OptionalLong.of(0xFFFF_FF00L));
  }

  @Test
  void aSlowReaderIsReadSeldomAndAQuickOneAsAsked() {
    read(1000, 20);
    assertThat(poll.intervalNanos()).isEqualTo(50_000_000L);
    assertThat(poll.pollRate().isSlowed()).isFalse();

    readNanos = 10_000_000;
    read(1000, 9);

    assertThat(poll.intervalNanos()).isEqualTo(500_000_000L);
    assertThat(poll.pollRate().duty()).isEqualTo(0.02);
    readNanos = 20_000;
    read(1000, 9);
    assertThat(poll.pollRate().isSlowed()).isFalse();
  }

  @Test
  void oneReadThatWasHeldUpSlowsNobody() {
    read(1000, 20);
    readNanos = 30_000_000;
    read(1000, 1);
    readNanos = 20_000;
    read(1000, 1);

    assertThat(poll.pollRate().isSlowed()).isFalse();
  }

  @Test
  void portsThatAreQuickAreReadTogetherAndOneOfThemAloneNowAndThen() {
    assertThat(poll.isAlone()).as("nobody knows how long it takes").isTrue();
    read(1000, 9);
    assertThat(poll.isAlone()).isFalse();

    int alone = 0;
    for (int n = 0; n < 256; n++) {
      alone += poll.isAlone() ? 1 : 0;
      read(1000, 1);
    }
    assertThat(alone).isEqualTo(2);
  }

  @Test
  void portsThatTogetherTakeTooLongAreMeasuredOneByOneAgain() {
    FastPoll other = newPoll();
    List<FastPortSchedule> both = List.of(schedule(poll), schedule(other));
    for (int n = 0; n < 9; n++) {
      round.read(both);
      step();
    }
    assertThat(poll.isAlone()).as("together nobody learns what one takes").isTrue();
    read(1000, 9);
    assertThat(poll.isAlone()).isFalse();
    // 2 % of 50 ms is 1 ms each
    readNanos = 1_900_000;
    for (int n = 0; n < 9; n++) {
      round.read(both);
      step();
    }
    assertThat(poll.isAlone()).isFalse();
    readNanos = 2_100_000;
    for (int n = 0; n < 9; n++) {
      round.read(both);
      step();
    }

    assertThat(poll.isAlone()).isTrue();
    assertThat(poll.pollRate().isSlowed()).as("whose fault it was is not known yet").isFalse();
  }

  @Test
  void aCounterThatStoodStillHadARateOfZeroInItsWindow() {
    read(1000, 5);
    now = now.plusSeconds(15);
    read(1000, 1);

    assertThat(cnps().maxima().get(0)).isZero();
    now = now.plusSeconds(30);
    assertThat(cnps().maxima().get(0)).as("no read in that window").isNaN();
  }

  @Test
  void aKernelWithoutRdmaNetlinkIsReadByFilesAndBytesOfMlx5Always() {
    kernel.error = 93;
    new HostTree(root)
        .file(FILES + "hw_counters/np_cnp_sent", "7")
        .file(FILES + "counters/port_rcv_data", "100");

    run();
    step();
    new HostTree(root).file(FILES + "counters/port_rcv_data", "1100");
    run();

    assertThat(poll.trace().counters())
        .extracting(Counter::rawName)
        .containsExactly("np_cnp_sent", "port_rcv_data");
    // words of four bytes
    assertThat(burst(Signal.RDMA_BYTES).sum()).isBetween(79_000.0, 80_000.0);
    assertThat(kernel.asked).as("it says no once").hasSize(1);
  }

  /** mlx5 in switchdev mode: STAT_GET has guests' counters at most, the device's are files. */
  @ParameterizedTest
  @ValueSource(ints = {0, 22})
  void countersOfTheDeviceAreReadFromItsFiles(int errorOfStatistics) {
    kernel.errorOfStats = errorOfStatistics;
    kernel.counters.put("np_cnp_sent", 0L);
    String device = "sys/class/infiniband/mlx5_4/hw_counters/np_cnp_sent";
    new HostTree(root).file(device, "1000");
    if (errorOfStatistics == 0) {
      new HostTree(root).file(FILES + "hw_counters/vport_out_of_buffer", "0");
    }
    poll =
        newPoll(
            List.of(
                Counter.of(Signal.CNP_SENT, "np_cnp_sent", 64)
                    .from(Counter.Origin.DEVICE_HW_COUNTERS)));

    run();
    step();
    new HostTree(root).file(device, "51000");
    run();

    assertThat(poll.trace().counters()).extracting(Counter::rawName).containsExactly("np_cnp_sent");
    assertThat(cnps().sum()).isBetween(990_000.0, 1_000_000.0);
  }

  @Test
  void aPortThatShowsItsCountersIsNotReadByFilesForOneRefusal() {
    kernel.errorOfStats = 22;
    new HostTree(root).file(FILES + "hw_counters/np_cnp_sent", "7");

    run();

    assertThat(poll.trace().counters()).isEmpty();
    kernel.errorOfStats = 0;
    step();
    run();
    assertThat(poll.trace().counters()).extracting(Counter::rawName).contains("np_cnp_sent");
  }

  private FastPoll newPoll() {
    return newPoll(KNOWN);
  }

  private FastPoll newPoll(List<Counter> known) {
    return new FastPoll(
        PORT,
        Duration.ofMillis(50),
        () ->
            Optional.of(
                new FastReader(
                    Nics.plain(PORT, "mlx5_4", 1), new HostFiles(root, WriteGate.OPEN), known, 1)));
  }

  private void read(long cnps, int times) {
    kernel.counters.put("np_cnp_sent", cnps);
    for (int n = 0; n < times; n++) {
      run();
      step();
    }
  }

  private void run() {
    round.read(List.of(schedule(poll)));
  }

  private static FastPortSchedule schedule(FastPoll poll) {
    return new FastPortSchedule(poll, () -> 0);
  }

  private void step() {
    tick += 50_000_000 - 2 * readNanos;
    now = now.plusMillis(50);
  }

  private Burst cnps() {
    return burst(Signal.CNP_SENT);
  }

  private Burst burst(Signal signal) {
    return poll.bursts(now).stream()
        .filter(one -> one.counter().signal() == signal)
        .findFirst()
        .orElseThrow();
  }
}
