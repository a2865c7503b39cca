package dev.losslessd.driver.nvue;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.HostNames;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Names of this agent's QoS profiles, {@code losslessd-gpu01} on the switch and {@link Tree#OURS}
 * in the driver.
 */
final class Profiles {
  /** Regular expression for what follows the host: a direction for link pause, else nothing. */
  private static final String END = "-(?:rx|tx|both)(?![A-Za-z0-9_-])|(?![A-Za-z0-9_-])";

  private static final Map<String, SettingKind> HELD =
      Map.of(
          "pfc", SettingKind.PFC,
          "mapping", SettingKind.TRUST,
          "link-pause", SettingKind.GLOBAL_PAUSE);

  private final HostNames names;

  Profiles(AgentName agent) {
    this.names = new HostNames(agent.host(), END);
  }

  /** The applied configuration in the words of the driver. */
  Node read(Node applied) {
    List<String> there = new ArrayList<>();
    applied.names("qos").forEach(kind -> there.addAll(applied.names("qos", kind)));
    bindings(applied).forEach(path -> applied.text(path).ifPresent(there::add));
    names.learn(there);
    return inward(applied);
  }

  /** Another configuration of the same switch. */
  Node inward(Node told) {
    Node tree = told.copy();
    for (String kind : tree.names("qos")) {
      tree.names("qos", kind).forEach(name -> rename(tree, kind, name));
    }
    bindings(tree)
        .forEach(path -> tree.text(path).ifPresent(name -> tree.set(names.inward(name), path)));
    return tree;
  }

  /** Paths at which ports may name the profile that they are bound to. */
  private static List<String[]> bindings(Node tree) {
    List<String[]> paths = new ArrayList<>();
    for (String port : tree.names("interface")) {
      for (String kind : tree.names("interface", port, "qos")) {
        paths.add(new String[] {"interface", port, "qos", kind, "profile"});
      }
    }
    return paths;
  }

  private void rename(Node tree, String kind, String name) {
    String ours = names.inward(name);
    if (!ours.equals(name)) {
      Node below = tree.at("qos", kind, name).orElseThrow();
      tree.remove("qos", kind, name);
      tree.put(below, List.of("qos", kind, ours));
    }
  }

  /** A line as the switch shall have it. */
  String outward(String line) {
    return names.outward(line);
  }

  /** This agent's profiles, as the switch has them: {@code qos pfc losslessd-gpu01}. */
  List<String> own(Node tree) {
    List<String> all = new ArrayList<>();
    for (String kind : tree.names("qos")) {
      for (String name : tree.names("qos", kind)) {
        if (name.startsWith(Tree.OURS) && names.other(name).isEmpty()) {
          all.add("qos " + kind + " " + outward(name));
        }
      }
    }
    return all;
  }

  /** Profiles of others that ports are bound to. */
  List<ForeignMark> foreign(DeviceId device, Node tree) {
    List<ForeignMark> marks = new ArrayList<>();
    for (String port : tree.names("interface")) {
      Target target = Target.port(new PortId(device, port));
      HELD.forEach((kind, held) -> {
        String name = Tree.ownProfile(tree, kind, port).orElse("");
        names
            .other(name)
            .ifPresent(host -> marks.add(ForeignMark.on(target, held, host, "profile " + name)));
      });
    }
    for (String name : tree.names("qos", "pfc")) {
      names
          .other(name)
          .ifPresent(host ->
              marks.add(
                  ForeignMark.on(
                      new Target.Device(device),
                      SettingKind.LOSSLESS,
                      host,
                      "PFC profile " + name)));
    }
    return marks;
  }
}
