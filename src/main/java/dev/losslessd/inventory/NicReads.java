package dev.losslessd.inventory;

import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.util.List;
import java.util.Optional;

/** Reads that ask a NIC of this host itself, and take as long as it takes. */
public interface NicReads {
  /** Reads every counter of a port in a session of its own; empty if this agent lacks the port. */
  Optional<Sweep> everything(PortId port);

  /** Reads a NIC's non-volatile configuration; empty where it has none that can be read. */
  Optional<List<FirmwareEntry>> firmware(PortId port);
}
