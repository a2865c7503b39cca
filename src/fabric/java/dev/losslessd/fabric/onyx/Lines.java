package dev.losslessd.fabric.onyx;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.model.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The lines that the configuration knows, and what each does. */
final class Lines {
  private static final Pattern PORTS =
      Pattern.compile("interface ethernet (\\d+/\\d+)(?:-(\\d+/\\d+))?(?: (.+))?");
  private static final int LARGEST_MTU = 9216;

  /** Does it to the whole switch. */
  @FunctionalInterface
  private interface Deed {
    void on(Settings settings, Matcher line);
  }

  /** Does it to a port. */
  @FunctionalInterface
  private interface PortDeed {
    void on(PortState port, Matcher line) throws CliError;
  }

  private static final Map<Pattern, Deed> GLOBAL =
      Map.of(
          Pattern.compile("(no )?dcb priority-flow-control enable(?: force)?"),
          (all, m) -> all.pfc(m.group(1) == null),
          Pattern.compile("(no )?dcb priority-flow-control priority ([0-7]) enable(?: force)?"),
          (all, m) -> all.lossless(Priority.of(Integer.parseInt(m.group(2))), m.group(1) == null),
          Pattern.compile("traffic pool (\\w{1,16}) type (lossless|lossy)"),
          (all, m) -> all.put(all.pool(m.group(1)).withType(m.group(2))),
          Pattern.compile("traffic pool (\\w{1,16}) memory percent (\\d{1,2}(?:\\.\\d{1,2})?)"),
          (all, m) -> all.put(all.pool(m.group(1)).withPercent(m.group(2))),
          Pattern.compile("traffic pool (\\w{1,16}) map switch-priority ([0-7])"),
          (all, m) -> {
            Pool pool = all.pool(m.group(1));
            Priority priority = Priority.of(Integer.parseInt(m.group(2)));
            all.put(pool.with(pool.priorities().with(priority)));
          });

  private static final String MARKS =
      "(?:ecn|red|both) (?:minimum-absolute \\d{1,6} maximum-absolute \\d{1,6}"
          + "|minimum-relative \\d{1,3} maximum-relative \\d{1,3})";

  private static final Map<Pattern, PortDeed> OF_A_PORT =
      Map.ofEntries(
          on("mtu (\\d{4})(?: force)?", (port, m) -> mtu(port, m.group(1))),
          on("description (.{1,80})", (port, m) -> port.description(m.group(1))),
          on("no description", (port, _) -> port.description("")),
          on("(no )?shutdown", (port, m) -> port.shut(m.group(1) == null)),
          on(
              "flowcontrol (send|receive) (on|off)(?: force)?",
              (port, m) -> port.flow(m.group(1).equals("send"), m.group(2).equals("on"))),
          on("dcb priority-flow-control mode (on|off|auto)( force)?", Lines::pfc),
          on("no dcb priority-flow-control mode(?: force)?", (port, _) -> port.pfc("auto")),
          on("qos trust (L2|L3|both)", (port, m) -> port.trust(m.group(1))),
          on("no qos trust", (port, _) -> port.trust("L2")),
          on("traffic-class ([0-7]) dcb ets strict", (port, m) -> of(port, m).beStrict()),
          on(
              "traffic-class ([0-7]) dcb ets wrr (\\d{1,2}|100)",
              (port, m) -> of(port, m).weigh(Integer.parseInt(m.group(2)))),
          on(
              "traffic-class ([0-7]) congestion-control (" + MARKS + ")",
              (port, m) -> of(port, m).mark(m.group(2))),
          on("no traffic-class ([0-7]) congestion-control", (port, m) -> of(port, m).mark("")));

  private Lines() {}

  private static Map.Entry<Pattern, PortDeed> on(String form, PortDeed deed) {
    return Map.entry(Pattern.compile(form), deed);
  }

  private static TrafficClass of(PortState port, Matcher m) {
    return port.trafficClass(Integer.parseInt(m.group(1)));
  }

  private static void mtu(PortState port, String bytes) throws CliError {
    if (Integer.parseInt(bytes) < PortState.USUAL_MTU || Integer.parseInt(bytes) > LARGEST_MTU) {
      throw new CliError("MTU " + bytes + " is out of range");
    }
    port.mtu(Integer.parseInt(bytes));
  }

  // the sources say that it refuses without 'force' while pause is on; unverified: the wording
  private static void pfc(PortState port, Matcher m) throws CliError {
    if (m.group(1).equals("on") && m.group(2) == null && (port.sends() || port.receives())) {
      throw new CliError("PFC cannot be enabled while flow control is enabled on the interface");
    }
    port.pfc(m.group(1));
  }

  /**
   * The ports that a line is about.
   *
   * @param words what follows them; empty if nothing
   */
  record Ports(String shown, List<PortState> states, String words) {}

  /** Whether a line names ports. */
  static boolean isOfPorts(String line) {
    return PORTS.matcher(line).matches();
  }

  /** The ports of such a line. */
  static Ports ports(Settings settings, String line) throws CliError {
    Matcher m = PORTS.matcher(line);
    if (!m.matches()) {
      throw OnyxShell.unknown(line);
    }
    String last = m.group(2) == null ? m.group(1) : m.group(2);
    List<PortState> states = new ArrayList<>();
    boolean within = false;
    for (var entry : settings.ports().entrySet()) {
      within |= entry.getKey().equals(m.group(1));
      if (within) {
        states.add(entry.getValue());
      }
      within &= !entry.getKey().equals(last);
    }
    if (within || states.isEmpty()) {
      throw new CliError("Invalid interface in '" + line + "'");
    }
    String shown = m.group(1) + (m.group(2) == null ? "" : "-" + m.group(2));
    return new Ports(shown, states, m.group(3) == null ? "" : m.group(3));
  }

  /** Takes a whole line. */
  static void take(Settings settings, Release release, String line) throws CliError {
    if (isOfPorts(line)) {
      Ports ports = ports(settings, line);
      takeAt(ports.states(), ports.words());
      return;
    }
    if (line.startsWith("traffic pool ") && !release.pools()) {
      throw OnyxShell.unknown(line);
    }
    for (var one : GLOBAL.entrySet()) {
      Matcher m = one.getKey().matcher(line);
      if (m.matches()) {
        one.getValue().on(settings, m);
        return;
      }
    }
    throw OnyxShell.unknown(line);
  }

  /** Takes what follows the names of ports. */
  static void takeAt(List<PortState> ports, String words) throws CliError {
    for (var one : OF_A_PORT.entrySet()) {
      Matcher m = one.getKey().matcher(words);
      if (m.matches()) {
        for (PortState port : ports) {
          one.getValue().on(port, m);
        }
        return;
      }
    }
    throw OnyxShell.unknown(words);
  }
}
