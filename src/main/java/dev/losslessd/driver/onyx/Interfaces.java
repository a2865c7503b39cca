package dev.losslessd.driver.onyx;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.DeviceJson;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.LinkedHashMap;
import java.util.Map;

/** {@code show interfaces ethernet}: ports in its order, each as it was printed. */
record Interfaces(Map<String, DeviceJson> ports) {
  static final String COMMAND = "show interfaces ethernet | json-print";

  private static final Pattern MTU =
      Pattern.compile("(\\d{1,5}) bytes(?:\\s*\\(Maximum packet size \\d{1,5} bytes\\))?");
  private static final Pattern PAUSE = Pattern.compile("receive (on|off) send (on|off)");

  static Interfaces parse(String text) {
    Map<String, DeviceJson> ports = new LinkedHashMap<>();
    DeviceJson all = DeviceJson.parse(COMMAND, text);
    for (DeviceJson one : all.rows()) {
      String name = one.text("header");
      if (Ports.isPort(name) && ports.put(name, one) != null) {
        throw one.garbled("header", "each port once");
      }
    }
    if (ports.isEmpty()) {
      throw all.garbled("", "a list of ports");
    }
    return new Interfaces(ports);
  }

  /**
   * @throws DeviceException GONE if it was not printed
   */
  DeviceJson port(String name) {
    DeviceJson port = ports.get(name);
    if (port == null) {
      throw DeviceException.gone(name + ": no such interface is shown");
    }
    return port;
  }

  /** MTU without the Ethernet header, as {@code Maximum packet size} beside it shows. */
  Mtu mtu(String name) {
    Matcher found = match(name, "MTU", MTU, "'N bytes(Maximum packet size N bytes)'");
    int bytes = Integer.parseInt(found.group(1));
    if (bytes < Mtu.SMALLEST || bytes > Mtu.LARGEST) {
      throw port(name).garbled("MTU", Mtu.SMALLEST + ".." + Mtu.LARGEST + " bytes");
    }
    return new Mtu(bytes);
  }

  /** Not every release prints it; then it is an error, not off. */
  GlobalPause pause(String name) {
    Matcher found = match(name, "Flow-control", PAUSE, "'receive on|off send on|off'");
    return new GlobalPause(found.group(1).equals("on"), found.group(2).equals("on"));
  }

  private Matcher match(String name, String field, Pattern pattern, String expected) {
    DeviceJson port = port(name);
    Matcher found = pattern.matcher(port.text(field));
    if (!found.matches()) {
      throw port.garbled(field, expected);
    }
    return found;
  }
}
