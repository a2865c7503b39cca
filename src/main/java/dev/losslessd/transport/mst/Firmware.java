package dev.losslessd.transport.mst;

import dev.losslessd.model.FirmwareEntry;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The way to the non-volatile configuration of this host's NICs. Safe for threads. */
public interface Firmware {
  /** A host without the program. */
  Firmware NONE =
      new Firmware() {
        @Override
        public boolean isThere() {
          return false;
        }

        @Override
        public Optional<List<FirmwareEntry>> known(String pciAddress) {
          return Optional.empty();
        }

        @Override
        public List<FirmwareEntry> query(String pciAddress) {
          throw MstConfig.missing();
        }

        @Override
        public void stage(String pciAddress, Map<String, String> values) {
          throw MstConfig.missing();
        }
      };

  /** Whether the program is installed. */
  boolean isThere();

  /**
   * Returns what was read last, without waiting; where that is old or not there, it is read in the
   * background. A query takes a NIC seconds.
   *
   * @return empty while there is nothing yet
   * @throws dev.losslessd.transport.TransportException the last query failed
   */
  Optional<List<FirmwareEntry>> known(String pciAddress);

  /**
   * Queries the NIC now, which takes seconds.
   *
   * @throws dev.losslessd.transport.TransportException GONE if the program is not installed;
   *     REFUSED in the program's own words; TIMEOUT; GARBLED
   */
  List<FirmwareEntry> query(String pciAddress);

  /**
   * Stores values for the time after the next reset of the firmware, and resets nothing.
   *
   * @throws dev.losslessd.transport.TransportException as {@link #query}, and CLOSED_GATE
   */
  void stage(String pciAddress, Map<String, String> values);
}
