package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.door.Pace;
import dev.losslessd.fabric.host.FakeHost;
import dev.losslessd.fabric.host.NicIdentity;
import dev.losslessd.fabric.host.World;
import dev.losslessd.model.DeviceId;
import dev.losslessd.twin.Twin;
import dev.losslessd.twin.TwinPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A Nexus 9000 of the fabric: rail n's leaf, with each host's NICs of that rail on it in order, and
 * hosts of other people behind those. In its folder are {@code ssh.port}, {@code ssh_host_key.pub},
 * {@code known_hosts} and {@code snmp.port}; keys in {@code authorized_keys} may log in too.
 */
public final class FakeSwitch implements AutoCloseable {
  private static final int OTHERS = 2;
  private static final int RAILS = 2;

  private final DeviceId id;
  private final NxosSwitch device;
  private final SshDoor ssh;
  private final SnmpDoor snmp;

  private FakeSwitch(DeviceId id, NxosSwitch device, SshDoor ssh, SnmpDoor snmp) {
    this.id = id;
    this.device = device;
    this.ssh = ssh;
    this.snmp = snmp;
  }

  /**
   * Starts one.
   *
   * @param index of the switch in the fabric, from 0: the rail that it serves
   * @param folder of its own, made if need be
   */
  public static FakeSwitch start(
      DeviceId id, int index, List<FakeHost> hosts, Twin twin, World world, Pace pace, Path folder)
      throws IOException {
    Files.createDirectories(folder);
    long start = pace.nanos();
    LongSupplier micros = () -> (pace.nanos() - start) / 1000;
    List<SwitchPort> ports = ports(index, hosts, twin, micros);
    NxosSwitch device = new NxosSwitch(id.name(), index, world, pace, ports);
    SshDoor ssh = SshDoor.open(device, folder);
    try {
      return new FakeSwitch(id, device, ssh, SnmpDoor.open(device, folder));
    } catch (IOException | RuntimeException e) {
      ssh.close();
      throw e;
    }
  }

  private static List<SwitchPort> ports(
      int index, List<FakeHost> hosts, Twin twin, LongSupplier micros) {
    List<SwitchPort> ports = new ArrayList<>();
    int gbps = 100;
    for (int h = 0; h < hosts.size(); h++) {
      List<TwinPort> nics = hosts.get(h).ports();
      for (int n = index; n < nics.size(); n += RAILS) {
        TwinPort nic = nics.get(n);
        gbps = (int) (nic.mbps() / 1000);
        NicIdentity identity = new NicIdentity(nic.id().device(), h, n, gbps, nic.id().name());
        ports.add(
            port(index, ports.size() + 1, gbps, neighbour(identity), new NicTraffic(twin, nic)));
      }
    }
    for (int n = 1; n <= OTHERS; n++) {
      int number = ports.size() + 1;
      Neighbour store =
          new Neighbour(
              "store%02d".formatted(n),
              "eth" + index,
              "3c:ec:ef:51:0%d:%02x".formatted(index, number),
              "10.%d.0.%d".formatted(40 + index, 200 + n));
      SteadyTraffic traffic = new SteadyTraffic(micros, 50_000L * n);
      ports.add(port(index, number, gbps, store, traffic));
    }
    return ports;
  }

  private static Neighbour neighbour(NicIdentity nic) {
    return new Neighbour(nic.host().name(), nic.netdev(), nic.mac(), nic.ipv4());
  }

  private static SwitchPort port(
      int index, int number, int gbps, Neighbour neighbour, Traffic traffic) {
    String mac = "f4:ee:31:8%x:1c:%02x".formatted(index, 8 + 4 * number);
    return new SwitchPort(number, gbps, mac, neighbour, traffic);
  }

  public DeviceId id() {
    return id;
  }

  /** What an operator of the fabric can do to it. */
  public SwitchControl control() {
    return new SwitchControl(device, this);
  }

  /** Answers nothing any more, as if its power had gone, but keeps what it has configured. */
  void vanish() throws IOException {
    ssh.close();
    snmp.close();
  }

  /** Answers again, on the ports of before. */
  void comeBack() throws IOException {
    ssh.open();
    snmp.open();
  }

  @Override
  public void close() throws IOException {
    vanish();
  }
}
