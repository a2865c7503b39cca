package dev.losslessd.inventory;

import dev.losslessd.commit.CommitException;
import dev.losslessd.driver.BatchedStatRead;
import dev.losslessd.driver.Bonds;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Discovery;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.FastReader;
import dev.losslessd.driver.HostAccess;
import dev.losslessd.driver.HostSession;
import dev.losslessd.driver.Lldpad;
import dev.losslessd.driver.NetdevAddresses;
import dev.losslessd.driver.NetdevLink;
import dev.losslessd.driver.QueuePairs;
import dev.losslessd.driver.Session;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.files.Hang;
import dev.losslessd.model.Counter;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FindingRule;
import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.model.Identities;
import dev.losslessd.model.Identity;
import dev.losslessd.model.LinkReading;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Sweep;
import dev.losslessd.model.Target;
import dev.losslessd.model.TimeSource;
import dev.losslessd.transport.TransportException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This host's NICs as they come and go, with a conversation for each user: commits have one,
 * observations another, and every port's poller its own.
 */
public final class Host implements NicReads, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Host.class);

  /** Shortest time between two reads of a file of the fast set. */
  private static final Duration FAST_FILES = Duration.ofMillis(50);

  private final DeviceId id;
  private final TimeSource time;
  private final Kernel kernel;
  private final Predicate<String> excluded;
  private final Predicate<Nic> managed;
  private final HostAccess looking;
  private final HostAccess writing;
  private final HostAccess observing;
  private final HostAccess asking;
  private final NicSettings settings;
  private final QueuePairs queuePairs;
  private final PortUsers users;
  private final DcbChangeDetector dcbChangeDetector;

  private final Identity self;

  private volatile List<Nic> nics = List.of();
  private Map<PortId, String> known = Map.of();
  private volatile Identities told = Identities.NONE;
  private volatile HostSession commitSession;
  private volatile HostSession observeSession;

  /**
   * @param excluded netdev and RDMA device names that are never opened
   * @param managed which of the found NICs this agent sets
   */
  public Host(
      DeviceId id,
      Kernel kernel,
      TimeSource time,
      Predicate<String> excluded,
      Predicate<Nic> managed) {
    this.id = id;
    this.time = time;
    this.kernel = kernel;
    this.excluded = excluded;
    this.managed = managed;
    this.looking = kernel.open();
    this.writing = kernel.openForWriting();
    this.observing = kernel.open();
    this.asking = kernel.open();
    this.settings = new NicSettings(looking);
    this.queuePairs = new QueuePairs(asking.rdma());
    this.users = new PortUsers(asking.files(), queuePairs);
    this.dcbChangeDetector = new DcbChangeDetector(asking.dcb(), time.nanos());
    this.self = MachineId.of(looking.files());
    this.commitSession = new HostSession(id, List.of(), self);
    this.observeSession = new HostSession(id, List.of(), self);
  }

  public DeviceId id() {
    return id;
  }

  public List<Nic> nics() {
    return nics;
  }

  /** Settings that a NIC has here; while its files do not answer, those that it had. */
  public Set<SettingKind> settings(Nic nic) {
    return settings.of(nic);
  }

  /** Files of this host that do not answer now. */
  public List<Hang> hangs() {
    return looking.files().hangs();
  }

  /** Netdevs with a default route, the best first. */
  public List<String> defaultRoutes() {
    return DefaultRoutes.of(looking.files());
  }

  /**
   * Looks again. Sessions are made anew only when something came, went or changed its nature.
   *
   * @return whether the list changed
   */
  public synchronized boolean discover() {
    List<Nic> found;
    try {
      found = find();
    } catch (TransportException e) {
      if (e.kind() != TransportException.Kind.TIMEOUT) {
        throw e;
      }
      LOG.warn("the NICs of this host are not listed: {}", e.getMessage());
      return false;
    }
    Map<PortId, String> natures = new TreeMap<>();
    found.forEach(nic -> natures.put(nic.port(), settings.nature(nic)));
    boolean changed = !natures.equals(known);
    known = natures;
    nics = found;
    if (changed) {
      dcbChangeDetector.forget();
      LOG.info("NIC ports: {}", names(found));
      commitSession = session(found, writing);
      observeSession = session(found, observing);
    }
    told = identify(found);
    return changed;
  }

  private List<Nic> find() {
    return new Discovery(looking.files(), looking.ethtool(), excluded)
        .find(id, nics).stream().filter(managed).toList();
  }

  /** Identities that the NICs report; one without any is left out. */
  private Identities identify(List<Nic> found) {
    Identities all = self();
    for (Nic nic : found) {
      try {
        Target port = Target.port(nic.port());
        Identity one = Identity.port(looking.ethtool().permanentAddress(nic.port().name()));
        all = all.with(Identities.of(port, one));
      } catch (TransportException e) {
        LOG.debug("{} does not tell its address: {}", nic.port(), e.getMessage());
      }
    }
    return all;
  }

  /** This host and its NIC ports as they were when it last looked. */
  Identities identities() {
    return told;
  }

  Identities self() {
    return Identities.of(new Target.Device(id), self);
  }

  public List<Target> targets() {
    return commitSession.targets();
  }

  /** The conversation of commits. */
  public Session session() {
    return commitSession;
  }

  public List<Session> observed() {
    return List.of(observeSession);
  }

  /**
   * A new conversation for the poller of a port, which ends with the sweeper. It is for one
   * platform thread, that of the poller: a read that hangs holds it up.
   */
  public Sweeper sweeper(PortId port) {
    Nic nic = nic(port).orElseThrow(() -> DeviceException.gone(port + " is not there"));
    HostAccess access = kernel.openInPlace().of(port);
    try {
      return new OwnSweeper(Drivers.of(nic).open(nic, access).sweeper(port), access);
    } catch (DeviceException e) {
      access.close();
      throw e;
    } catch (TransportException e) {
      access.close();
      throw Failures.of(port, "counters", e);
    }
  }

  /** Link state of a port, read from the kernel now; empty if not reported. */
  public Optional<LinkReading> link(PortId port) {
    long now = time.ticks();
    return NetdevLink.isUp(observing.files(), port.name()).map(up -> new LinkReading(up, now));
  }

  /** Whether a port was switched off on this host; false where that is not told. */
  public boolean isShut(PortId port) {
    return NetdevLink.isShut(looking.files(), port.name());
  }

  private Optional<Nic> nic(PortId port) {
    return nics.stream().filter(one -> one.port().equals(port)).findFirst();
  }

  @Override
  public Optional<Sweep> everything(PortId port) {
    return nic(port)
        .map(nic -> {
          try (HostAccess access = kernel.open().of(port)) {
            return access.files().together(() -> everything(nic, access));
          } catch (DeviceException | TransportException e) {
            throw new CommitException(
                CommitException.Kind.DEVICE, String.valueOf(e.getMessage()), e);
          }
        });
  }

  private Sweep everything(Nic nic, HostAccess access) {
    try (Session session = Drivers.of(nic).open(nic, access)) {
      return session.sweeper(nic.port()).readAll(time.clock().millis(), time.ticks());
    }
  }

  /** Empty unless this host has the port and its driver tells it. */
  @Override
  public Optional<List<FirmwareEntry>> firmware(PortId port) {
    return nic(port)
        .filter(one -> Drivers.of(one).hasFirmwareSettings())
        .map(nic -> {
          try {
            return kernel.firmware().query(nic.pciAddress());
          } catch (TransportException e) {
            throw new CommitException(
                CommitException.Kind.DEVICE, String.valueOf(e.getMessage()), e);
          }
        });
  }

  /**
   * Creates a reader of a port's fast counters; empty where it has no RDMA device now.
   *
   * @param every time from one read to the next
   */
  public Optional<FastReader> fast(PortId port, List<Counter> known, Duration every) {
    return nic(port)
        .filter(one -> !one.rdmaDevice().isEmpty())
        .map(nic -> new FastReader(nic, looking.of(port).files(), known, filesEvery(every)));
  }

  private static int filesEvery(Duration every) {
    return (int) Math.max(1, Math.ceilDiv(FAST_FILES.toNanos(), every.toNanos()));
  }

  /** A new conversation for the fast clock of all ports, which may hold up who reads. */
  public BatchedStatRead volley() {
    return new BatchedStatRead(kernel.rdma(true));
  }

  /** Ports whose connected queue pairs a bounce of the link would break, asked now. */
  public Set<PortId> connected() {
    return queuePairs.connected(nics);
  }

  /** Processes with queue pairs on a port, in words, as last looked at; see {@link PortUsers}. */
  public String users(PortId port) {
    return users.text(port);
  }

  /** Looks who has queue pairs on the ports of which that was asked. */
  public void lookAtUsers() {
    users.look(nics);
  }

  /** These ports, and the members of those that are bonds. */
  public Set<PortId> withMembers(Set<PortId> ports) {
    return Bonds.withMembers(ports, nics, asking.files());
  }

  /** Who sent a notice of the kernel. */
  public String writer(int netlinkPort) {
    return new DcbWriterLookup(asking.files()).of(netlinkPort);
  }

  /** Whether the DCB state of a NIC is another than when this was last asked. */
  public synchronized boolean moved() {
    return dcbChangeDetector.moved(nics);
  }

  /** That lldpad writes DCB settings too, if it runs. */
  Optional<Finding> twoSources() {
    return Lldpad.running(asking.files())
        .map(why -> FindingRule.TWO_DCB_SOURCES.at(id.name(), why));
  }

  /** Findings on addresses that netdevs lost when a write took them down, and lack still. */
  Stream<Finding> lostAddresses() {
    return nics.stream()
        .map(Nic::port)
        .flatMap(port -> {
          var lost = asking.addresses().missing(port.name(), asking.files());
          return lost.isEmpty()
              ? Stream.empty()
              : Stream.of(
                  FindingRule.ADDRESSES_LOST.at(port.toString(), NetdevAddresses.text(lost)));
        });
  }

  @Override
  public void close() {
    Stream.of(looking, writing, observing, asking).forEach(HostAccess::close);
  }

  private HostSession session(List<Nic> found, HostAccess access) {
    List<Session> sessions = new ArrayList<>();
    for (Nic nic : found) {
      try {
        HostAccess own = access.of(nic.port());
        sessions.add(own.files().together(() -> Drivers.of(nic).open(nic, own)));
      } catch (DeviceException e) {
        LOG.warn("{} is left out: {}", nic.port(), e.getMessage());
      } catch (TransportException e) {
        LOG.warn("{} is left out until it can be read: {}", nic.port(), e.getMessage());
        known = Map.of(); // the next look opens all anew
      }
    }
    return new HostSession(id, sessions, self);
  }

  private static List<String> names(List<Nic> nics) {
    return nics.stream().map(NicSettings::name).toList();
  }
}
