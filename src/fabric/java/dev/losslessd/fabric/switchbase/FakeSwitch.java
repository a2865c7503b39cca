package dev.losslessd.fabric.switchbase;

import dev.losslessd.model.DeviceId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A switch of the fabric behind its doors. In its folder are {@code ssh.port}, {@code
 * ssh_host_key.pub}, {@code known_hosts} and {@code snmp.port}; keys in {@code authorized_keys} may
 * log in too.
 */
public final class FakeSwitch implements AutoCloseable {
  private final DeviceId id;
  private final SimulatedSwitch device;
  private final SshEndpoint ssh;
  private final SnmpEndpoint snmp;

  private FakeSwitch(DeviceId id, SimulatedSwitch device, SshEndpoint ssh, SnmpEndpoint snmp) {
    this.id = id;
    this.device = device;
    this.ssh = ssh;
    this.snmp = snmp;
  }

  /**
   * Opens the doors of a switch.
   *
   * @param folder of its own, made if need be
   */
  public static FakeSwitch start(SimulatedSwitch device, Path folder) throws IOException {
    Files.createDirectories(folder);
    SshEndpoint ssh = SshEndpoint.open(device, folder);
    try {
      return new FakeSwitch(
          new DeviceId(device.name()), device, ssh, SnmpEndpoint.open(device, folder));
    } catch (IOException | RuntimeException e) {
      ssh.close();
      throw e;
    }
  }

  public DeviceId id() {
    return id;
  }

  /** Returns the operations that an operator of the fabric has on this switch. */
  public SwitchControl control() {
    return new SwitchControl(device, this);
  }

  /** Answers nothing any more, as if its power had gone, but keeps what it has configured. */
  void vanish() throws IOException {
    ssh.close();
    snmp.close();
  }

  /** Starts to answer again, on the same ports as before. */
  void comeBack() throws IOException {
    ssh.open();
    snmp.open();
  }

  /** Answers with a new host key from now on; all logins end. */
  void rekey() throws IOException {
    ssh.rekey();
  }

  @Override
  public void close() throws IOException {
    vanish();
  }
}
