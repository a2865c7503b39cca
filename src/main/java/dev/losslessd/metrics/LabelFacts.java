package dev.losslessd.metrics;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Labels that the config gives, by name. They go on the page behind a prefix, so that none of them
 * meets one of the page's own.
 *
 * @param devices those of switches and servers
 * @param ports those of this host's NIC ports
 */
public record LabelFacts(
    SortedMap<DeviceId, Map<String, String>> devices,
    SortedMap<PortId, Map<String, String>> ports) {
  public static final LabelFacts NONE = new LabelFacts(new TreeMap<>(), new TreeMap<>());

  void devices(Text text) {
    begin(text, Catalogue.DEVICE_LABELS, devices);
    devices.forEach(
        (device, labels) -> write(text, Catalogue.DEVICE_LABELS, labels, "device", device.name()));
  }

  void ports(Text text) {
    begin(text, Catalogue.PORT_LABELS, ports);
    ports.forEach((port, labels) ->
        write(
            text,
            Catalogue.PORT_LABELS,
            labels,
            "device",
            port.device().name(),
            "port",
            port.name()));
  }

  private static void begin(Text text, Catalogue.Family family, Map<?, ?> labels) {
    if (!labels.isEmpty()) {
      text.family(family.name(), "gauge", family.help());
    }
  }

  private static void write(
      Text text, Catalogue.Family family, Map<String, String> labels, String... whose) {
    List<String> pairs = new ArrayList<>(List.of(whose));
    new TreeMap<>(labels).forEach((label, value) -> pairs.addAll(List.of("label_" + label, value)));
    text.sample("1", pairs.toArray(String[]::new));
  }
}
