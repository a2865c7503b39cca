package dev.losslessd.driver;

import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.transport.TransportException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The way to the non-volatile configuration of this host's NICs. Safe for threads. */
public interface NicFirmware {
  /** Whether the program is installed. */
  boolean isThere();

  /**
   * Returns what was read last, without waiting; where that is old or not there, it is read in the
   * background. A query takes a NIC seconds.
   *
   * @return empty while there is nothing yet
   * @throws TransportException the last query failed
   */
  Optional<List<FirmwareEntry>> known(String pciAddress);

  /**
   * Queries the NIC now, which takes seconds.
   *
   * @throws TransportException GONE if the program is not installed; REFUSED in the program's own
   *     words; TIMEOUT; GARBLED
   */
  List<FirmwareEntry> query(String pciAddress);

  /**
   * Stores values for the time after the next reset of the firmware, and resets nothing.
   *
   * @throws TransportException as {@link #query}, and CLOSED_GATE
   */
  void stage(String pciAddress, Map<String, String> values);
}
