package dev.losslessd.fabric.box;

import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.host.FakeHost;
import dev.losslessd.fabric.host.NicIdentity;
import dev.losslessd.twin.Twin;
import dev.losslessd.twin.TwinPort;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/**
 * Which NICs hang on which switch. With no more switches than a host has NICs, NIC n of every host
 * is on switch n modulo their number: a rail each. With more of them the NICs are dealt out in
 * turn. Two hosts of other people are behind the NICs on each.
 *
 * @param switches how many there are
 */
public record Cables(int switches, List<FakeHost> hosts, Twin twin, Pace pace) {
  private static final int OTHERS = 2;

  /**
   * The ports of one switch.
   *
   * @param index of it, from 0
   * @param name of port n, from 1
   * @param ifIndex of port n
   */
  public List<FrontPort> ports(int index, IntFunction<String> name, IntUnaryOperator ifIndex) {
    List<FrontPort> ports = new ArrayList<>();
    int gbps = 100;
    for (int h = 0; h < hosts.size(); h++) {
      List<TwinPort> nics = hosts.get(h).ports();
      for (int n = 0; n < nics.size(); n++) {
        if (at(h, n, nics.size()) == index) {
          TwinPort nic = nics.get(n);
          gbps = (int) (nic.mbps() / 1000);
          NicIdentity identity = new NicIdentity(nic.id().device(), h, n, gbps, nic.id().name());
          NicTraffic traffic = new NicTraffic(twin, nic);
          int number = ports.size() + 1;
          ports.add(port(index, number, name, ifIndex, gbps, neighbour(identity), traffic));
        }
      }
    }
    for (int n = 1; n <= OTHERS; n++) {
      int number = ports.size() + 1;
      SteadyTraffic traffic = new SteadyTraffic(micros(), 50_000L * n);
      ports.add(port(index, number, name, ifIndex, gbps, store(index, n, number), traffic));
    }
    return ports;
  }

  private int at(int host, int nic, int nics) {
    return (switches <= nics ? nic : host * nics + nic) % switches;
  }

  private LongSupplier micros() {
    long start = pace.nanos();
    return () -> (pace.nanos() - start) / 1000;
  }

  private static Neighbour neighbour(NicIdentity nic) {
    return new Neighbour(nic.host().name(), nic.netdev(), nic.mac(), nic.ipv4());
  }

  private static Neighbour store(int index, int n, int number) {
    return new Neighbour(
        "store%02d".formatted(n),
        "eth" + index,
        "3c:ec:ef:51:%02x:%02x".formatted(index, number),
        "10.%d.0.%d".formatted(40 + index, 200 + n));
  }

  private static FrontPort port(
      int index,
      int number,
      IntFunction<String> name,
      IntUnaryOperator ifIndex,
      int gbps,
      Neighbour neighbour,
      Traffic traffic) {
    String mac = "f4:ee:31:%02x:1c:%02x".formatted(0x80 + index, 8 + 4 * number);
    return new FrontPort(
        number, name.apply(number), ifIndex.applyAsInt(number), gbps, mac, neighbour, traffic);
  }
}
