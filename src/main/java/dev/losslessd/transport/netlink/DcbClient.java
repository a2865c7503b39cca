package dev.losslessd.transport.netlink;

import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.NativeBuffers;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntUnaryOperator;

/** dcbnl of this host's netdevs. For one caller at a time. */
public final class DcbClient extends NetlinkClient {
  /**
   * @param exchange closed with this client
   */
  public DcbClient(Exchange exchange, WriteGate gate) {
    super(exchange, gate, NativeBuffers.of(CAPACITY));
  }

  /**
   * Everything that the netdev's driver tells, in one IEEE_GET.
   *
   * @throws TransportException REFUSED with EOPNOTSUPP where the driver has no dcbnl operations
   */
  public DcbState read(String ifname) {
    return ask(
        seq -> DcbRequests.ieeeGet(request, seq, ifname),
        (answer, seq) -> DcbReplies.state(answer, seq, ifname));
  }

  /**
   * Whether the state of netdevs moved shows in these bytes: those of each, without what only
   * counts. Empty where the kernel refuses; who is not there did not answer.
   *
   * @throws TransportException the exchange failed
   */
  public Map<String, Optional<ByteBuffer>> glance(List<String> ifnames) {
    return new DcbGlance(this).of(ifnames);
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

  private void set(String attribute, String ifname, IntUnaryOperator put) {
    String what = "IEEE_SET " + attribute + " " + ifname;
    int _ =
        write(
            attribute + " " + ifname,
            put,
            (answer, seq) -> DcbReplies.verdict(answer, seq, Dcbnl.CMD_IEEE_SET, what));
  }

  /** Adds entries, in order, up to the first that the driver refuses. */
  public void addApps(String ifname, List<DcbApp> apps) {
    int _ =
        write(
            "APP " + ifname,
            seq -> DcbRequests.apps(request, Dcbnl.CMD_IEEE_SET, seq, ifname, apps),
            (answer, seq) -> DcbReplies.entries(answer, seq, "IEEE_SET APP " + ifname));
  }

  /** Deletes entries; each must match in selector, priority and protocol. */
  public void deleteApps(String ifname, List<DcbApp> apps) {
    String what = "IEEE_DEL APP " + ifname;
    int _ =
        write(
            "APP delete " + ifname,
            seq -> DcbRequests.apps(request, Dcbnl.CMD_IEEE_DEL, seq, ifname, apps),
            (answer, seq) -> DcbReplies.verdict(answer, seq, Dcbnl.CMD_IEEE_DEL, what));
  }

  /** The DCBX mode, bits of {@link Dcbx}. */
  public int dcbx(String ifname) {
    return ask(
        seq -> DcbRequests.dcbxGet(request, seq, ifname),
        (answer, seq) -> DcbReplies.dcbx(answer, seq, "GDCBX " + ifname));
  }

  /**
   * @throws TransportException REFUSED without an errno: the kernel gives none for this
   */
  public void setDcbx(String ifname, int mode) {
    String what = "SDCBX " + Dcbx.text(mode) + " " + ifname;
    boolean _ =
        write(
            "DCBX " + ifname,
            seq -> DcbRequests.dcbxSet(request, seq, ifname, mode),
            (answer, seq) -> {
              // ice says no when it is in that mode already
              if (!DcbReplies.dcbxTaken(answer, seq, what) && dcbx(ifname) != mode) {
                throw TransportException.refused(what + ": the driver refused this mode");
              }
              return true;
            });
  }
}
