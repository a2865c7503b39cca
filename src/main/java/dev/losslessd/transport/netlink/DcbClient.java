package dev.losslessd.transport.netlink;

import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.NativeBuffers;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import java.util.function.IntUnaryOperator;

/**
 * dcbnl of this host's netdevs. Every write passes the gate first, and every request has its own
 * sequence number: an unread acknowledgement of an earlier one can never pass for this one's. For
 * one caller at a time.
 */
public final class DcbClient implements AutoCloseable {
  private static final int CAPACITY = 65_536;

  private final Exchange exchange;
  private final WriteGate gate;
  private final MemorySegment request = NativeBuffers.of(CAPACITY);
  private final MemorySegment reply = NativeBuffers.of(CAPACITY);
  private int sequence;

  /**
   * @param exchange closed with this client
   */
  public DcbClient(Exchange exchange, WriteGate gate) {
    this.exchange = exchange;
    this.gate = gate;
  }

  /**
   * Everything that the netdev's driver tells, in one IEEE_GET.
   *
   * @throws TransportException REFUSED with EOPNOTSUPP where the driver has no dcbnl operations
   */
  public DcbState read(String ifname) {
    int seq = next();
    return DcbReplies.state(ask(DcbRequests.ieeeGet(request, seq, ifname)), seq, ifname);
  }

  /**
   * Whether the state of netdevs moved shows in these bytes: those of each, without what only
   * counts. Empty where the kernel refuses; who is not there did not answer.
   *
   * @throws TransportException the exchange failed
   */
  public Map<String, Optional<ByteBuffer>> glance(List<String> ifnames) {
    return new DcbGlance(exchange, request, reply, this::next).of(ifnames);
  }

  /** The whole struct: read, change, write, or delay and macsec bypass are lost. */
  public void setPfc(String ifname, IeeePfc pfc) {
    set("PFC", ifname, seq -> DcbRequests.pfcSet(request, seq, ifname, pfc));
  }

  public void setEts(String ifname, IeeeEts ets) {
    set("ETS", ifname, seq -> DcbRequests.etsSet(request, seq, ifname, ets));
  }

  /**
   * @param kbit Kbit/s of each of 8 traffic classes, 0 = no limit
   */
  public void setMaxRate(String ifname, List<Long> kbit) {
    set("MAXRATE", ifname, seq -> DcbRequests.maxRateSet(request, seq, ifname, kbit));
  }

  public void setBuffer(String ifname, DcbBuffer buffer) {
    set("BUFFER", ifname, seq -> DcbRequests.bufferSet(request, seq, ifname, buffer));
  }

  /** Adds entries, in order, up to the first that the driver refuses. */
  public void addApps(String ifname, List<DcbApp> apps) {
    write(
        "APP",
        ifname,
        seq -> {
          int length = DcbRequests.apps(request, Dcbnl.CMD_IEEE_SET, seq, ifname, apps);
          DcbReplies.entries(ask(length), seq, "IEEE_SET APP " + ifname);
        });
  }

  /** Deletes entries; each must match in selector, priority and protocol. */
  public void deleteApps(String ifname, List<DcbApp> apps) {
    write(
        "APP delete",
        ifname,
        seq -> {
          int length = DcbRequests.apps(request, Dcbnl.CMD_IEEE_DEL, seq, ifname, apps);
          DcbReplies.verdict(ask(length), seq, Dcbnl.CMD_IEEE_DEL, "IEEE_DEL APP " + ifname);
        });
  }

  /** The DCBX mode, bits of {@link Dcbx}. */
  public int dcbx(String ifname) {
    int seq = next();
    return DcbReplies.dcbx(ask(DcbRequests.dcbxGet(request, seq, ifname)), seq, "GDCBX " + ifname);
  }

  /**
   * @throws TransportException REFUSED without an errno: the kernel gives none for this
   */
  public void setDcbx(String ifname, int mode) {
    String what = "SDCBX " + Dcbx.text(mode) + " " + ifname;
    write(
        "DCBX",
        ifname,
        seq -> {
          int length = DcbRequests.dcbxSet(request, seq, ifname, mode);
          // ice says no when it is in that mode already
          if (!DcbReplies.dcbxTaken(ask(length), seq, what) && dcbx(ifname) != mode) {
            throw new TransportException(
                TransportException.Kind.REFUSED, what + ": the driver refused this mode");
          }
        });
  }

  /**
   * @param send given the sequence number of the request
   */
  private void write(String what, String ifname, IntConsumer send) {
    gate.through(
        "netlink " + what + " " + ifname,
        () -> {
          send.accept(next());
          return true;
        });
  }

  /**
   * @param put writes the request of a sequence number, and returns its length
   */
  private void set(String attribute, String ifname, IntUnaryOperator put) {
    String what = "IEEE_SET " + attribute + " " + ifname;
    write(
        attribute,
        ifname,
        seq -> DcbReplies.verdict(ask(put.applyAsInt(seq)), seq, Dcbnl.CMD_IEEE_SET, what));
  }

  private MemorySegment ask(int length) {
    return reply.asSlice(0, exchange.exchange(request, length, reply));
  }

  private int next() {
    return next(1);
  }

  /** The first of so many, one after the other. */
  private int next(int count) {
    int first = sequence > Integer.MAX_VALUE - count ? 1 : sequence + 1;
    sequence = first + count - 1;
    return first;
  }

  @Override
  public void close() {
    exchange.close();
  }
}
