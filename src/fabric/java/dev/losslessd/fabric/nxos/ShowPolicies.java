package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Output of policies where they are in force. */
final class ShowPolicies {
  private ShowPolicies() {}

  static Answer networkQos(NxosSwitch device) {
    List<String> lines = new ArrayList<>(List.of("", "", "  Type network-qos policy-maps"));
    lines.add("  ===============================");
    Block policy = QosState.networkQos(device);
    if (policy == null) {
      lines.add("  policy-map type network-qos default-8q-nq-policy");
      lines.add("    class type network-qos c-8q-nq-default");
      lines.add("      mtu 1500");
    } else {
      lines.add("  " + policy.header());
      for (Block inner : policy.blocks().values()) {
        inner.text().forEach(line -> lines.add("    " + line));
      }
    }
    return Answer.lines(lines);
  }

  static Answer ports(NxosSwitch device, List<SwitchPort> ports) {
    List<String> lines = new ArrayList<>(List.of("", "", "Global statistics status :   enabled"));
    for (SwitchPort port : ports) {
      lines.add("");
      lines.add(port.name());
      String input = QosState.attached(device.portConfig(port), Keys.QOS_INPUT);
      if (input != null) {
        Block policy = device.running().block(Keys.policy("qos", input));
        section(lines, "input", "qos", input, policy);
      }
      Block queuing = QosState.queuing(device, port);
      if (queuing == null) {
        section(lines, "output", "queuing", "default-8q-out-policy", null);
      } else {
        String header = queuing.header();
        section(lines, "output", "queuing", header.substring(header.lastIndexOf(' ') + 1), queuing);
      }
    }
    return Answer.lines(lines);
  }

  private static void section(
      List<String> lines, String direction, String type, String name, @Nullable Block policy) {
    lines.add("");
    lines.add("  Service-policy (%s) %s:   %s ".formatted(type, direction, name));
    lines.add("    SNMP Policy Index:  285213859");
    if (policy == null) {
      return;
    }
    for (Block inner : policy.blocks().values()) {
      String className = inner.header().substring(inner.header().lastIndexOf(' ') + 1);
      lines.add("");
      lines.add("    Class-map (%s):   %s (match-any)".formatted(type, className));
      inner.lines().values().forEach(line -> lines.add("      " + line));
    }
  }
}
