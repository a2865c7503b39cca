package dev.losslessd.driver.eos;

import dev.losslessd.driver.ConfigTree;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code show running-config}, and what is saved in the same form. */
record RunningConfig(ConfigTree tree) {
  static final String COMMAND = "show running-config";
  static final String SAVED = "show startup-config";

  private static final Pattern PORT = Pattern.compile("Ethernet\\d{1,3}(?:/\\d{1,3}){0,2}");

  private static final Pattern POLICY =
      Pattern.compile("^policy-map (?:type (?:qos|quality-of-service) )?");
  private static final String MARKS = "qos random-detect ecn ";

  /** Text of the operator's; ends with EOF on a line of its own. */
  private static final Pattern BANNER = Pattern.compile("banner (?:login|motd)\\s*");

  /** A whole configuration ends with {@code end}: without it the text was cut. */
  static RunningConfig parse(String command, String text) {
    List<String> lines = new ArrayList<>();
    boolean banner = false;
    String last = "";
    for (String line : text.split("\n", -1)) {
      if (banner) {
        banner = !line.strip().equals("EOF");
        continue;
      }
      banner = BANNER.matcher(line).matches();
      last = line.isBlank() ? last : line.strip();
      if (!banner) {
        lines.add(line);
      }
    }
    if (banner || !last.equals("end")) {
      throw ParseErrors.at(command, last, "'end' at the end of the configuration");
    }
    return new RunningConfig(ConfigTree.parse(lines));
  }

  static boolean isPort(String name) {
    return PORT.matcher(name).matches();
  }

  /** Front panel ports, broken out ones too; no bundles, VLANs or subinterfaces. */
  List<String> ports() {
    return tree.after("interface ").stream().filter(RunningConfig::isPort).toList();
  }

  /**
   * The port channel that a port is a member of. Arista's own generator has {@code qos trust} and
   * {@code service-profile} on the port channel (aristanetworks/avd, {@code
   * port_channel_interfaces}; the capture avd-cfg-qos.txt); no source says that those of a member
   * have effect.
   */
  Optional<String> bundle(String port) {
    return tree.bundle(port, "Port-Channel");
  }

  /**
   * The {@code interface profile} of an interface, whose {@code command} lines are as its own
   * (Arista AVD, {@code interface_profiles}). They are not followed.
   */
  Optional<String> interfaceProfile(String name) {
    return port(name).after("profile ").stream().findFirst().map(PrintableText::brief);
  }

  boolean hasInterface(String name) {
    return tree.at("interface " + name).isPresent();
  }

  ConfigTree port(String name) {
    return tree.at("interface " + name)
        .orElseThrow(() -> DeviceException.gone(name + ": no such interface in the configuration"));
  }

  ConfigTree profile(String name) {
    return tree.at("qos profile " + name)
        .orElseThrow(() -> garbled("service-profile " + name, "that qos profile above"));
  }

  boolean hasProfile(String name) {
    return tree.at("qos profile " + name).isPresent();
  }

  /**
   * Whether a policy map gives packets their traffic class, whatever their port trusts and the maps
   * say ({@code set traffic-class}, as in OpenConfig's tests of Arista switches). One that the
   * configuration does not have may.
   */
  boolean classifies(String policy) {
    List<ConfigTree> maps =
        tree.starting("policy-map ").stream()
            .filter(map -> POLICY.matcher(map.line()).replaceFirst("").equals(policy))
            .toList();
    return maps.isEmpty()
        || maps.stream()
            .flatMap(map -> map.below().stream())
            .flatMap(ConfigTree::lines)
            .anyMatch(line -> line.startsWith("set traffic-class "));
  }

  /** PFC of all ports is off, whatever their own lines say. */
  boolean pfcIsKilled() {
    return tree.has("priority-flow-control all off");
  }

  /**
   * Requires that traffic class n has queue n, as it has by default.
   *
   * @throws DeviceException UNSUPPORTED if a line puts it on another one
   */
  void requireQueuesAreClasses() {
    Pattern map = Pattern.compile("qos map traffic-class ((?:\\d+ )+)to (?:uc-)?tx-queue (\\d+)");
    boolean others =
        tree.lines()
            .map(map::matcher)
            .anyMatch(m -> m.matches() && !m.group(1).strip().equals(m.group(2)));
    if (others) {
      throw DeviceException.unsupported(
          "'qos map traffic-class ... to tx-queue' puts classes on other queues: not set from"
              + " here");
    }
  }

  /**
   * Requires that only lines of queues mark. What is allowed of marking, such as {@code allow
   * non-ect}, marks nothing itself.
   *
   * @throws DeviceException UNSUPPORTED if a line of the whole switch marks
   */
  void requireMarksByQueue() {
    tree.after(MARKS).stream()
        .filter(words -> !words.startsWith("allow "))
        .findFirst()
        .ifPresent(words -> {
          throw DeviceException.unsupported(
              "'%s' marks for the whole switch: not followed"
                  .formatted(PrintableText.brief(MARKS + words)));
        });
  }

  /** An error about a line of it. */
  static DeviceException garbled(String line, String expected) {
    return ParseErrors.at(COMMAND, line, expected);
  }
}
