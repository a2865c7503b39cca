package dev.losslessd.transport.netlink;

import dev.losslessd.transport.Errno;
import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import java.lang.foreign.Arena;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * RDMA netlink of this host: devices, ports, queue pairs and counters, without a file and without
 * privileges. For one caller at a time.
 */
public final class RdmaClient extends NetlinkClient {
  private static final int ONE = Dcbnl.NLM_F_REQUEST | Dcbnl.NLM_F_ACK;
  private static final int ALL = ONE | Rdmanl.NLM_F_DUMP;

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
    return ask("RDMA GET", out -> out.begin(Rdmanl.GET, ALL), RdmaReplies::devices);
  }

  /**
   * Returns how many queue pairs a device has, management ones too; costs the device nothing.
   *
   * @throws TransportException GONE if there is no such device
   */
  public long queuePairCount(RdmaDevice device) {
    return ask("RDMA RES_GET", out -> out.begin(Rdmanl.RES_GET, ALL), RdmaReplies::summaries)
        .stream()
        .filter(summary -> summary.device().equals(device.name()))
        .mapToLong(RdmaReplies.Summary::queuePairs)
        .findFirst()
        .orElseThrow(() -> TransportException.gone("RDMA RES_GET: no device " + device.name()));
  }

  /** All queue pairs of a device. Each costs a firmware command: look at their number first. */
  public List<QueuePair> queuePairs(RdmaDevice device) {
    return ask(
        "RDMA RES_QP_GET",
        out -> out.begin(Rdmanl.RES_QP_GET, ALL).attributeU32(Rdmanl.DEV_INDEX, device.index()),
        RdmaReplies::queuePairs);
  }

  /** Processes that use a device, by their protection domains; costs the device nothing. */
  public List<Integer> ownersOfDomains(RdmaDevice device) {
    return ask(
        "RDMA RES_PD_GET",
        out -> out.begin(Rdmanl.RES_PD_GET, ALL).attributeU32(Rdmanl.DEV_INDEX, device.index()),
        RdmaReplies::ownersOfDomains);
  }

  /** How the queue pairs of a port get counters of their own; costs the device nothing. */
  public QueuePairMode queuePairMode(RdmaDevice device, int port) {
    // the kernel wants a mode in this request, and answers with the one that the port has
    return ask(
        "RDMA STAT_GET mode " + device.name() + "/" + port,
        out ->
            ofPort(out, Rdmanl.STAT_GET, ONE, device.index(), port)
                .attributeU32(Rdmanl.STAT_RES, Rdmanl.RES_QP)
                .attributeU32(Rdmanl.STAT_MODE, Rdmanl.MODE_MANUAL),
        RdmaReplies::queuePairMode);
  }

  /**
   * The counters of bound queue pairs. Each set costs a firmware command, and names its queue
   * pairs: look at their number first.
   */
  public List<QueuePairSet> queuePairSets(RdmaDevice device, int port) {
    return ask(
        "RDMA STAT_GET sets " + device.name() + "/" + port,
        out ->
            ofPort(out, Rdmanl.STAT_GET, ALL, device.index(), port)
                .attributeU32(Rdmanl.STAT_RES, Rdmanl.RES_QP),
        RdmaReplies::queuePairSets);
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
    try {
      return ask(
          "RDMA STAT_GET_STATUS " + device.name() + "/" + port,
          out -> ofPort(out, Rdmanl.STAT_GET_STATUS, ONE, device.index(), port),
          RdmaReplies::optional);
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
    write(
        "RDMA optional counters " + where,
        "RDMA STAT_SET " + where,
        out ->
            ofPort(out, Rdmanl.STAT_SET, ONE, device.index(), port)
                .attribute(
                    Rdmanl.STAT_HWCOUNTERS | Dcbnl.NLA_F_NESTED,
                    nest ->
                        counters.forEach(one -> nest.attributeU32(Rdmanl.STAT_INDEX, one.index()))),
        reply -> reply.one(Rdmanl.STAT_SET));
  }

  /** Begins a message about a port. */
  static MessageWriter ofPort(MessageWriter out, int type, int flags, long device, int port) {
    return out.begin(type, flags)
        .attributeU32(Rdmanl.DEV_INDEX, device)
        .attributeU32(Rdmanl.PORT_INDEX, port);
  }
}
