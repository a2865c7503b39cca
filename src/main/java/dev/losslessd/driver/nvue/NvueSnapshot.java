package dev.losslessd.driver.nvue;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.Once;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.model.Target;
import dev.losslessd.text.PrintableText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * State of a switch at one time. Each command is asked when it is first needed: what is set comes
 * from the applied revision, what runs from the shows of a port.
 */
final class NvueSnapshot {
  static final String INTERFACES = "nv show interface";
  private static final String APPLIED = Tree.command("applied");

  private final NvCli nvCli;
  final Profiles profiles;
  private final Supplier<Release> release;
  private final Once<Node> applied;
  private final Once<Node> interfaces = new Once<>(this::readInterfaces);
  private final Map<String, Supplier<Node>> shown = new HashMap<>();

  /**
   * @param release asked once: a wrong spelling is tried the other way
   */
  NvueSnapshot(NvCli nvCli, Profiles profiles, Supplier<Release> release) {
    this.nvCli = nvCli;
    this.profiles = profiles;
    this.release = release;
    this.applied = new Once<>(() -> profiles.read(Tree.parse(APPLIED, show(APPLIED))));
  }

  private Node show(String command) {
    return shown.computeIfAbsent(command, one -> Failures.outcome(() -> nvCli.show(one))).get();
  }

  /** Returns the configuration that is set: the applied revision. */
  Node config() {
    return applied.get();
  }

  Release release() {
    return release.get();
  }

  /** Names of the front panel ports. */
  List<String> ports() {
    return interfaces.get().names().stream().filter(Ports::isPhysical).toList();
  }

  private Node readInterfaces() {
    Node all = show(INTERFACES);
    return all.at("interface").orElse(all);
  }

  /** Requires that the configuration can be read, and the port. */
  void require(Target target) {
    Node _ = config();
    String name = SettingTable.port(target);
    if (!name.isEmpty() && !ports().contains(name)) {
      throw DeviceException.gone(PrintableText.brief(name) + ": no such port on this switch");
    }
  }

  /** Returns one field of a port's link; empty where it is not shown. */
  Optional<String> link(String port, String name) {
    return interfaces.get().text(port, "link", name);
  }

  /** Returns what a port runs of one kind; without a port, what those run that have that of all. */
  Running running(String port, String kind) {
    String runs = port.isEmpty() ? standIn(kind) : port;
    return new Running(runs, kind, show("nv show interface " + runs + " qos " + kind));
  }

  /** The settings of a profile as the switch understands them, defaults and RoCE's included. */
  Node global(String kind) {
    return show("nv show qos " + kind + " " + Tree.GLOBAL);
  }

  /** Returns a port that stands for those that run the profile of all. */
  private String standIn(String kind) {
    return standIn(port -> Tree.profile(config(), kind, port).equals(Tree.GLOBAL))
        .orElseThrow(() ->
            DeviceException.unsupported(
                "no port runs " + kind + " " + Tree.GLOBAL + ": each has a profile of its own"));
  }

  Optional<String> standIn(Predicate<String> port) {
    return ports().stream().filter(port).findFirst();
  }
}
