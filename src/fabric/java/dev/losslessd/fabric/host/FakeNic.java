package dev.losslessd.fabric.host;

import dev.losslessd.fabric.twin.PortCounters;
import dev.losslessd.fabric.twin.TwinPort;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.IntSupplier;

/** One NIC: what it is, its driver's state, its hardware in the twin, its ordered faults. */
final class FakeNic {
  private final NicIdentity identity;
  private final TwinPort port;
  private final Mlx5Dcb dcb;
  private final Faults faults = new Faults();
  private final long[] requests = new long[Priority.COUNT];
  private final long[] indications = new long[Priority.COUNT];
  private final Set<String> optional = new LinkedHashSet<>();
  private final Map<String, Long> counted = new HashMap<>();
  private boolean present = true;

  /** Number of times that its driver was loaded again. */
  private int registrations;

  /** Number of times that the card in this slot was replaced. */
  private int replaced;

  private int queuePairs;
  private int bounces;
  private boolean dark;
  private final BnxtCc bnxtCc = new BnxtCc(this);
  private final BoundPairs boundPairs = new BoundPairs(this);
  private final JobMark mark;

  FakeNic(NicIdentity identity, TwinPort port) {
    this.identity = identity;
    this.port = port;
    this.mark = new JobMark(port);
    this.dcb = identity.make().dcb(port);
  }

  NicIdentity identity() {
    return identity;
  }

  NicMake make() {
    return identity.make();
  }

  TwinPort port() {
    return port;
  }

  Mlx5Dcb dcb() {
    return dcb;
  }

  Faults faults() {
    return faults;
  }

  /** Permanent MAC address of this card; the address in use may differ. */
  String permanentAddress() {
    return replaced == 0
        ? identity.mac()
        : identity.mac().replaceFirst("..", "b%x".formatted(replaced));
  }

  /** Replaces the card by another one of the same kind. */
  void replace() {
    replaced++;
  }

  /** Index of the network device; 1 is the loopback, and each registration takes a free one. */
  int ifindex() {
    return identity().ifindex() + registrations * NicIdentity.MOST;
  }

  boolean present() {
    return present;
  }

  void present(boolean here) {
    present = here;
  }

  /** Number of connected queue pairs. */
  int queuePairs() {
    return queuePairs;
  }

  void queuePairs(int count) {
    boundPairs.connected(count, queuePairs);
    if (queuePairs == 0) {
      mark.connect();
    }
    queuePairs = count;
  }

  /** Counters of those queue pairs. */
  BoundPairs boundPairs() {
    return boundPairs;
  }

  /** How its packets are marked. */
  JobMark mark() {
    return mark;
  }

  /** Congestion control parameters of a Broadcom NIC. */
  BnxtCc bnxtCc() {
    return bnxtCc;
  }

  /** Names of the optional counters that are enabled. */
  Set<String> optional() {
    return optional;
  }

  void optional(Collection<String> names) {
    optional.clear();
    optional.addAll(names);
  }

  /**
   * Counters that RDMA netlink reports: every hardware counter, and optional ones that are enabled.
   */
  Map<String, Long> hardwareCounters() {
    Map<String, Long> all = new LinkedHashMap<>();
    make().hardware().keySet().forEach(name -> all.put(name, hardwareCounter(name)));
    optional.forEach(name -> {
      CounterNames.Value value = make().optional().get(name);
      if (value != null) {
        all.put(name, value.of(port.counters()));
      }
    });
    return all;
  }

  /** Value of a hardware counter: the twin's count, and what an operator has added. */
  long hardwareCounter(String name) {
    CounterNames.Value value = make().hardware().get(name);
    if (value == null) {
      throw new IllegalArgumentException("'" + name + "' is no hardware counter of this NIC");
    }
    return make().held(name, value.of(port.counters()) + counted.getOrDefault(name, 0L));
  }

  void count(String name, long more) {
    hardwareCounter(name);
    counted.merge(name, more, Long::sum);
  }

  /** Restarts the firmware: every counter is zero, the settings stay. */
  void zero() {
    counted.clear();
    port.zero();
  }

  /** Whether the link does not train. */
  void dark(boolean on) {
    dark = on;
  }

  boolean dark() {
    return dark;
  }

  /**
   * @return the turn of this bounce; a later one takes over
   */
  int beginBounce() {
    return ++bounces;
  }

  boolean isTurn(int turn) {
    return bounces == turn;
  }

  void reset() {
    registrations++;
    dcb.reset();
    bnxtCc.reset();
    mark.reset();
    counted.clear();
    optional.clear();
    boundPairs.on(false);
    Arrays.fill(requests, 0);
    Arrays.fill(indications, 0);
  }

  /** Runs the driver's operation, unless a fault was ordered for it. */
  int write(WriteKind setting, IntSupplier operation) {
    OptionalInt ordered = faults.take(setting);
    return ordered.isPresent() ? ordered.getAsInt() : operation.getAsInt();
  }

  boolean losslessOn(int priority) {
    return port.pfc().contains(Priority.of(priority));
  }

  void storm(Priority priority, boolean on) {
    PrioritySet now = port.storm();
    port.storm(on ? now.with(priority) : now.without(priority));
  }

  /** Refreshes the requests and indications that dcbnl reports, as a full ethtool read does. */
  void refreshPfcCache() {
    PortCounters counters = port.counters();
    for (int n = 0; n < Priority.COUNT; n++) {
      requests[n] = counters.txPause(n);
      indications[n] = counters.rxPause(n);
    }
  }

  long[] cachedRequests() {
    return requests.clone();
  }

  long[] cachedIndications() {
    return indications.clone();
  }
}
