package dev.losslessd.checks;

import dev.losslessd.model.Nic;
import dev.losslessd.model.Nic.Role;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What checks are answered from.
 *
 * @param files of the host
 * @param nics as discovery sees them
 * @param expectedMbps rate that every port should have; empty to compare it with its like
 */
public record HostFacts(
    HostFiles files,
    List<Nic> nics,
    FabricView fabric,
    Asker asker,
    ActiveMtu activeMtu,
    OptionalLong expectedMbps) {
  public HostFacts {
    nics = List.copyOf(nics);
  }

  /** The same, whose files are read apart from those of other looks: one that hangs is alone. */
  public HostFacts apart(String name) {
    return new HostFacts(files.of(name).apart(name), nics, fabric, asker, activeMtu, expectedMbps);
  }

  /**
   * Ports that a job may use. Virtual functions belong to pods and guests; they count only where no
   * port of hardware is seen, as inside of one.
   */
  List<Nic> ports() {
    List<Nic> all =
        nics.stream()
            .filter(nic -> !nic.rdmaDevice().isEmpty())
            .filter(nic -> nic.linkLayer() != Nic.LinkLayer.INFINIBAND)
            .filter(nic -> nic.role() != Role.REPRESENTOR)
            .toList();
    List<Nic> own = all.stream().filter(nic -> nic.role() != Role.VIRTUAL_FUNCTION).toList();
    return own.isEmpty() ? all : own;
  }

  /** Their PCI functions, each once. */
  Stream<String> functions() {
    return ports().stream().map(Nic::pciAddress).filter(one -> !one.isEmpty()).distinct();
  }

  /** Text of a file; empty where it is not there, empty, or will not be read. */
  Optional<String> text(String path) {
    return files.tryText(path).filter(text -> !text.isEmpty());
  }

  /** Names in a folder; empty where it cannot be listed. */
  List<String> list(String path) {
    try {
      return files.list(path);
    } catch (TransportException e) {
      return List.of();
    }
  }
}
