package dev.losslessd.metrics;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import java.util.ArrayList;
import java.util.Arrays;
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
    return labels(port.device(), List.of("port", port.name()), more);
  }

  /** Names and values in turn: the device, those given, and the poller of a switch. */
  String[] labels(DeviceId device, String... more) {
    return labels(device, List.of(), more);
  }

  private String[] labels(DeviceId device, List<String> port, String... more) {
    List<String> all = new ArrayList<>(List.of("device", device.name()));
    all.addAll(port);
    all.addAll(Arrays.asList(more));
    return polled(all, isHost(device)).toArray(String[]::new);
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
