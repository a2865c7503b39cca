package dev.losslessd.checks;

import dev.losslessd.jobs.GpuReach;
import dev.losslessd.model.Nic;
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
 * @param callerPorts NICs as discovery sees them, and which RDMA ports count
 * @param verbs what user space shows of its devices
 * @param expectedMbps rate that every port should have; empty to compare it with its like
 */
public record HostFacts(
    HostFiles files,
    CallerPorts callerPorts,
    FabricView fabric,
    Asker asker,
    VerbsLibrary verbs,
    OptionalLong expectedMbps) {

  /** The same, whose files are read apart from those of other looks: one that hangs is alone. */
  public HostFacts apart(String name) {
    HostFiles own = files.of(name).apart(name);
    return new HostFacts(own, callerPorts, fabric, asker, verbs, expectedMbps);
  }

  /** Returns the ports that a job of this caller may use. */
  List<Nic> ports() {
    return callerPorts.counted();
  }

  /** Returns how far the GPUs are from the ports; reads files. */
  public GpuReach reach() {
    try {
      return files.together(() -> GpuRules.reach(this));
    } catch (TransportException e) {
      return GpuReach.UNKNOWN;
    }
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
