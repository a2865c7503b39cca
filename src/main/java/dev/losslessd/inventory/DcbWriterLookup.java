package dev.losslessd.inventory;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.sysfs.HostFiles;
import java.util.Optional;

/**
 * Describes the sender of a DCB notice. The port id of a simple tool is its process id. Kernels up
 * to 7.2 leave it at 0 in notices of dcbnl (net/dcb/dcbnl.c): then only netlink is known as the
 * way.
 *
 * @param files of this host's proc
 */
record DcbWriterLookup(HostFiles files) {
  /**
   * @param port netlink port id of the sender
   */
  String of(int port) {
    if (port == 0) {
      return "a program over netlink, which the kernel does not name";
    }
    return process(port)
        .map(name -> name + " (process " + port + ")")
        .orElse("netlink port " + Integer.toUnsignedString(port));
  }

  /** Ids above those of processes are random ones, of a process's second socket. */
  private Optional<String> process(int port) {
    try {
      return port < 0
          ? Optional.empty()
          : files.readText("proc/" + port + "/comm").filter(name -> !name.isEmpty());
    } catch (TransportException e) {
      return Optional.empty();
    }
  }
}
