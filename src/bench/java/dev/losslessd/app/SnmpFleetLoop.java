package dev.losslessd.app;

import dev.losslessd.bench.SnmpFleet;
import dev.losslessd.inventory.LazyDeviceSweeper;
import dev.losslessd.metrics.LatestCounters;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PollCost;
import dev.losslessd.model.PortId;
import dev.losslessd.poll.DevicePoll;
import dev.losslessd.poll.DeviceSchedule;
import dev.losslessd.poll.Threads;
import dev.losslessd.transport.snmp.SnmpSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/** The measured process of {@code bench snmp --fleet}: the daemon's poller of many switches. */
public final class SnmpFleetLoop {
  private SnmpFleetLoop() {}

  /** Switches, ports of each, seconds of a period, periods. */
  public static void main(String[] words) throws Exception {
    int switches = Integer.parseInt(words[0]);
    Duration period = Duration.ofSeconds(Integer.parseInt(words[2]));
    LatestCounters latestCounters = new LatestCounters();
    LongAdder sweeps = new LongAdder();
    List<DevicePoll> polls = new ArrayList<>();
    try (SnmpSocket socket = new SnmpSocket(_ -> {})) {
      for (int n = 0; n < switches; n++) {
        DeviceId device = new DeviceId("leaf" + n);
        List<PortId> ports =
            IntStream.rangeClosed(1, Integer.parseInt(words[1]))
                .mapToObj(port -> new PortId(device, "Ethernet1/" + port))
                .toList();
        polls.add(
            new DevicePoll(
                device,
                "",
                period,
                () -> ports,
                new LazyDeviceSweeper(
                    device, SnmpFleet.sweepers(socket, n), period.dividedBy(5).multipliedBy(4)),
                SystemTime.get(),
                sweep -> {
                  latestCounters.accept(sweep);
                  sweeps.increment();
                }));
      }
      try (Threads threads = SystemThreads.get();
          var running = DeviceSchedule.scheduler(() -> polls, SystemTime.get(), threads)) {
        var _ = running.follow(DeviceSchedule.keys(polls));
        System.out.println("running");
        for (int n = 0; n < Integer.parseInt(words[3]); n++) {
          Thread.sleep(period);
          System.out.println(line(polls.stream().map(DevicePoll::pollCost).toList(), sweeps.sum()));
        }
      }
    }
    System.exit(0);
  }

  /** Sweeps of ports, missed, PDUs, retries, timeouts, median and longest seconds of a sweep. */
  private static String line(List<PollCost> efforts, long sweeps) {
    double[] seconds =
        efforts.stream().mapToDouble(one -> one.seconds().orElse(0)).sorted().toArray();
    return sweeps
        + " "
        + efforts.stream().mapToLong(PollCost::missed).sum()
        + " "
        + efforts.stream().mapToLong(PollCost::pdus).sum()
        + " "
        + efforts.stream().mapToLong(PollCost::retries).sum()
        + " "
        + efforts.stream().mapToLong(PollCost::timeouts).sum()
        + " "
        + seconds[seconds.length / 2]
        + " "
        + seconds[seconds.length - 1];
  }
}
