package dev.losslessd.model;

import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Place of a setting: a port, or a whole device, as for many switch settings. */
public sealed interface Target extends Comparable<Target> {
  DeviceId device();

  /** Name in messages: {@code device:port} or {@code device}. */
  String text();

  /** One port of a device. */
  record Port(PortId id) implements Target {
    @Override
    public DeviceId device() {
      return id.device();
    }

    @Override
    public String text() {
      return id.toString();
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /** A device as a whole. */
  record Device(DeviceId device) implements Target {
    @Override
    public String text() {
      return device.toString();
    }

    @Override
    public String toString() {
      return text();
    }
  }

  /**
   * @param text {@code device:port} or {@code device}
   */
  static Target parse(String text) {
    return text.indexOf(':') < 0 ? new Device(new DeviceId(text)) : new Port(PortId.parse(text));
  }

  static Target port(PortId id) {
    return new Port(id);
  }

  /** Targets by their device, in order of its name. */
  static SortedMap<DeviceId, List<Target>> byDevice(Stream<Target> targets) {
    return targets.collect(
        Collectors.groupingBy(Target::device, TreeMap::new, Collectors.toList()));
  }

  /** Those of the targets that are ports. */
  static Stream<PortId> ports(Stream<? extends Target> targets) {
    return targets.filter(Port.class::isInstance).map(one -> ((Port) one).id());
  }

  @Override
  default int compareTo(Target other) {
    return Comparator.comparing(Target::text).compare(this, other);
  }
}
