package dev.losslessd.driver.nvue;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.HostNames;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Names of this agent's QoS profiles, {@code losslessd-gpu01} on the switch and {@link Tree#OURS}
 * in the driver.
 */
record Profiles(AgentName agent, HostNames names) {
  /** Regular expression for what follows the host: a direction for link pause, else nothing. */
  private static final String END = "-(?:rx|tx|both)(?![A-Za-z0-9_-])|(?![A-Za-z0-9_-])";

  private static final Map<String, SettingKind> HELD =
      Map.of(
          "pfc", SettingKind.PFC,
          "mapping", SettingKind.TRUST,
          "link-pause", SettingKind.GLOBAL_PAUSE);

  /** Paths at which ports name the profile that they are bound to. */
  private static final Pattern BINDING = Pattern.compile("interface \\S+ qos \\S+ profile");

  Profiles(AgentName agent) {
    this(agent, new HostNames(agent.host(), END));
  }

  /** The applied configuration in the words of the driver. */
  Node read(Node applied) {
    List<String> there = new ArrayList<>();
    applied
        .lines()
        .forEach((path, value) -> {
          if (path.startsWith("qos ")) {
            there.add(path);
          } else if (BINDING.matcher(path).matches()) {
            value.ifPresent(there::add);
          }
        });
    names.learn(there);
    return inward(applied);
  }

  /** Another configuration of the same switch. */
  Node inward(Node told) {
    Node tree = new Node();
    told.lines()
        .forEach((path, value) ->
            tree.put(
                path.startsWith("qos ") ? names.inward(path) : path,
                BINDING.matcher(path).matches() ? value.map(names::inward) : value));
    return tree;
  }

  /** A line as the switch shall have it. */
  String outward(String line) {
    return names.outward(line);
  }

  /**
   * This agent's profiles, as the switch has them: {@code qos pfc losslessd-gpu01}, and its
   * revisions, which NVUE keeps.
   */
  List<String> own(Node tree, Revisions revisions) {
    List<String> all = new ArrayList<>();
    for (String kind : tree.names("qos")) {
      for (String name : tree.names("qos", kind)) {
        if (name.startsWith(Tree.OURS) && names.other(name).isEmpty()) {
          all.add("qos " + kind + " " + outward(name));
        }
      }
    }
    all.addAll(revisions.own(agent));
    return all;
  }

  /** Profiles of others that ports are bound to, and a revision of theirs in force. */
  List<ForeignMark> foreign(DeviceId device, Node tree, Revisions revisions) {
    List<ForeignMark> marks = new ArrayList<>();
    for (String port : tree.names("interface")) {
      Target target = Target.port(new PortId(device, port));
      HELD.forEach((kind, held) -> {
        String name = Tree.ownProfile(tree, kind, port).orElse("");
        marks.addAll(ForeignMark.on(target, List.of(held), names.other(name), "profile " + name));
      });
    }
    Target whole = new Target.Device(device);
    for (String name : tree.names("qos", "pfc")) {
      marks.addAll(
          ForeignMark.on(
              whole, List.of(SettingKind.LOSSLESS), names.other(name), "PFC profile " + name));
    }
    revisions.other(agent).ifPresent(marks::add);
    return marks;
  }
}
