package dev.losslessd.fabric.host;

import dev.losslessd.fabric.door.AnswerDoor;
import dev.losslessd.fabric.door.Door;
import dev.losslessd.fabric.door.EventDoor;
import dev.losslessd.fabric.twin.TwinPort;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One server of the fabric in a folder of its own: the files of {@code root/sys}, and the kernel's
 * answers on {@code netlink.sock}, {@code netlink-events.sock}, {@code rdma.sock}, {@code
 * ethtool.sock} and {@code lldp.sock}.
 */
public final class FakeHost implements AutoCloseable {
  /** Time that a link is down after a reset. Real optics take about a second; tests must not. */
  private static final Duration BOUNCE = Duration.ofMillis(300);

  private static final int FIRST_PORT_ID = 4000;

  private final DeviceId name;
  private final FabricLock fabricLock;
  private final List<FakeNic> nics;
  private final HostFiles files;
  private final NetTables tables;
  private final EventDoor events;
  private final LldpVoice voice;
  private final DcbResponder dcb;
  private final EthtoolResponder ethtool;
  private final RdmaResponder rdma;
  private final List<Door> doors;
  private final Map<String, ReentrantLock> turns = new ConcurrentHashMap<>();

  private FakeHost(DeviceId name, FabricLock fabricLock, List<FakeNic> nics, Path folder)
      throws IOException {
    this.name = name;
    this.fabricLock = fabricLock;
    this.nics = nics;
    Files.createDirectories(folder);
    this.files = new HostFiles(folder.resolve("root/sys"), fabricLock);
    this.tables = new NetTables(folder.resolve("root"));
    installed(name, Files.createDirectories(folder.resolve("root/etc")));
    Site site = new Kernel();
    this.dcb = new DcbResponder(site, true);
    this.ethtool = new EthtoolResponder(site);
    this.rdma = new RdmaResponder(site, nics);
    for (FakeNic nic : nics) {
      files.appear(nic);
    }
    this.events = new EventDoor(folder.resolve("netlink-events.sock"));
    this.voice = new LldpVoice(folder.resolve("lldp.sock"));
    this.doors =
        List.of(
            AnswerDoor.open(folder.resolve("netlink.sock"), this::answerNetlink),
            AnswerDoor.open(folder.resolve("rdma.sock"), this::answerRdma),
            AnswerDoor.open(folder.resolve("ethtool.sock"), this::answerEthtool));
  }

  /** Writes machine-id(5), derived from the host's name so that a restart keeps it. */
  private static void installed(DeviceId name, Path etc) throws IOException {
    UUID id = UUID.nameUUIDFromBytes(name.name().getBytes(StandardCharsets.UTF_8));
    Files.writeString(etc.resolve("machine-id"), id.toString().replace("-", "") + "\n");
  }

  /**
   * A server with NICs in factory state.
   *
   * @param index of the server in the fabric, from 0
   * @param count of its NICs
   * @param make of all of them
   */
  public static FakeHost start(
      DeviceId name,
      int index,
      int count,
      int gbps,
      NicMake make,
      FabricLock fabricLock,
      Path folder)
      throws IOException {
    List<FakeNic> nics =
        IntStream.range(0, count)
            .mapToObj(n -> NicIdentity.of(name, index, n, gbps, make))
            .map(identity -> new FakeNic(identity, new TwinPort(identity.port(), gbps * 1000L)))
            .toList();
    return new FakeHost(name, fabricLock, nics, folder);
  }

  public DeviceId name() {
    return name;
  }

  /** NICs of the host as the twin has them. */
  public List<TwinPort> ports() {
    return nics.stream().map(FakeNic::port).toList();
  }

  /** Whether the port is one of this host, there or vanished. */
  public boolean owns(PortId port) {
    return nics.stream().anyMatch(nic -> nic.port().id().equals(port));
  }

