package dev.losslessd.fabric.os10;

import dev.losslessd.fabric.switchbase.Section;
import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A whole configuration: what runs, or what is saved. */
final class Os10Config {
  static final String USUAL_MTU = "1532";

  private final Section root;

  private Os10Config(Section root) {
    this.root = root;
  }

  static Os10Config factory(String name, List<SwitchPort> ports) {
    Section root = new Section("");
    root.lines().put("00 hostname", "hostname " + name);
    for (SwitchPort port : ports) {
      Section section = root.open(portKey(port.name()), "interface " + port.name());
      section.lines().put("01 description", "description " + port.neighbour().host());
      section.lines().put("02 shutdown", "no shutdown");
      section.lines().put("03 vlan", "switchport access vlan 1");
    }
    return new Os10Config(root);
  }

  Os10Config copy() {
    return new Os10Config(root.copy());
  }

  Section root() {
    return root;
  }

  /** Ports sort by number, not by text. */
  static String portKey(String name) {
    int number = Integer.parseInt(name.substring(name.lastIndexOf('/') + 1));
    return Mode.PORT.key("%04d".formatted(number));
  }

  Section port(SwitchPort port) {
    return Objects.requireNonNull(root.below(portKey(port.name())));
  }

  /** Rest of a port's line with this key behind these words; empty if the port has none. */
  String of(SwitchPort port, String key, String words) {
    @Nullable String line = port(port).lines().get(key);
    return line == null || !line.startsWith(words) ? "" : line.substring(words.length());
  }

  boolean isShut(SwitchPort port) {
    return "shutdown".equals(port(port).lines().get("02 shutdown"));
  }

  String mtu(SwitchPort port) {
    String mtu = of(port, "04 mtu", "mtu ");
    return mtu.isEmpty() ? USUAL_MTU : mtu;
  }

  /** Whether a section has this line, or a class of it this header. */
  boolean uses(String line) {
    return root.below().values().stream()
            .flatMap(one -> Stream.concat(Stream.of(one), one.below().values().stream()))
            .anyMatch(one -> one.lines().containsValue(line))
        || root.below().values().stream()
            .flatMap(one -> one.below().values().stream())
            .anyMatch(one -> one.header().equals(line));
  }

  /** Lines as {@code show running-configuration} prints them. */
  List<String> text() {
    List<String> lines = new ArrayList<>(root.lines().values());
    // unverified: that one of 100 gigabits is printed with every port
    root.below().values().stream()
        .filter(one -> one.header().startsWith("interface ethernet"))
        .forEach(one ->
            lines.add(
                "interface breakout "
                    + one.header().substring("interface ethernet".length())
                    + " map 100g-1x"));
    lines.add("!");
    boolean vlan = false;
    for (Section one : root.below().values()) {
      if (!vlan && one.header().startsWith("interface ")) {
        lines.addAll(List.of("interface vlan1", " no shutdown", "!"));
        vlan = true;
      }
      print(one, lines);
    }
    lines.addAll(
        List.of("interface mgmt1/1/1", " no shutdown", " ip address dhcp", "!", "support-assist"));
    return lines;
  }

  private static void print(Section part, List<String> lines) {
    lines.add(part.header());
    part.lines().values().forEach(line -> lines.add(" " + line));
    for (Section inner : part.below().values()) {
      lines.addAll(List.of(" !", " " + inner.header()));
      inner.lines().values().forEach(line -> lines.add("  " + line));
    }
    lines.add("!");
  }
}
