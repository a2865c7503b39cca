package dev.losslessd.fabric.onyx;

import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The configuration of a switch with Onyx. */
final class Settings {
  private final Map<String, PortState> ports = new LinkedHashMap<>();
  private final Map<String, Pool> pools = new TreeMap<>();
  private boolean pfc;
  private PrioritySet priorities = PrioritySet.NONE;

  /** Creates the configuration that a switch is delivered with. */
  Settings(List<SwitchPort> all) {
    all.forEach(port -> ports.put(number(port), new PortState(port)));
  }

  /** Number of a port in commands: {@code 1/3} for {@code Eth1/3}. */
  static String number(SwitchPort port) {
    return port.name().substring("Eth".length());
  }

  PortState port(SwitchPort port) {
    return Objects.requireNonNull(ports.get(number(port)));
  }

  /** Settings of each port by its number, such as {@code 1/3}. */
  Map<String, PortState> ports() {
    return ports;
  }

  /** PFC of the whole switch. */
  boolean pfc() {
    return pfc;
  }

  void pfc(boolean on) {
    pfc = on;
  }

  /** Priorities that are lossless on ports with PFC, while it is on for the whole switch. */
  PrioritySet priorities() {
    return priorities;
  }

  void lossless(Priority priority, boolean on) {
    priorities = on ? priorities.with(priority) : priorities.without(priority);
  }

  /** Whether PFC acts at a port. */
  boolean pfcRuns(PortState port) {
    return pfc && port.pfc().equals("on");
  }

  Collection<Pool> pools() {
    return pools.values();
  }

  Pool pool(String name) {
    return pools.getOrDefault(name, Pool.named(name));
  }

  void put(Pool pool) {
    pools.put(pool.name(), pool);
  }

  /** Lines of the configuration, without the headings between them. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    ports.values().forEach(port -> lines.addAll(port.lines()));
    if (pfc) {
      lines.add("dcb priority-flow-control enable force");
    }
    priorities
        .priorities()
        .forEach(one -> lines.add("dcb priority-flow-control priority " + one + " enable force"));
    pools.values().forEach(pool -> lines.addAll(pool.lines()));
    return lines;
  }
}
