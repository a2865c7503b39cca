package dev.losslessd.checks;

import dev.losslessd.model.Nic;
import dev.losslessd.model.RdmaMtu;
import java.util.Optional;

/**
 * The library of verbs as a job has it, asked by ibv_devinfo(1): it needs a provider that fits the
 * kernel's driver, and knows the MTU that a device takes, which no file of sysfs shows.
 */
public interface VerbsLibrary {
  /** A library that is not asked: the daemon's unit has no devices. */
  VerbsLibrary NOT_ASKED =
      new VerbsLibrary() {
        @Override
        public Optional<VerbsDevices> devices() {
          return Optional.empty();
        }

        @Override
        public Optional<RdmaMtu> activeMtu(Nic nic) {
          return Optional.empty();
        }
      };

  /**
   * Returns the devices for which it has a provider; empty where it is not asked.
   *
   * @throws dev.losslessd.transport.TransportException TIMEOUT where there is no answer in time
   */
  Optional<VerbsDevices> devices();

  /**
   * Returns the MTU of RDMA on a port; empty where the device is not asked.
   *
   * @throws dev.losslessd.transport.TransportException TIMEOUT where it does not answer, REFUSED
   *     where the library does not open it
   */
  Optional<RdmaMtu> activeMtu(Nic nic);
}
