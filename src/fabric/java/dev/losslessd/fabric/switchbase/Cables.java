package dev.losslessd.fabric.switchbase;

import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.host.FakeHost;
import dev.losslessd.fabric.host.NicIdentity;
import dev.losslessd.fabric.twin.Twin;
import dev.losslessd.fabric.twin.TwinPort;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/**
 * Which NICs hang on which switch. With no more switches than a host has NICs, NIC n of every host
 * is on switch n modulo their number: a rail each. With more of them the NICs are dealt out in
 * turn. Two hosts of other people are behind the NICs on each; the first of them are the servers
 * that are boxes of their own, two cables each.
 *
 * @param switches how many there are
 * @param servers names of such servers
 */
public record Cables(
    int switches, List<String> servers, List<FakeHost> hosts, Twin twin, Pace pace) {
  private static final int OTHERS = 2;

  /** NICs of such a server that a cable hangs on, from the first of this number. */
  private static final int FIRST_UPLINK = 2;

  private static final int UPLINKS = 2;

  /** Line rate, in Gb/s, of an ESXi server's NICs, which the twin does not model. */
  public static final int SERVER_GBPS = 100;

  /**
   * The ports of one switch.
   *
   * @param index of it, from 0
   * @param name of port n, from 1
   * @param ifIndex of port n
   */
  public List<SwitchPort> ports(int index, IntFunction<String> name, IntUnaryOperator ifIndex) {
    List<SwitchPort> ports = new ArrayList<>();
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
      ports.add(port(index, number, name, ifIndex, gbps, other(index, n, number), traffic));
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

  /**
   * The ports of one server: of NICs from vmnic0, of which two have cables.
   *
   * @param server which of them, from 0
   */
  public List<SwitchPort> serverPorts(int server, int nics) {
    List<SwitchPort> ports = new ArrayList<>();
    for (int n = 0; n < nics; n++) {
      String name = "vmnic" + n;
      Neighbour far = Neighbour.silent("leaf", "unknown", serverMac(server, n));
      SteadyTraffic traffic = new SteadyTraffic(micros(), 20_000L * (n + 1));
      ports.add(
          new SwitchPort(
              n + 1, name, n + 1, SERVER_GBPS, serverMac(server, n), far, new Traffic(traffic)));
    }
    return ports;
  }

  private static String serverMac(int server, int nic) {
    return "b8:ce:f6:7a:%02x:%02x".formatted(server, 0x10 + nic);
  }

  /** Cables of servers are dealt out in turn: the first port of others of each switch first. */
  private Neighbour other(int index, int n, int number) {
    int cable = (n - 1) * switches + index;
    int server = cable / UPLINKS;
    int nic = FIRST_UPLINK + cable % UPLINKS;
    return server < servers.size()
        ? Neighbour.silent(servers.get(server), "vmnic" + nic, serverMac(server, nic))
        : store(index, n, number);
  }

  private static Neighbour store(int index, int n, int number) {
    return new Neighbour(
        "store%02d".formatted(n),
        "eth" + index,
        "3c:ec:ef:51:%02x:%02x".formatted(index, number),
        "10.%d.0.%d".formatted(40 + index, 200 + n));
  }

  private static SwitchPort port(
      int index,
      int number,
      IntFunction<String> name,
      IntUnaryOperator ifIndex,
      int gbps,
      Neighbour neighbour,
      Traffic.Source traffic) {
    String mac = "f4:ee:31:%02x:1c:%02x".formatted(0x80 + index, 8 + 4 * number);
    return new SwitchPort(
        number,
        name.apply(number),
        ifIndex.applyAsInt(number),
        gbps,
        mac,
        neighbour,
        new Traffic(traffic));
  }
}
