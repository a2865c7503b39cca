package dev.losslessd.driver.os10;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ParseErrors;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;

/**
 * {@code show interface ethernetX}: effective values, where the configuration leaves them to
 * defaults and to the iSCSI optimization, which turns pause on without a line. Switches print these
 * lines at the margin (three public outputs, among them Dell's S5248F); Intel's unit tests indent
 * them, so leading blanks are allowed.
 *
 * @param text as printed, of this port
 */
record InterfaceText(String port, String text) {
  private static final Pattern HEAD =
      Pattern.compile("(?m)^Ethernet (\\S+) is \\S.*?, line protocol is \\S");
  private static final Pattern MTU =
      Pattern.compile("(?m)^[ \\t]*MTU \\d{1,5} bytes, IP MTU (\\d{1,5}) bytes\\s*$");
  private static final Pattern PAUSE =
      Pattern.compile("(?m)^[ \\t]*Flowcontrol rx (on|off) tx (on|off)\\s*$");

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
    return new InterfaceText(port, text);
  }

  /**
   * {@code IP MTU}, bytes of IP packet: 32 less than {@code MTU}, which is the whole frame (Dell
   * OS10 user guide, mtu).
   *
   * @throws DeviceException GARBLED if it is not shown
   */
  Mtu mtu() {
    String bytes = find(port, text, MTU, "'MTU N bytes, IP MTU N bytes'").group(1);
    return Mtu.parse(bytes)
        .orElseThrow(() ->
            ParseErrors.at(command(port), "IP MTU " + bytes, Mtu.SMALLEST + ".." + Mtu.LARGEST));
  }

  /**
   * Returns 802.3x pause as it is in force.
   *
   * @throws DeviceException GARBLED if it is not shown
   */
  GlobalPause pause() {
    Matcher pause = find(port, text, PAUSE, "'Flowcontrol rx on|off tx on|off'");
    return new GlobalPause(pause.group(1).equals("on"), pause.group(2).equals("on"));
  }

  private static Matcher find(String port, String text, Pattern pattern, String expected) {
    Matcher found = pattern.matcher(text);
    ParseErrors.throwIf(!found.find(), command(port), text, expected);
    return found;
  }
}
