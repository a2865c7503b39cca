package dev.losslessd.transport.netlink;

import dev.losslessd.transport.Errno;
import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * RDMA netlink of this host: devices, ports, queue pairs and counters, without a file and without
 * privileges. For one caller at a time.
 */
public final class RdmaClient extends NetlinkClient {
  private final RdmaVolley volley = new RdmaVolley(this);

  /**
   * @param exchange closed with this client
   */
  public RdmaClient(Exchange exchange, WriteGate gate) {
    super(exchange, gate, Arena.ofAuto().allocate(4096, 8));
  }

  /**
   * Whether a failure means that this kernel has no RDMA netlink, now and for ever: no ib_core, or
   * a sandbox without the protocol.
   */
  public static boolean isLacking(TransportException e) {
    return Set.of(Errno.EPROTONOSUPPORT, Errno.EAFNOSUPPORT, Errno.EOPNOTSUPP, Errno.EPERM)
        .contains(e.errno());
  }

  /**
   * @throws TransportException REFUSED with EPROTONOSUPPORT where the kernel has no RDMA
   */
  public List<RdmaDevice> devices() {
    return ask(seq -> RdmaRequests.devices(request, seq), RdmaReplies::devices);
  }

  /**
   * Returns how many queue pairs a device has, management ones too; costs the device nothing.
   *
   * @throws TransportException GONE if there is no such device
   */
  public long queuePairCount(RdmaDevice device) {
    return ask(seq -> RdmaRequests.summaries(request, seq), RdmaReplies::summaries).stream()
        .filter(summary -> summary.device().equals(device.name()))
        .mapToLong(RdmaReplies.Summary::queuePairs)
        .findFirst()
        .orElseThrow(() -> TransportException.gone("RDMA RES_GET: no device " + device.name()));
  }

  /** All queue pairs of a device. Each costs a firmware command: look at their number first. */
  public List<QueuePair> queuePairs(RdmaDevice device) {
    return ask(
        seq -> RdmaRequests.queuePairs(request, seq, device.index()), RdmaReplies::queuePairs);
  }

  /** Processes that use a device, by their protection domains; costs the device nothing. */
  public List<Integer> ownersOfDomains(RdmaDevice device) {
    return ask(
        seq -> RdmaRequests.domains(request, seq, device.index()), RdmaReplies::ownersOfDomains);
  }

  /** How the queue pairs of a port get counters of their own; costs the device nothing. */
  public QueuePairMode queuePairMode(RdmaDevice device, int port) {
    String what = "RDMA STAT_GET mode " + device.name() + "/" + port;
    return ask(
        seq -> RdmaRequests.queuePairMode(request, seq, device.index(), port),
        (answer, seq) -> RdmaReplies.queuePairMode(answer, seq, what));
  }

  /**
   * The counters of bound queue pairs. Each set costs a firmware command, and names its queue
   * pairs: look at their number first.
   */
  public List<QueuePairSet> queuePairSets(RdmaDevice device, int port) {
    String what = "RDMA STAT_GET sets " + device.name() + "/" + port;
    return ask(
        seq -> RdmaRequests.queuePairSets(request, seq, device.index(), port),
        (answer, seq) -> RdmaReplies.queuePairSets(answer, seq, what));
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
    String what = "RDMA STAT_GET_STATUS " + device.name() + "/" + port;
    try {
      return ask(
          seq -> RdmaRequests.counterStatus(request, seq, device.index(), port),
          (answer, seq) -> RdmaReplies.optional(answer, seq, what));
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
    String where = device.name() + "/" + port;
    List<Long> indexes = counters.stream().map(OptionalCounter::index).toList();
    MemorySegment _ =
        write(
            "RDMA optional counters " + where,
            seq -> RdmaRequests.enable(request, seq, device.index(), port, indexes),
            (answer, seq) ->
                RdmaReplies.one(answer, seq, Rdmanl.STAT_SET, "RDMA STAT_SET " + where));
  }
}
