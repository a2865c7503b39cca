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
import java.util.Set;

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

  private static final String PROFILE = "profile";

  private final HostNames names;

  Profiles(AgentName agent) {
    this.names = new HostNames(agent.host(), END);
  }

  /** The applied configuration in the words of the driver. */
  Node read(Node applied) {
    List<String> there = new ArrayList<>();
    applied.names("qos").forEach(kind -> there.addAll(applied.names("qos", kind)));
    for (String port : applied.names("interface")) {
      for (String kind : applied.names("interface", port, "qos")) {
        Tree.ownProfile(applied, kind, port).ifPresent(there::add);
      }
    }
    names.learn(there);
    return inward(applied);
  }

  /** Another configuration of the same switch. */
  Node inward(Node told) {
    Node tree = told.copy();
    tree.at("qos")
        .ifPresent(qos -> Set.copyOf(qos.below().keySet()).forEach(kind -> rename(qos, kind)));
    for (String port : tree.names("interface")) {
      for (String kind : tree.names("interface", port, "qos")) {
        Tree.ownProfile(tree, kind, port)
            .ifPresent(
                name -> tree.set(names.inward(name), "interface", port, "qos", kind, PROFILE));
      }
    }
    return tree;
  }

  private void rename(Node qos, String kind) {
    for (String name : qos.names(kind)) {
      String ours = names.inward(name);
      if (!ours.equals(name)) {
        Node below = qos.at(kind, name).orElseThrow();
        qos.remove(kind, name);
        qos.put(below, List.of(kind, ours));
      }
    }
  }

  /** A line as the switch shall have it. */
  String outward(String line) {
    return names.outward(line);
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
