package dev.losslessd.app;

import dev.losslessd.commit.Devices;
import dev.losslessd.config.Config;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.Session;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Finding;
import dev.losslessd.model.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Everything that this agent talks to: its own host, and the switches of its config. */
record Site(Host host, HostEars ears, Switches switches, Cables cables) implements Devices {
  /**
   * @param links of the config
   */
  static Site of(Host host, HostEars ears, Switches switches, List<Config.Link> links) {
    Supplier<List<Neighbour>> told =
        () -> Stream.concat(switches.neighbours().stream(), ears.neighbours().stream()).toList();
    Cables cables = new Cables(links, host.id(), host::nics, switches.ids(), told);
    return new Site(host, ears, switches, cables);
  }

  /** What is wrong with a device as a whole. */
  List<Finding> findings(Instant now) {
    List<Finding> all = new ArrayList<>(switches.findings(now));
    host.twoSources(now).ifPresent(all::add);
    ears.lapse().ifPresent(what -> all.add(WayFindings.lapse(what, now)));
    return all;
  }

  @Override
  public List<Target> targets() {
    List<Target> all = new ArrayList<>(host.targets());
    all.addAll(switches.targets());
    return all;
  }

  @Override
  public Session session(DeviceId device) {
    return switches.has(device) ? switches.session(device) : host.session(device);
  }

  @Override
  public Duration heldBack(DeviceId device) {
    return switches.has(device) ? switches.heldBack(device) : Duration.ZERO;
  }

  /** Whether this agent is the one that sets a device. */
  boolean writes(DeviceId device) {
    return switches.has(device) ? switches.config(device).manage() : device.equals(host.id());
  }
}
