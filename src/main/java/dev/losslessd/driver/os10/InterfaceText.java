package dev.losslessd.driver.os10;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;

/**
 * {@code show interface ethernetX}: what is in force, where the configuration leaves it to defaults
 * and to the iSCSI optimisation, which turns pause on without a line.
 *
 * @param mtu with the Ethernet header, as OS10 counts: 1532 by default
 */
record InterfaceText(Mtu mtu, GlobalPause pause) {
  private static final Pattern HEAD =
      Pattern.compile("(?m)^Ethernet (\\S+) is \\S.*?, line protocol is \\S");
  private static final Pattern MTU = Pattern.compile("(?m)^\\s+MTU (\\d{1,5}) bytes,");
  private static final Pattern PAUSE =
      Pattern.compile("(?m)^\\s+Flowcontrol rx (on|off) tx (on|off)\\s*$");

  /**
   * @throws DeviceException GONE if there cannot be such a port
   */
  static String command(String port) {
    if (!RunningConfig.isPort(port)) {
      throw DeviceException.gone(port + ": expected a port such as ethernet1/1/1");
    }
    return "show interface " + port;
  }

  static InterfaceText parse(String port, String text) {
    String number = find(port, text, HEAD, "'Ethernet N is ..., line protocol is ...'").group(1);
    if (!port.equals("ethernet" + number)) {
      throw ParseErrors.at(command(port), "Ethernet " + number, port);
    }
    int bytes = Integer.parseInt(find(port, text, MTU, "'MTU N bytes,'").group(1));
    if (bytes < Mtu.SMALLEST || bytes > Mtu.LARGEST) {
      throw ParseErrors.at(command(port), "MTU " + bytes, Mtu.SMALLEST + ".." + Mtu.LARGEST);
    }
    Matcher pause = find(port, text, PAUSE, "'Flowcontrol rx on|off tx on|off'");
    return new InterfaceText(
        new Mtu(bytes), new GlobalPause(pause.group(1).equals("on"), pause.group(2).equals("on")));
  }

  private static Matcher find(String port, String text, Pattern pattern, String expected) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      throw ParseErrors.at(command(port), text, expected);
    }
    return found;
  }
}