  /** Returns the operations that an operator of the fabric has on a NIC. */
  public NicControl control(PortId port) {
    FakeNic nic =
        nics.stream()
            .filter(candidate -> candidate.port().id().equals(port))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(port + " is not a port of " + name));
    return new NicControl(nic, this);
  }

  /** A job begins or ends: its queue pairs on every NIC, whether they send or not. */
  public void queuePairs(int count) {
    fabricLock.locked(() -> nics.forEach(nic -> nic.queuePairs(count)));
  }

  FabricLock fabricLock() {
    return fabricLock;
  }

  HostFiles files() {
    return files;
  }

  /** A switch is at the other end of a NIC's cable from now on, and says so by LLDP. */
  public void wire(PortId nic, String system, String port) {
    voice.wire(nic, system, port);
  }

  void unwire(FakeNic nic) {
    fabricLock.locked(() -> voice.unwire(nic));
  }

  /** Refreshes the files; the switches may send LLDP frames. */
  public void beat() {
    files.beat();
    fabricLock.locked(() -> voice.beat(nics));
  }

  /** Refreshes the files from the state of now. */
  public void refresh() {
    files.refresh();
  }

  private ByteBuffer answerNetlink(ByteBuffer request, int visitor) throws InterruptedException {
    files.takeWrites();
    ByteBuffer reply =
        inOrder(
            DcbResponder.ifname(request),
            DcbResponder.isWrite(request),
            () -> {
              ByteBuffer answer = dcb.answer(request, FIRST_PORT_ID + visitor);
              tables.follow(nics);
              return answer;
            });
    files.refresh();
    return reply;
  }

  private ByteBuffer answerRdma(ByteBuffer request, int visitor) {
    return fabricLock.lockedGet(() -> rdma.answer(request, FIRST_PORT_ID + visitor));
  }

  private ByteBuffer answerEthtool(ByteBuffer request, int visitor) throws InterruptedException {
    return inOrder(
        EthtoolResponder.ifname(request),
        EthtoolResponder.isWrite(request),
        () -> ethtool.answer(request));
  }

  /**
   * A request for a port waits for the writes before it, as under the kernel's RTNL lock: what
   * reads after a write that is slow sees its effect. Here the lock is one of each port, and a read
   * that is slow holds up nobody.
   */
  private ByteBuffer inOrder(@Nullable String ifname, boolean write, Supplier<ByteBuffer> answer)
      throws InterruptedException {
    if (ifname == null) {
      return fabricLock.lockedGet(answer);
    }
    ReentrantLock turn = turns.computeIfAbsent(ifname, _ -> new ReentrantLock(true));
    turn.lockInterruptibly();
    try {
      if (write) {
        stall(ifname);
        return fabricLock.lockedGet(answer);
      }
    } finally {
      turn.unlock();
    }
    stall(ifname);
    return fabricLock.lockedGet(answer);
  }

  private void stall(String ifname) throws InterruptedException {
    long millis =
        fabricLock.lockedGet(() -> {
          FakeNic nic = nic(ifname);
          return nic == null ? 0L : nic.faults().takeStall();
        });
    if (millis > 0) {
      fabricLock.pace().sleep(Duration.ofMillis(millis));
    }
  }

  private @Nullable FakeNic nic(String ifname) {
    for (FakeNic nic : nics) {
      if (nic.present() && nic.identity().netdev().equals(ifname)) {
        return nic;
      }
    }
    return null;
  }

  /** Sends a DCB notification as if another program had written; with the lock held. */
  void tellDcb(FakeNic nic, int command) {
    events.tell(dcb.notification(nic, command, 0));
  }

  /** Sends a message to all listeners; with the lock held. */
  void tell(ByteBuffer message) {
    events.tell(message);
  }

  /** Takes a link down and soon up again; with the lock held. */
  void bounce(FakeNic nic) {
    int turn = nic.beginBounce();
    nic.port().link(false);
    events.tell(LinkMessages.state(nic));
    Thread.ofVirtual().name("bounce " + nic.port().id()).start(() -> rise(nic, turn));
  }

  private void rise(FakeNic nic, int turn) {
    try {
      fabricLock.pace().sleep(BOUNCE);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return;
    }
    fabricLock.locked(() -> {
      if (nic.present() && nic.isTurn(turn) && !nic.dark()) {
        nic.port().link(true);
        events.tell(LinkMessages.state(nic));
      }
    });
    files.refresh();
  }

  /** The host as its answering parts see it. */
  private final class Kernel implements Site {
    @Override
    public @Nullable FakeNic nic(String ifname) {
      return FakeHost.this.nic(ifname);
    }

    @Override
    public void tell(ByteBuffer message) {
      events.tell(message);
    }

    @Override
    public void log(String line) {
      fabricLock.log(line);
    }

    @Override
    public void bounce(FakeNic nic) {
      FakeHost.this.bounce(nic);
    }
  }

  @Override
  public void close() throws IOException {
    for (Door door : doors) {
      door.close();
    }
    events.close();
    voice.close();
    files.close();
  }

  /** Number of daemons that listen to events. */
  public int listeners() {
    return events.listeners();
  }
}
