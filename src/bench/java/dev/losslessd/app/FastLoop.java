package dev.losslessd.app;

import com.sun.management.ThreadMXBean;
import dev.losslessd.driver.BatchedStatRead;
import dev.losslessd.inventory.Host;
import dev.losslessd.inventory.Kernel;
import dev.losslessd.model.Burst;
import dev.losslessd.model.Counter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.poll.FastPoll;
import dev.losslessd.poll.FastPortSchedule;
import dev.losslessd.poll.FastRound;
import dev.losslessd.poll.PollScheduler;
import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.UnixExchange;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.netlink.RdmaClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The measured process of {@code bench fast}: the daemon's own fast clock, over a fabric's
 * responder or over {@link LinkStats}.
 */
public final class FastLoop {
  private static final Duration DEADLINE = Duration.ofSeconds(2);

  private static final int BACK_TO_BACK = 5000;

  private final Map<PortId, List<Counter>> known = new HashMap<>();
  private final Host host;
  private final Duration every;
  private final Supplier<FastRound> rounds;
  private final PollScheduler<PortId, FastPortSchedule> sweeps;

  private FastLoop(Path folder, Duration every, boolean kernelToo) {
    Kernel kernel =
        new Kernel(
            folder.resolve("root"),
            Optional.of(folder),
            DEADLINE,
            what -> {
              throw new TransportException(TransportException.Kind.CLOSED_GATE, what);
            },
            System::nanoTime);
    host =
        new Host(
            new DeviceId(folder.getFileName().toString()),
            kernel,
            SystemTime.get(),
            _ -> false,
            _ -> true);
    host.discover();
    for (Nic nic : host.nics()) {
      known.put(nic.port(), host.sweeper(nic.port()).sweep(0, 0).schema().counters());
    }
    this.every = every;
    this.rounds =
        () -> new FastRound(kernelToo ? ofLinks(folder) : host.volley(), SystemTime.get());
    this.sweeps =
        new PollScheduler<>(
            new PollScheduler.Loop("fast", Duration.ofSeconds(1)),
            port -> placeOf(poll(port)),
            rounds::get,
            SystemTime.get(),
            SystemThreads.get().platform());
  }

  private FastPoll poll(PortId port) {
    return new FastPoll(
        port, every, () -> host.fast(port, known.getOrDefault(port, List.of()), every));
  }

  /** Nanoseconds of CPU that a round of all ports takes where nothing is waited for between two. */
  private long backToBack() {
    List<FastPortSchedule> ports = new ArrayList<>();
    known.keySet().forEach(port -> ports.add(placeOf(poll(port))));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long best = Long.MAX_VALUE;
    try (FastRound round = rounds.get()) {
      for (int times = 0; times < 3; times++) {
        long begun = threads.getCurrentThreadCpuTime();
        for (int n = 0; n < BACK_TO_BACK; n++) {
          round.read(ports);
        }
        best = Math.min(best, (threads.getCurrentThreadCpuTime() - begun) / BACK_TO_BACK);
      }
    }
    ports.forEach(FastPortSchedule::close);
    return best;
  }

  private static FastPortSchedule placeOf(FastPoll poll) {
    return new FastPortSchedule(poll, System::nanoTime);
  }

  private static BatchedStatRead ofLinks(Path folder) {
    Exchange responder = new UnixExchange(folder.resolve("rdma.sock"), DEADLINE, true);
    return new BatchedStatRead(new RdmaClient(new LinkStats(responder, DEADLINE), WriteGate.OPEN));
  }

  /**
   * Milliseconds between two reads, folder of a host, {@code kernel} for {@link LinkStats}; answers
   * each line on stdin.
   */
  public static void main(String[] words) throws Exception {
    FastLoop loop =
        new FastLoop(
            Path.of(words[1]),
            Duration.ofMillis(Long.parseLong(words[0])),
            List.of(words).contains("kernel"));
    var _ = loop.sweeps.follow(loop.known.keySet());
    System.out.println(loop.known.size());
    answer(line -> line.equals("rounds") ? Long.toString(loop.backToBack()) : loop.told());
  }

  /** Until nobody asks any more. */
  static void answer(UnaryOperator<String> told) throws IOException {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(told.apply(line));
      }
    }
    System.exit(0);
  }

  /**
   * Reads of all ports, counters of a port, CPU nanoseconds of the polling thread, slowed ports.
   */
  private String told() {
    List<Burst> bursts =
        sweeps.all().flatMap(one -> one.poll().bursts(Instant.EPOCH).stream()).toList();
    Map<PortId, Long> reads =
        bursts.stream().collect(Collectors.toMap(Burst::port, Burst::reads, Math::max));
    long counters = bursts.stream().map(Burst::counter).distinct().count();
    long slowed = sweeps.all().filter(one -> one.poll().pollRate().isSlowed()).count();
    return reads.values().stream().mapToLong(Long::longValue).sum()
        + (" " + counters + " " + cpu("poll fast") + " " + slowed);
  }

  /** CPU nanoseconds of the thread of that name. */
  static long cpu(String name) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (long id : threads.getAllThreadIds()) {
      var info = threads.getThreadInfo(id);
      if (info != null && info.getThreadName().equals(name)) {
        return threads.getThreadCpuTime(id);
      }
    }
    return 0;
  }
}
