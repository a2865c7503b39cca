package dev.losslessd.watch;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Nics;
import dev.losslessd.model.PortId;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.sysfs.HostFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A host whose ports, files and clock a test moves, and what watches its addresses. */
final class AddressRig {
  static final DeviceId HOST = new DeviceId("gpu07");

  Instant now = Instant.parse("2031-05-06T10:00:00Z");
  List<Nic> nics = List.of();
  final List<String> events = new ArrayList<>();
  private final Path root;
  private HostAddresses addresses;

  AddressRig(Path root) {
    this.root = root;
    this.addresses = start();
  }

  private HostAddresses start() {
    return new HostAddresses(
        HOST,
        () -> nics,
        new HostFiles(root, WriteGate.OPEN),
        name -> name.equals("ens9.9"),
        event -> events.add(event.change() + " " + event.subject() + ": " + event.message()),
        () -> now);
  }

  void restart() {
    addresses = start();
  }

  static PortId port(String netdev) {
    return new PortId(HOST, netdev);
  }

  /** An ACTIVE port with these slots; its number is in its other names. */
  static Nic nic(String netdev, int number, Nic.Gid... gids) {
    return Nics.addressed(port(netdev), number, Nic.Role.PHYSICAL, "ACTIVE", List.of(gids));
  }

  static Nic nic(String netdev, int number, Nic.Role role, String state, Nic.Gid... gids) {
    return Nics.addressed(port(netdev), number, role, state, List.of(gids));
  }

  /** A look after some time at these ports. */
  List<Finding> look(Duration later, Nic... ports) {
    now = now.plus(later);
    nics = List.of(ports);
    addresses.look();
    return findings();
  }

  List<Finding> look(Nic... ports) {
    return look(Duration.ofSeconds(5), ports);
  }

  List<Finding> findings() {
    return addresses.findings(now).toList();
  }

  void write(String path, String text) {
    try {
      Path file = root.resolve(path);
      Files.createDirectories(root.resolve(path.substring(0, path.lastIndexOf('/'))));
      Files.writeString(file, text + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
