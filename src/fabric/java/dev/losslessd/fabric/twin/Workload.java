package dev.losslessd.fabric.twin;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What the hosts do: a steady exchange between equal rails, bursts in which all ports send to one,
 * and now and then a host that is slow to take what it gets. All of it from one seed.
 */
final class Workload {
  private static final double MOST_STEADY = 0.5;

  private final List<TwinPort> ports;
  private final Random random;
  private double toBurstMicros;
  private double toHiccupMicros;
  private int percent;

  Workload(List<TwinPort> ports, Random random, int percent) {
    this.ports = ports;
    this.random = random;
    this.percent = percent;
    this.toBurstMicros = between(20_000, 120_000);
    this.toHiccupMicros = between(100_000, 400_000);
  }

  void percent(int load) {
    percent = load;
  }

  double steadyMbps(TwinPort port) {
    return port.mbps() * MOST_STEADY * percent / 100;
  }

  /** Flows that begin in this slice. */
  List<Flow> begin(double micros, List<EgressQueue> queues) {
    if (percent == 0) {
      return List.of();
    }
    hiccup(micros);
    toBurstMicros -= micros;
    if (toBurstMicros > 0) {
      return List.of();
    }
    toBurstMicros = between(100_000, 400_000) * 40 / percent;
    return burst(queues.get(random.nextInt(queues.size())));
  }

  private List<Flow> burst(EgressQueue victim) {
    double micros = between(2_000, 8_000);
    List<Flow> flows = new ArrayList<>();
    if (!victim.port().linkUp()) {
      return flows;
    }
    for (TwinPort from : ports) {
      // nothing begins over a dark cable: it would wait, and a minute's bursts are thousands
      if (from != victim.port() && from.linkUp()) {
        long packets = (long) (from.lineBytes(micros) / ports.size() / from.packetBytes());
        flows.add(Flow.burst(from, victim, Math.max(1, packets)));
      }
    }
    return flows;
  }

  private void hiccup(double micros) {
    toHiccupMicros -= micros;
    if (toHiccupMicros <= 0) {
      toHiccupMicros = between(400_000, 1_500_000);
      TwinPort slow = ports.get(random.nextInt(ports.size()));
      slow.drainFactor = 0.1;
      slow.drainMicrosLeft = between(1_000, 4_000);
    }
  }

  private double between(double low, double high) {
    return low + random.nextDouble() * (high - low);
  }
}
