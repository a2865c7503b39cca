package dev.losslessd.metrics;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Labels of a device's series. Several agents may read one switch: its series say which one did, so
 * that boards can take one of them. Those of a NIC have one reader only.
 *
 * @param hosts devices whose ports are NICs
 * @param poller host of this agent
 */
record SeriesOwner(Set<DeviceId> hosts, DeviceId poller) {
  /** The label that says which agent read a switch. */
  static final String POLLER = "poller";

  SeriesOwner {
    hosts = Set.copyOf(hosts);
  }

  boolean isHost(DeviceId device) {
    return hosts.contains(device);
  }

  /** Names and values in turn: device and port, those given, and the poller of a switch. */
  String[] labels(PortId port, String... more) {
    String[] all = around(port.device(), 4 + more.length);
    all[2] = "port";
    all[3] = port.name();
    System.arraycopy(more, 0, all, 4, more.length);
    return all;
  }

  /** Names and values in turn: the device, those given, and the poller of a switch. */
  String[] labels(DeviceId device, String... more) {
    String[] all = around(device, 2 + more.length);
    System.arraycopy(more, 0, all, 2, more.length);
    return all;
  }

  /** Room for labels with the device before them: each scrape asks for thousands, so no lists. */
  private String[] around(DeviceId device, int size) {
    boolean host = isHost(device);
    String[] all = new String[host ? size : size + 2];
    all[0] = "device";
    all[1] = device.name();
    if (!host) {
      all[size] = POLLER;
      all[size + 1] = poller.name();
    }
    return all;
  }

  /** The labels, with the poller at their end unless they are of a host alone. */
  List<String> polled(List<String> labels, boolean host) {
    if (host) {
      return labels;
    }
    List<String> all = new ArrayList<>(labels);
    all.addAll(List.of(POLLER, poller.name()));
    return all;
  }
}
