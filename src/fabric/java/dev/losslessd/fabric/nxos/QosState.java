package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** QoS state that results from the configuration. */
final class QosState {
  private QosState() {}

  /** The name behind a {@code service-policy} line of a part, or null. */
  static @Nullable String attached(@Nullable Block block, String key) {
    String line = block == null ? null : block.line(key);
    return line == null ? null : line.substring(line.lastIndexOf(' ') + 1);
  }

  /** The network-qos policy in force; null while it is the one of the factory. */
  static @Nullable Block networkQos(NxosSwitch device) {
    String name = attached(device.running().block(Keys.SYSTEM_QOS), Keys.NETWORK_QOS);
    return name == null ? null : device.running().block(Keys.policy("network-qos", name));
  }

  /** The queuing policy of a port: its own, else the system's; null for the factory's. */
  static @Nullable Block queuing(NxosSwitch device, SwitchPort port) {
    String own = attached(device.portConfig(port), Keys.QUEUING_OUTPUT);
    String name =
        own == null ? attached(device.running().block(Keys.SYSTEM_QOS), Keys.QUEUING_OUTPUT) : own;
    return name == null ? null : device.running().block(Keys.policy("queuing", name));
  }

  /** Priorities with no drop, by the network-qos policy: one for the whole switch. */
  static List<Integer> noDrop(NxosSwitch device) {
    List<Integer> priorities = new ArrayList<>();
    Block policy = networkQos(device);
    if (policy != null) {
      for (Block inner : policy.blocks().values()) {
        String pause = inner.line(Keys.PAUSE);
        if (pause != null) {
          priorities.add(Integer.parseInt(pause.substring(pause.lastIndexOf(' ') + 1)));
        }
      }
    }
    return priorities.stream().sorted().distinct().toList();
  }

  /** Hosts of the fabric speak no DCBX, so that {@code auto} comes to off. */
  static boolean pfcOperates(NxosSwitch device, SwitchPort port) {
    return pfcMode(device, port).equals("On");
  }

  /** {@code Auto}, {@code On} or {@code Off}, as configured. */
  static String pfcMode(NxosSwitch device, SwitchPort port) {
    String line = bundled(device, port).line(Keys.PFC_MODE);
    return line == null ? "Auto" : line.contains(" off") ? "Off" : "On";
  }

  /** The port channel of a member, which its PFC follows; else the port itself. */
  private static Block bundled(NxosSwitch device, SwitchPort port) {
    Block own = device.portConfig(port);
    String member = own.line(Keys.CHANNEL_GROUP);
    Block bundle =
        member == null
            ? null
            : device.running().block(Keys.bundle("port-channel" + member.split(" ", 3)[1]));
    return bundle == null ? own : bundle;
  }

  static int bitmap(List<Integer> priorities) {
    int bits = 0;
    for (int priority : priorities) {
      bits |= 1 << priority;
    }
    return bits;
  }

  static boolean on(NxosSwitch device, SwitchPort port, String key) {
    String line = device.portConfig(port).line(key);
    return line != null && line.endsWith(" on");
  }

  static int mtu(NxosSwitch device, SwitchPort port) {
    String line = device.portConfig(port).line(Keys.MTU);
    return line == null ? 1500 : Integer.parseInt(line.substring("mtu ".length()));
  }
}
