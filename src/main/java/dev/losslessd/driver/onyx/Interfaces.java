package dev.losslessd.driver.onyx;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * {@code show interfaces ethernet}: ports in its order, each as it was printed. A row without the
 * name of a port is passed over.
 *
 * @param twice ports of more than one row, of which nothing is known
 */
record Interfaces(Map<String, DeviceJson> ports, Set<String> twice) {
  static final String COMMAND = "show interfaces ethernet | json-print";

  /** The name, and the port channel of a member behind it: {@code Eth1/3 (Po7)}. */
  private static final Pattern HEADER = Pattern.compile("(\\S+)(?: \\(\\w+\\))?");

  private static final Pattern MTU =
      Pattern.compile("(\\d{1,5}) bytes(?:\\s*\\(Maximum packet size \\d{1,5} bytes\\))?");
  private static final Pattern PAUSE = Pattern.compile("receive (on|off) send (on|off)");

  static Interfaces parse(String text) {
    Map<String, DeviceJson> ports = new LinkedHashMap<>();
    Set<String> twice = new HashSet<>();
    DeviceJson all = DeviceJson.parse(COMMAND, text);
    for (DeviceJson one : all.rows()) {
      Matcher header = HEADER.matcher(one.textIfThere("header").orElse(""));
      if (header.matches() && Ports.isPort(header.group(1))) {
        String name = header.group(1);
        if (ports.put(name, one) != null) {
          twice.add(name);
        }
      }
    }
    all.garbledIf(ports.isEmpty(), "", "a list of ports");
    return new Interfaces(ports, twice);
  }

  /**
   * @throws DeviceException GONE if it was not printed, GARBLED if it was more than once
   */
  DeviceJson port(String name) {
    DeviceJson port = ports.get(name);
    if (port == null) {
      throw DeviceException.gone(name + ": no such interface is shown");
    }
    port.garbledIf(twice.contains(name), "header", "each port once");
    return port;
  }

  /** MTU without the Ethernet header, as {@code Maximum packet size} beside it shows. */
  Mtu mtu(String name) {
    Matcher found = match(name, "MTU", MTU, "'N bytes(Maximum packet size N bytes)'");
    return Mtu.parse(found.group(1))
        .orElseThrow(() -> port(name).garbled("MTU", Mtu.SMALLEST + ".." + Mtu.LARGEST + " bytes"));
  }

  /** Not every release prints it; then it is an error, not off. */
  GlobalPause pause(String name) {
    Matcher found = match(name, "Flow-control", PAUSE, "'receive on|off send on|off'");
    return new GlobalPause(found.group(1).equals("on"), found.group(2).equals("on"));
  }

  private Matcher match(String name, String field, Pattern pattern, String expected) {
    DeviceJson port = port(name);
    Matcher found = pattern.matcher(port.text(field));
    port.garbledIf(!found.matches(), field, expected);
    return found;
  }
}
