package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Members;
import dev.losslessd.driver.nxos.QosPolicy.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What applies to a port of a configuration. A QoS policy of a port takes effect only while the
 * port is no member; that of a port channel takes effect whatever its members have; that of a VLAN
 * takes effect for its ports without a policy of either (Cisco's QoS guide for the Nexus 9000,
 * attaching and detaching a QoS policy action). PFC, pause and MTU of all members must be equal
 * (Cisco's interfaces guide, compatibility requirements).
 */
record Bindings(ConfigTree config) {
  private static final String SERVICE = Kind.CLASSIFY.service;

  /** Names of the front panel ports. */
  List<String> ports() {
    return config.after("interface ").stream().filter(Ports::isPhysical).toList();
  }

  ConfigTree port(String name) {
    return config
        .at("interface " + name)
        .orElseThrow(() -> DeviceException.gone(name + ": no such interface in the configuration"));
  }

  /** The port channel that a port is a member of; empty for a port that is not there. */
  Optional<String> bundle(String port) {
    return config.bundle(port, "port-channel");
  }

  /** Why no section of a port can be read: a port channel or port profile that is not there. */
  Optional<DeviceException> lost(String port) {
    try {
      Places _ = all(port);
      return Optional.empty();
    } catch (DeviceException e) {
      return Optional.of(e);
    }
  }

  /**
   * The sections that a port acts by: those of its port channel, else its own.
   *
   * @throws DeviceException UNSUPPORTED for a port channel or port profile that the configuration
   *     does not have
   */
  Places qos(String port) {
    PortProfiles profiles = new PortProfiles(config);
    return profiles.of(
        bundle(port)
            .map(bundle ->
                config
                    .at("interface " + bundle)
                    .orElseThrow(() -> ofMember(port, "which the configuration does not have")))
            .orElseGet(() -> port(port)));
  }

  /** Sections of a port alone, whether they apply or not. */
  Places own(String port) {
    return new PortProfiles(config).of(port(port));
  }

  /** The sections whose lines may apply to a port, those of its port channel first. */
  Places all(String port) {
    List<ConfigTree> all = new ArrayList<>(qos(port).sections());
    if (bundle(port).isPresent()) {
      all.addAll(own(port).sections());
    }
    return new Places(all);
  }

  DeviceException ofMember(String port, String why) {
    return Members.setThere(port, bundle(port).orElseThrow(), why);
  }

  /**
   * The classification that a port falls under.
   *
   * @throws DeviceException UNSUPPORTED where VLANs of a trunk have other ones
   */
  Optional<String> classifier(String port) {
    Places places = qos(port);
    return in(places)
        .or(() -> new VlanPolicies(config).of(port, places))
        .or(() -> config.at("system qos").flatMap(Bindings::in));
  }

  /**
   * Classifications that may take effect somewhere: of ports that are no members, of port channels
   * with members, of VLANs and of the system.
   *
   * @param counts whether one of this name counts
   */
  SortedSet<String> classifiers(Predicate<String> counts) {
    Stream<String> ofPorts =
        ports().stream()
            .filter(port -> lost(port).isEmpty())
            .flatMap(port -> in(qos(port)).stream());
    Stream<String> ofOthers =
        Stream.concat(
                new VlanPolicies(config).sections().stream(), config.at("system qos").stream())
            .flatMap(section -> in(section).stream());
    return Stream.concat(ofPorts, ofOthers)
        .filter(counts)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The classification of a section's own, without what follows its name. */
  static Optional<String> in(ConfigTree section) {
    return in(new Places(List.of(section)));
  }

  private static Optional<String> in(Places places) {
    return places.first(SERVICE).map(QosPolicy::nameOf);
  }
}
