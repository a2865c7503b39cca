package dev.losslessd.app;

import com.sun.management.ThreadMXBean;
import dev.losslessd.model.Burst;
import dev.losslessd.model.Counter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.poll.FastPoll;
import dev.losslessd.transport.TransportException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The measured process of the fast part of {@code bench nic}: the daemon's own fast clock. */
public final class FastLoop {
  private static final Duration DEADLINE = Duration.ofSeconds(2);

  private final Map<PortId, Host> hosts = new HashMap<>();
  private final Map<PortId, List<Counter>> known = new HashMap<>();
  private final FastSweeps sweeps;

  private FastLoop(List<String> folders, Duration every) {
    for (String folder : folders) {
      Path root = Path.of(folder);
      Kernel kernel =
          new Kernel(
              root.resolve("root"),
              Optional.of(root),
              DEADLINE,
              what -> {
                throw new TransportException(TransportException.Kind.CLOSED_GATE, what);
              });
      Host host =
          new Host(new DeviceId(root.getFileName().toString()), kernel, _ -> false, _ -> true);
      host.discover();
      for (Nic nic : host.nics()) {
        hosts.put(nic.port(), host);
        known.put(nic.port(), host.sweeper(nic.port()).sweep(0, 0).schema().counters());
      }
    }
    this.sweeps =
        new FastSweeps(port ->
            new FastPoll(
                port,
                every,
                () ->
                    Optional.ofNullable(hosts.get(port))
                        .flatMap(host -> host.fast(port, known.getOrDefault(port, List.of()))),
                InstantSource.system(),
                System::nanoTime));
  }

  /** Milliseconds between two reads, folders of hosts; answers each line on stdin. */
  public static void main(String[] words) throws Exception {
    FastLoop loop =
        new FastLoop(
            List.of(words).subList(1, words.length), Duration.ofMillis(Long.parseLong(words[0])));
    loop.sweeps.follow(loop.hosts.keySet());
    loop.sweeps.start();
    System.out.println(loop.hosts.size());
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      while (in.readLine() != null) {
        System.out.println(loop.told());
      }
    }
    System.exit(0);
  }

  /**
   * Reads of all ports, counters of a port, CPU nanoseconds of the polling thread, slowed ports.
   */
  private String told() {
    Map<PortId, Long> reads =
        sweeps.bursts(Instant.EPOCH).stream()
            .collect(Collectors.toMap(Burst::port, Burst::reads, Math::max));
    int counters = sweeps.flights().stream().mapToInt(one -> one.counters().size()).max().orElse(0);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long cpu = 0;
    for (long id : threads.getAllThreadIds()) {
      var info = threads.getThreadInfo(id);
      if (info != null && info.getThreadName().equals("poll fast")) {
        cpu = threads.getThreadCpuTime(id);
      }
    }
    long slowed = sweeps.tempos().stream().filter(one -> one.isSlowed()).count();
    return reads.values().stream().mapToLong(Long::longValue).sum()
        + " "
        + counters
        + " "
        + cpu
        + " "
        + slowed;
  }
}
