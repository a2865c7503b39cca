package dev.losslessd.inventory;

import dev.losslessd.config.Config;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.NetdevAddresses;
import dev.losslessd.driver.NicFirmware;
import dev.losslessd.driver.mlx5.mst.MstConfig;
import dev.losslessd.model.CallTimes;
import dev.losslessd.model.CallTimes.Call;
import dev.losslessd.text.Pattern;
import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.KernelEthtool;
import dev.losslessd.transport.KernelNetlink;
import dev.losslessd.transport.TimedExchange;
import dev.losslessd.transport.UnixExchange;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.lldp.LldpListener;
import dev.losslessd.transport.netlink.DcbClient;
import dev.losslessd.transport.netlink.EventSource;
import dev.losslessd.transport.netlink.NetlinkEvents;
import dev.losslessd.transport.netlink.RdmaClient;
import dev.losslessd.transport.sysfs.HostFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/**
 * The kernel of this host, or the folder of a fabric process that answers the same bytes.
 *
 * @param root folder that holds sys and proc
 * @param sockets folder with netlink.sock, netlink-events.sock, rdma.sock, ethtool.sock and
 *     lldp.sock; empty for the real kernel
 * @param deadline longest wait for one answer
 * @param patience the same for a conversation that writes: a driver may take seconds for a SET, and
 *     what was left alone still happens
 * @param gate asked before every write
 * @param firmware one for all users, as its answers take long and are kept
 * @param addresses one for all users: who looks tells what a write has cost
 * @param nanos a clock that never jumps
 * @param callTimes told how long the kernel's answers over netlink take
 */
public record Kernel(
    Path root,
    Optional<Path> sockets,
    Duration deadline,
    Duration patience,
    WriteGate gate,
    NicFirmware firmware,
    NetdevAddresses addresses,
    LongSupplier nanos,
    CallTimes callTimes) {
  /** A query of a NIC takes seconds, longer while another program has its lock. */
  private static final Duration PATIENCE_WITH_FIRMWARE = Duration.ofSeconds(60);

  public Kernel(
      Path root, Optional<Path> sockets, Duration deadline, WriteGate gate, LongSupplier nanos) {
    this(
        root,
        sockets,
        deadline,
        deadline,
        gate,
        new MstConfig(root, PATIENCE_WITH_FIRMWARE, gate, nanos),
        new NetdevAddresses(),
        nanos,
        CallTimes.UNTOLD);
  }

  /** The host's kernel, whose answers are timed. */
  public static Kernel of(Config config, WriteGate gate, LongSupplier nanos, CallTimes callTimes) {
    Config.Host host = config.host();
    return new Kernel(host.root(), host.sockets(), config.poll().deadline(), gate, nanos)
        .waiting(config.poll().deadline(), config.commit().deviceDeadline(), callTimes);
  }

  private Kernel waiting(Duration answer, Duration conversation, CallTimes told) {
    return new Kernel(root, sockets, answer, conversation, gate, firmware, addresses, nanos, told);
  }

  /** Files of the host; any thread may read them. */
  public HostFiles files() {
    return new HostFiles(root, gate);
  }

  /** A new way in for one user who writes. */
  HostAccess openForWriting() {
    return waiting(patience, patience, callTimes).open();
  }

  /** A new way in, for one user. */
  public HostAccess open() {
    return access(files(), false);
  }

  /**
   * Opens access on the calling thread, which a call may hold up. That saves three threads, and the
   * wake-ups on both sides of each call.
   */
  HostAccess openInPlace() {
    return access(files().inPlace(), true);
  }

  private HostAccess access(HostFiles files, boolean inPlace) {
    Exchange netlink = exchange("netlink.sock", KernelNetlink::route, inPlace);
    return new HostAccess(
        files,
        new DcbClient(timed("route", netlink), gate),
        new EthtoolClient(exchange("ethtool.sock", KernelEthtool::new, inPlace), gate),
        rdma(inPlace),
        firmware,
        addresses);
  }

  /**
   * A new way to RDMA alone, for one user.
   *
   * @param inPlace on the calling thread, which a call may hold up
   */
  RdmaClient rdma(boolean inPlace) {
    Exchange exchange = exchange("rdma.sock", KernelNetlink::rdma, inPlace);
    return new RdmaClient(timed("rdma", exchange), gate);
  }

  private Exchange timed(String family, Exchange exchange) {
    return new TimedExchange(exchange, nanos, callTimes.of(Call.NETLINK_CALL, family));
  }

  private Exchange exchange(
      String socket, BiFunction<Duration, Boolean, Exchange> kernel, boolean inPlace) {
    return sockets
        .<Exchange>map(folder -> new UnixExchange(folder.resolve(socket), deadline, inPlace))
        .orElseGet(() -> kernel.apply(deadline, inPlace));
  }

  public EventSource events() {
    return sockets
        .map(folder -> NetlinkEvents.unix(folder.resolve("netlink-events.sock")))
        .orElseGet(NetlinkEvents::kernel);
  }

  /**
   * Listens for LLDP frames that the NICs receive from their switches.
   *
   * @param interfaces indexes of their netdevs
   */
  LldpListener lldp(Collection<Integer> interfaces, InputLimits.Lldp limits) {
    return sockets
        .map(folder -> LldpListener.unix(folder.resolve("lldp.sock"), limits))
        .orElseGet(() -> LldpListener.kernel(interfaces, limits));
  }

  /** Changes at every boot of the host; the NICs are factory new then. */
  public String bootId() {
    return files().tryText("proc/sys/kernel/random/boot_id").orElse("unknown");
  }

  /**
   * Time since the host's boot, suspended or not, by CLOCK_BOOTTIME (fs/proc/uptime.c); empty where
   * there is none.
   */
  public Optional<Duration> sinceBoot() {
    return files()
        .tryText("proc/uptime")
        .filter(text -> Pattern.matches("\\d{1,10}\\.\\d{2} .*", text))
        .map(
            text -> Duration.ofMillis(Long.parseLong(text.split(" ", 2)[0].replace(".", "")) * 10));
  }
}
