package dev.losslessd.metrics;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortCount;
import dev.losslessd.model.SettingState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Facts about how well what is there is what shall be.
 *
 * @param host of this agent
 * @param settings number of wanted settings of each device by their state
 * @param ports RDMA ports of this host
 * @param ready checks of this host that were answered
 */
public record StateFacts(
    DeviceId host,
    SortedMap<DeviceId, Map<SettingState, Integer>> settings,
    PortCount ports,
    List<ReadyCheck> ready) {
  /** Facts of a host without RDMA ports of which nothing is wanted. */
  public static final StateFacts NONE =
      new StateFacts(
          new DeviceId("none"), new TreeMap<>(), new PortCount(0, OptionalInt.empty()), List.of());

  /** Absent is no expectation, and not one of none. */
  void ports(Text text) {
    String device = host.name();
    text.family("roce_ports_found", "gauge", "RDMA ports of this host, as discovery sees them.");
    text.sample(ports.found(), "device", device);
    ports
        .expected()
        .ifPresent(expected -> {
          text.family("roce_ports_expected", "gauge", "RDMA ports by nics.expect of the config.");
          text.sample(expected, "device", device);
        });
  }

  /** Absent is unknown, and not ok. */
  void ready(Text text) {
    Catalogue.Family family = Catalogue.READY;
    text.family(family.name(), "gauge", family.help());
    for (ReadyCheck one : ready) {
      List<String> labels = new ArrayList<>(List.of("check", one.check(), "device", host.name()));
      if (!one.subject().isEmpty()) {
        labels.addAll(List.of(one.isGpu() ? "gpu" : "port", one.subject()));
      }
      text.sample(one.ok() ? "1" : "0", labels.toArray(String[]::new));
    }
  }

  void settings(Text text) {
    text.family(
        "roce_settings",
        "gauge",
        "Wanted settings by state; unknown was not read, and is no drift. 'losslessd diff' tells"
            + " them.");
    settings.forEach((device, states) ->
        states.forEach(
            (state, count) -> text.sample(count, "device", device.name(), "state", state.word())));
  }
}
