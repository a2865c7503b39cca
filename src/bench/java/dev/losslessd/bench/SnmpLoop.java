package dev.losslessd.bench;

import dev.losslessd.driver.DeviceSweeper;
import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.SnmpSweeper;
import dev.losslessd.metrics.Facts;
import dev.losslessd.metrics.LabelFacts;
import dev.losslessd.metrics.LatestCounters;
import dev.losslessd.metrics.ManagementFacts;
import dev.losslessd.metrics.Page;
import dev.losslessd.metrics.PageFormat;
import dev.losslessd.metrics.PageRequest;
import dev.losslessd.metrics.PollStats;
import dev.losslessd.metrics.StateFacts;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.transport.DeviceInput;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpSocket;
import dev.losslessd.transport.snmp.SnmpTarget;
import dev.losslessd.transport.snmp.SnmpVersion;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The measured process of {@code bench snmp}: sweeps a switch of the rig as the daemon does. */
final class SnmpLoop {
  /** Columns that the daemon reads from a Nexus. */
  static final SnmpColumns COLUMNS =
      new SnmpColumns()
          .ifMib()
          .byPriority(
              Signal.PFC_PAUSE_FRAMES, Direction.TX, "cpfcIfPriorityRequests", RigMib.PFC + "2")
          .byPriority(
              Signal.PFC_PAUSE_FRAMES, Direction.RX, "cpfcIfPriorityIndications", RigMib.PFC + "3");

  private final LatestCounters latestCounters = new LatestCounters();
  private final Page page =
      new Page(
          latestCounters,
          () ->
              new Facts(
                  Instant.EPOCH,
                  new DeviceId("bench"),
                  List.of(),
                  List.of(),
                  List.of(),
                  List.of(),
                  List.of(),
                  Map.of(),
                  Map.of(),
                  PollStats.NONE,
                  Set.of(),
                  List.of(),
                  LabelFacts.NONE,
                  StateFacts.NONE),
          () -> ManagementFacts.NONE,
          _ -> new byte[0],
          () -> 100_000);
  private final DeviceSweeper sweeper;
  private final List<PortId> ports;

  private SnmpLoop(SnmpClient snmp, int ports) {
    this.ports =
        IntStream.rangeClosed(1, ports)
            .mapToObj(n -> PortId.parse("leaf1:Ethernet1/" + n))
            .toList();
    this.sweeper =
        new SnmpSweeper(this.ports.getFirst(), snmp, COLUMNS, UnaryOperator.identity())
            .together(Duration.ofSeconds(60))
            .orElseThrow();
  }

  static SnmpClient client(SnmpSocket socket, String name, String address, int pdusPerSecond)
      throws Exception {
    SnmpTarget target =
        new SnmpTarget(
            name,
            InetAddress.getByName(address),
            SnmpRig.PORT,
            new SnmpVersion.V2c("public"::toCharArray),
            Duration.ofSeconds(2),
            2,
            pdusPerSecond,
            25,
            InputLimits.DEFAULT.snmp());
    return new SnmpClient(
        socket,
        target,
        System::nanoTime,
        SnmpLoop::pause,
        DeviceInput.alone(System::nanoTime),
        () -> 0);
  }

  static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Address and number of ports; then on stdin {@code sweep N} or {@code values}. */
  public static void main(String[] words) throws Exception {
    try (SnmpSocket socket = new SnmpSocket(_ -> {});
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      SnmpLoop loop =
          new SnmpLoop(client(socket, "leaf1", words[0], 10_000), Integer.parseInt(words[1]));
      System.out.println("ready");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(
            line.startsWith("sweep")
                ? loop.sweeps(Integer.parseInt(line.substring(6)))
                : loop.values());
      }
    }
  }

  /** Microseconds, numbers and PDUs per sweep with its page. */
  private String sweeps(int times) {
    long pdus = sweeper.toll().pdus();
    int numbers = 0;
    long begun = System.nanoTime();
    for (int n = 0; n < times; n++) {
      numbers = 0;
      for (Sweep sweep : sweeper.sweep(ports, 1000, System.nanoTime())) {
        latestCounters.accept(sweep);
        for (int column = 0; column < sweep.schema().size(); column++) {
          numbers += sweep.has(column) ? 1 : 0;
        }
      }
      page.write(PageRequest.of(PageFormat.PROMETHEUS), OutputStream.nullOutputStream());
    }
    long micros = (System.nanoTime() - begun) / 1000 / times;
    return micros + " " + numbers + " " + (sweeper.toll().pdus() - pdus) / times;
  }

  /** All numbers of one sweep: {@code NAME PORT[ PRIORITY]=VALUE;...}. */
  private String values() {
    StringBuilder text = new StringBuilder();
    for (Sweep sweep : sweeper.sweep(ports, 1000, System.nanoTime())) {
      for (int column = 0; column < sweep.schema().size(); column++) {
        if (sweep.has(column)) {
          text.append(sweep.schema().counters().get(column).rawName())
              .append(' ')
              .append(sweep.port().name())
              .append('=')
              .append(sweep.value(column))
              .append(';');
        }
      }
    }
    return text.toString();
  }
}
