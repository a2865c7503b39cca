package dev.losslessd.app;

import dev.losslessd.bench.SnmpFleet;
import dev.losslessd.metrics.Board;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Effort;
import dev.losslessd.model.PortId;
import dev.losslessd.poll.DevicePoll;
import dev.losslessd.transport.snmp.SnmpSocket;
import java.time.Duration;
import java.time.InstantSource;
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
    Board board = new Board();
    LongAdder sweeps = new LongAdder();
    List<DevicePoll> polls = new ArrayList<>();
    try (SnmpSocket socket = new SnmpSocket()) {
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
                new Together(
                    device, SnmpFleet.sweepers(socket, n), period.dividedBy(5).multipliedBy(4)),
                InstantSource.system(),
                System::nanoTime,
                sweep -> {
                  board.accept(sweep);
                  sweeps.increment();
                }));
      }
      try (DeviceSweeps running = new DeviceSweeps(polls)) {
        running.start();
        System.out.println("running");
        for (int n = 0; n < Integer.parseInt(words[3]); n++) {
          Thread.sleep(period);
          System.out.println(line(running.efforts(), sweeps.sum()));
        }
      }
    }
    System.exit(0);
  }

  /** Sweeps of ports, missed, PDUs, retries, timeouts, median and longest seconds of a sweep. */
  private static String line(List<Effort> efforts, long sweeps) {
    double[] seconds =
        efforts.stream().mapToDouble(one -> one.seconds().orElse(0)).sorted().toArray();
    return sweeps
        + " "
        + efforts.stream().mapToLong(Effort::missed).sum()
        + " "
        + efforts.stream().mapToLong(Effort::pdus).sum()
        + " "
        + efforts.stream().mapToLong(Effort::retries).sum()
        + " "
        + efforts.stream().mapToLong(Effort::timeouts).sum()
        + " "
        + seconds[seconds.length / 2]
        + " "
        + seconds[seconds.length - 1];
  }
}
