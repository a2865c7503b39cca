package dev.losslessd.transport.netlink;

import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.NativeBuffers;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** dcbnl of this host's netdevs. For one caller at a time. */
public final class DcbClient extends NetlinkClient {
  private static final int APPS = Dcbnl.IEEE_APP_TABLE | Dcbnl.NLA_F_NESTED;

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
        "IEEE_GET " + ifname,
        out -> out.start(Dcbnl.RTM_GETDCB, Dcbnl.CMD_IEEE_GET, ifname),
        reply -> DcbReplies.state(reply, ifname));
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
    set("PFC", ifname, Dcbnl.IEEE_PFC, out -> DcbRequests.pfc(out, pfc));
  }

  public void setEts(String ifname, IeeeEts ets) {
    set("ETS", ifname, Dcbnl.IEEE_ETS, out -> DcbRequests.ets(out, ets));
  }

  /**
   * @param kbit Kbit/s of each of 8 traffic classes, 0 = no limit
   */
  public void setMaxRate(String ifname, List<Long> kbit) {
    set("MAXRATE", ifname, Dcbnl.IEEE_MAXRATE, out -> kbit.forEach(out::u64));
  }

  public void setBuffer(String ifname, DcbBuffer buffer) {
    set("BUFFER", ifname, Dcbnl.IEEE_BUFFER, out -> DcbRequests.buffer(out, buffer));
  }

  private void set(String attribute, String ifname, int type, Consumer<MessageWriter> value) {
    write(
        attribute + " " + ifname,
        "IEEE_SET " + attribute + " " + ifname,
        out -> put(out, Dcbnl.CMD_IEEE_SET, ifname, type, value),
        reply -> DcbReplies.verdict(reply, Dcbnl.CMD_IEEE_SET));
  }

  /**
   * Writes a value below the nest of all. Nests carry NLA_F_NESTED as dcb(8) writes them; the
   * kernel takes both. A nest counts the padding of what is in it, so the inner one is closed
   * first.
   */
  private static void put(
      MessageWriter out, int command, String ifname, int type, Consumer<MessageWriter> value) {
    out.start(Dcbnl.RTM_SETDCB, command, ifname)
        .attribute(Dcbnl.ATTR_IEEE | Dcbnl.NLA_F_NESTED, ieee -> ieee.attribute(type, value));
  }

  /** Adds entries, in order, up to the first that the driver refuses. */
  public void addApps(String ifname, List<DcbApp> apps) {
    write(
        "APP " + ifname,
        "IEEE_SET APP " + ifname,
        out -> put(out, Dcbnl.CMD_IEEE_SET, ifname, APPS, table -> DcbRequests.apps(table, apps)),
        DcbReplies::entries);
  }

  /** Deletes entries; each must match in selector, priority and protocol. */
  public void deleteApps(String ifname, List<DcbApp> apps) {
    write(
        "APP delete " + ifname,
        "IEEE_DEL APP " + ifname,
        out -> put(out, Dcbnl.CMD_IEEE_DEL, ifname, APPS, table -> DcbRequests.apps(table, apps)),
        reply -> DcbReplies.verdict(reply, Dcbnl.CMD_IEEE_DEL));
  }

  /** The DCBX mode, bits of {@link Dcbx}. */
  public int dcbx(String ifname) {
    return ask(
        "GDCBX " + ifname,
        out -> out.start(Dcbnl.RTM_GETDCB, Dcbnl.CMD_GDCBX, ifname),
        reply -> DcbReplies.dcbx(reply, Dcbnl.CMD_GDCBX));
  }

  /**
   * @throws TransportException REFUSED without an errno: the kernel gives none for this
   */
  public void setDcbx(String ifname, int mode) {
    write(
        "DCBX " + ifname,
        "SDCBX " + Dcbx.text(mode) + " " + ifname,
        out ->
            out.start(Dcbnl.RTM_SETDCB, Dcbnl.CMD_SDCBX, ifname)
                .attribute(Dcbnl.ATTR_DCBX, value -> value.u8(mode)),
        reply -> {
          // any status but 0 is a refusal; ice says no when it is in that mode already
          if (DcbReplies.dcbx(reply, Dcbnl.CMD_SDCBX) != 0 && dcbx(ifname) != mode) {
            throw TransportException.refused(reply.what() + ": the driver refused this mode");
          }
          return true;
        });
  }
}
