package dev.losslessd.transport.netlink;

import dev.losslessd.transport.Errno;
import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.NativeBuffers;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.List;

/**
 * RDMA netlink of this host: devices, ports, queue pairs and counters, without a file and without
 * privileges. For one caller at a time.
 */
public final class RdmaClient implements AutoCloseable {
  private static final int CAPACITY = 65_536;

  private final Exchange exchange;
  private final WriteGate gate;
  private final MemorySegment request = Arena.ofAuto().allocate(4096, 8);
  private final MemorySegment reply = NativeBuffers.of(CAPACITY);
  private final RdmaVolley volley = new RdmaVolley(this);
  private int sequence;

  /**
   * @param exchange closed with this client
   */
  public RdmaClient(Exchange exchange, WriteGate gate) {
    this.exchange = exchange;
    this.gate = gate;
  }

  /**
   * Whether a failure means that this kernel has no RDMA netlink, now and for ever: no ib_core, or
   * a sandbox without the protocol.
   */
  public static boolean isLacking(TransportException e) {
    return e.errno() == Errno.EPROTONOSUPPORT
        || e.errno() == Errno.EAFNOSUPPORT
        || e.errno() == Errno.EOPNOTSUPP
        || e.errno() == Errno.EPERM;
  }

  /**
   * @throws TransportException REFUSED with EPROTONOSUPPORT where the kernel has no RDMA
   */
  public List<RdmaDevice> devices() {
    int seq = next();
    return RdmaReplies.devices(ask(RdmaRequests.devices(request, seq)), seq);
  }

  /**
   * Returns how many queue pairs a device has, management ones too; costs the device nothing.
   *
   * @throws TransportException GONE if there is no such device
   */
  public long queuePairCount(RdmaDevice device) {
    int seq = next();
    return RdmaReplies.summaries(ask(RdmaRequests.summaries(request, seq)), seq).stream()
        .filter(summary -> summary.device().equals(device.name()))
        .mapToLong(RdmaReplies.Summary::queuePairs)
        .findFirst()
        .orElseThrow(() ->
            new TransportException(
                TransportException.Kind.GONE, "RDMA RES_GET: no device " + device.name()));
  }

  /** All queue pairs of a device. Each costs a firmware command: look at their number first. */
  public List<QueuePair> queuePairs(RdmaDevice device) {
    int seq = next();
    return RdmaReplies.queuePairs(ask(RdmaRequests.queuePairs(request, seq, device.index())), seq);
  }

  /** Processes that use a device, by their protection domains; costs the device nothing. */
  public List<Integer> ownersOfDomains(RdmaDevice device) {
    int seq = next();
    return RdmaReplies.ownersOfDomains(
        ask(RdmaRequests.domains(request, seq, device.index())), seq);
  }

  /** How the queue pairs of a port get counters of their own; costs the device nothing. */
  public QueuePairMode queuePairMode(RdmaDevice device, int port) {
    int seq = next();
    int length = RdmaRequests.queuePairMode(request, seq, device.index(), port);
    return RdmaReplies.queuePairMode(
        ask(length), seq, "RDMA STAT_GET mode " + device.name() + "/" + port);
  }

  /**
   * The counters of bound queue pairs. Each set costs a firmware command, and names its queue
   * pairs: look at their number first.
   */
  public List<QueuePairSet> queuePairSets(RdmaDevice device, int port) {
    int seq = next();
    int length = RdmaRequests.queuePairSets(request, seq, device.index(), port);
    return RdmaReplies.queuePairSets(
        ask(length), seq, "RDMA STAT_GET sets " + device.name() + "/" + port);
  }

  /**
   * Reads the hardware counters of one port.
   *
   * @return whether their names are others than before
   * @throws TransportException as {@link RdmaStats#changed}
   */
  public boolean read(RdmaStats port) {
    volley.read(new RdmaStats[] {port}, 1);
    return port.changed();
  }

  /** Reads the counters of several ports at once. */
  public RdmaVolley volley() {
    return volley;
  }

  /**
   * @throws TransportException REFUSED with EOPNOTSUPP before Linux 5.16
   */
  public List<OptionalCounter> optionalCounters(RdmaDevice device, int port) {
    int seq = next();
    String what = "RDMA STAT_GET_STATUS " + device.name() + "/" + port;
    int length = RdmaRequests.counterStatus(request, seq, device.index(), port);
    try {
      return RdmaReplies.optional(ask(length), seq, what);
    } catch (TransportException e) {
      if (e.errno() == Errno.EINVAL) {
        return List.of(); // before Linux 5.16 there is no such command (rdma_nl_rcv_msg)
      }
      throw e;
    }
  }

  /**
   * Makes these optional counters count and stops all others of the port; they are off again after
   * a reload of the driver.
   */
  public void enableOnly(RdmaDevice device, int port, Collection<OptionalCounter> counters) {
    gate.through(
        "netlink RDMA optional counters " + device.name() + "/" + port,
        () -> {
          enable(device, port, counters);
          return true;
        });
  }

  private void enable(RdmaDevice device, int port, Collection<OptionalCounter> counters) {
    int seq = next();
    String what = "RDMA STAT_SET " + device.name() + "/" + port;
    List<Long> indexes = counters.stream().map(OptionalCounter::index).toList();
    int length = RdmaRequests.enable(request, seq, device.index(), port, indexes);
    RdmaReplies.one(ask(length), seq, Rdmanl.STAT_SET, what);
  }

  /**
   * Sends requests and receives their answer.
   *
   * @return length of the answer in {@link #answer}
   */
  int exchange(MemorySegment messages, int length) {
    return exchange.exchange(messages, length, reply);
  }

  MemorySegment answer() {
    return reply;
  }

  int next() {
    return next(1);
  }

  /** The first of so many numbers that are one after the other. */
  int next(int count) {
    int first = sequence > Integer.MAX_VALUE - count ? 1 : sequence + 1;
    sequence = first + count - 1;
    return first;
  }

  private MemorySegment ask(int length) {
    return reply.asSlice(0, exchange.exchange(request, length, reply));
  }

  @Override
  public void close() {
    exchange.close();
  }
}
