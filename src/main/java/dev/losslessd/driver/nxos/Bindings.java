package dev.losslessd.driver.nxos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.NumberRanges;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.driver.nxos.QosPolicy.Kind;
import dev.losslessd.text.Pattern;
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
  private static final String VLAN = "vlan configuration ";
  private static final String ACCESS = "switchport access vlan ";

  /** The VLAN of an access port without a line. */
  private static final String DEFAULT_VLAN = "1";

  private static final int MOST_VLANS = 4094;

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
    return config.at("interface " + port).stream()
        .flatMap(one -> one.after("channel-group ").stream())
        .findFirst()
        .map(words -> "port-channel" + Sanitized.of(words.split(" ", 2)[0]));
  }

  private Optional<ConfigTree> bundleOf(String port) {
    return bundle(port).flatMap(bundle -> config.at("interface " + bundle));
  }

  /** Whether a port is a member of a port channel that the configuration does not have. */
  boolean isLost(String port) {
    return bundle(port).isPresent() && bundleOf(port).isEmpty();
  }

  /**
   * The section that a port acts by: that of its port channel, else its own.
   *
   * @throws DeviceException UNSUPPORTED for a port channel that the configuration does not have
   */
  ConfigTree place(String port) {
    if (isLost(port)) {
      throw ofMember(port, "which the configuration does not have");
    }
    return bundleOf(port).orElseGet(() -> port(port));
  }

  /** The sections whose lines may apply to a port, that of its port channel first. */
  List<ConfigTree> places(String port) {
    ConfigTree place = place(port);
    ConfigTree own = port(port);
    return place.equals(own) ? List.of(own) : List.of(place, own);
  }

  DeviceException ofMember(String port, String why) {
    return DeviceException.unsupported(
        port + " is a member of " + bundle(port).orElseThrow() + ", " + why + ": set there");
  }

  /**
   * The classification that a port falls under.
   *
   * @throws DeviceException UNSUPPORTED where VLANs of a trunk have other ones
   */
  Optional<String> classifier(String port) {
    return in(place(port)).or(() -> ofVlans(port)).or(this::ofSystem);
  }

  /**
   * Classifications of ports that are no members, and of the system; where there are none, those of
   * port channels and VLANs.
   *
   * @param counts whether one of this name counts
   */
  SortedSet<String> classifiers(Predicate<String> counts) {
    SortedSet<String> all =
        in(
            counts,
            Stream.concat(
                ports().stream().filter(port -> bundle(port).isEmpty()).map(this::port),
                config.at("system qos").stream()));
    return all.isEmpty()
        ? in(
            counts,
            Stream.concat(
                ports().stream().flatMap(port -> bundleOf(port).stream()),
                config.starting(VLAN).stream()))
        : all;
  }

  private static SortedSet<String> in(Predicate<String> counts, Stream<ConfigTree> sections) {
    return sections
        .flatMap(section -> in(section).stream())
        .filter(counts)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The classification of a section's own, without what follows its name. */
  static Optional<String> in(ConfigTree section) {
    return section.after(Kind.CLASSIFY.service("")).stream().findFirst().map(QosPolicy::nameOf);
  }

  private Optional<String> ofSystem() {
    return config.at("system qos").flatMap(Bindings::in);
  }

  private Optional<String> ofVlans(String port) {
    List<ConfigTree> vlans =
        config.starting(VLAN).stream().filter(vlan -> in(vlan).isPresent()).toList();
    ConfigTree place = place(port);
    if (vlans.isEmpty() || place.has("no switchport")) {
      return Optional.empty();
    }
    if (place.after("switchport mode ").stream().anyMatch(mode -> !mode.equals("access"))) {
      throw DeviceException.unsupported(
          port
              + " has several VLANs, and '"
              + Sanitized.of(vlans.getFirst().line())
              + "' has policy "
              + Sanitized.of(in(vlans.getFirst()).orElseThrow())
              + " for the packets of its own: set there");
    }
    String number = place.after(ACCESS).stream().findFirst().orElse(DEFAULT_VLAN);
    return vlans.stream().filter(isOf(number)).findFirst().flatMap(Bindings::in);
  }

  private static Predicate<ConfigTree> isOf(String number) {
    return vlan -> {
      List<Integer> numbers = new ArrayList<>();
      for (String part : Pattern.of("[, ]+").split(vlan.line().substring(VLAN.length()))) {
        numbers.addAll(NumberRanges.parse(RunningConfig.COMMAND, part, MOST_VLANS));
      }
      return numbers.stream().map(String::valueOf).anyMatch(number::equals);
    };
  }
}
