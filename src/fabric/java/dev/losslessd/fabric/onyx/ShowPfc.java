package dev.losslessd.fabric.onyx;

import dev.losslessd.fabric.switchbase.JsonObject;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Output of {@code show dcb priority-flow-control}. */
final class ShowPfc {
  private static final String RULE = "-".repeat(49);

  private ShowPfc() {}

  /** Output as JSON; older releases have the ports alone. */
  static Object json(OnyxSwitch device) {
    Map<String, Object> ports = new LinkedHashMap<>();
    for (SwitchPort port : device.ports()) {
      ports.put(
          port.name(),
          List.of(
              JsonObject.of("PFC admin", admin(device, port))
                  .with("PFC oper", oper(device, port))));
    }
    if (!device.release().tellsPriorities()) {
      return ports;
    }
    Map<String, Object> head =
        JsonObject.of("PFC", state(device))
            .with("Priority Enabled List", list(device, true))
            .with("Priority Disabled List", list(device, false));
    return List.of(head, ports);
  }

  static List<String> text(OnyxSwitch device) {
    String row = "%-16s %-16s %s";
    List<String> lines = new ArrayList<>();
    lines.addAll(
        List.of(
            "",
            "PFC: " + state(device),
            ("Priority Enabled List: " + list(device, true)).stripTrailing(),
            ("Priority Disabled List: " + list(device, false)).stripTrailing(),
            "",
            RULE,
            row.formatted("Interface", "PFC admin", "PFC oper"),
            RULE));
    for (SwitchPort port : device.ports()) {
      lines.add(row.formatted(port.name(), admin(device, port), oper(device, port)));
    }
    return lines;
  }

  private static String state(OnyxSwitch device) {
    return device.running().pfc() ? "enabled" : "disabled";
  }

  private static String list(OnyxSwitch device, boolean enabled) {
    boolean listed = device.running().pfc() || device.release().listsWhileOff();
    PrioritySet on = listed ? device.running().priorities() : PrioritySet.NONE;
    List<String> words = new ArrayList<>();
    for (int n = 0; n < Priority.COUNT; n++) {
      if (on.contains(Priority.of(n)) == enabled) {
        words.add(Integer.toString(n));
      }
    }
    return String.join(" ", words);
  }

  private static String admin(OnyxSwitch device, SwitchPort port) {
    String mode = device.running().port(port).pfc();
    return Character.toUpperCase(mode.charAt(0)) + mode.substring(1);
  }

  private static String oper(OnyxSwitch device, SwitchPort port) {
    Settings running = device.running();
    return running.pfcRuns(running.port(port)) ? "Enabled" : "Disabled";
  }
}
