package dev.losslessd.driver.onyx;

import dev.losslessd.model.DeviceId;
import java.util.StringJoiner;

/** Output of Onyx, in its format and with made-up values. */
final class Transcripts {
  static final DeviceId LEAF = new DeviceId("leaf1");

  static final String VERSION =
      """
      {
          "Uptime": "12d 4h 7m 9.120s",
          "Product name": "Onyx",
          "Product release": "3.10.4206",
          "Version summary": "X86_64 3.10.4206 2023-04-11 08:15:22 x86_64"
      }
      """;

  static final String INTERFACES =
      """
      [
          {
              "header": "Eth1/3",
              "MTU": "9216 bytes(Maximum packet size 9238 bytes)",
              "Flow-control": "receive off send off",
              "Description": "gpu07",
              "Rx": { "packets": "17" }
          },
          {
              "header": "Eth1/4/2",
              "MTU": "1500 bytes(Maximum packet size 1522 bytes)",
              "Flow-control": "receive on send off"
          },
          {
              "header": "Vlan 12",
              "MTU": "1500 bytes"
          }
      ]
      """;

  /** As newer releases: the whole switch first, then its ports. */
  static final String PFC =
      """
      [
          {
              "PFC": "enabled",
              "Priority Enabled List": "3 5",
              "Priority Disabled List": "0 1 2 4 6 7"
          },
          {
              "Eth1/3": [ { "PFC admin": "On", "PFC oper": "Enabled" } ],
              "Eth1/4/2": [ { "PFC admin": "Auto", "PFC oper": "Disabled" } ],
              "Eth1/5": [ { "PFC admin": "On", "PFC oper": "Disabled" } ],
              "Po7": [ { "PFC admin": "Off", "PFC oper": "Disabled" } ]
          }
      ]
      """;

  /** Output of older releases: ports alone. */
  static final String PFC_PORTS =
      """
      {
          "Eth1/3": [ { "PFC admin": "On", "PFC oper": "Enabled" } ],
          "Eth1/4/2": [ { "PFC admin": "Auto", "PFC oper": "Disabled" } ]
      }
      """;

  static final String PFC_TEXT =
      """

      PFC: enabled
      Priority Enabled List: 3 5
      Priority Disabled List: 0 1 2 4 6 7

      -------------------------------------------------
      Interface        PFC admin        PFC oper
      -------------------------------------------------
      Eth1/3           On               Enabled
      Eth1/4/2         Auto             Disabled
      Po7              Off              Disabled
      """;

  static final String POOLS =
      """
      {
          "roce": [
              {
                  "Type": "lossless",
                  "Switch Priorities": "3,5",
                  "Usage": "0",
                  "Memory actual": "7.1M",
                  "Memory [%]": "40.00"
              }
          ],
          "Exception list": { "message": "N/A" }
      }
      """;

  static final String CONGESTION =
      congestion(
          "\"Mode\": \"ECN\", \"Threshold mode\": \"absolute\", \"RED dropped packets\": \"6\","
              + " \"Minimum threshold\": \"150 KB\", \"Maximum threshold\": \"1500 KB\"");

  static final String CALM = congestion("\"Mode\": \"none\"");

  static final String LLDP =
      """
      {
          "Eth1/3": [
              { "Device ID": "b8:ce:f6:01:02:03", "Port ID": "b8:ce:f6:01:02:04", "System Name": "Not Advertised" }
          ],
          "Eth1/4/2": [
              { "Device ID": "b8:ce:f6:0a:0b:0c", "Port ID": "Ethernet 0/52", "System Name": "spine2" }
          ],
          "mgmt0": [
              { "Device ID": "b8:ce:f6:0a:0b:0d", "Port ID": "19", "System Name": "oob" }
          ]
      }
      """;

  static final String LLDP_TEXT =
      """
      --------------------------------------------------------------------------------
      Local Interface      Device ID            Port ID              System Name
      --------------------------------------------------------------------------------
      Eth1/3               b8:ce:f6:01:02:03    b8:ce:f6:01:02:04    Not Advertised
      Eth1/4/2             b8:ce:f6:0a:0b:0c    Ethernet 0/52        spine2
      """;

  private Transcripts() {}

  /** Class 3 as said, all others without marks. */
  private static String congestion(String third) {
    StringJoiner parts = new StringJoiner(",\n", "[\n", "\n]\n");
    parts.add("{ \"Interface ethernet\": \"1/3\", \"ECN marked packets\": \"8812\" }");
    for (int tc = 0; tc < 8; tc++) {
      String mode = tc == 3 ? third : "\"Mode\": \"none\"";
      parts.add("{ \"header\": \"TC-" + tc + "\", " + mode + " }");
    }
    return parts.toString();
  }

  /** Class 6 strict, 3 with four tenths, the rest with one each. */
  static String ets() {
    StringJoiner classes = new StringJoiner(",\n", "{\n", "\n}");
    for (int tc = 7; tc >= 0; tc--) {
      String share = tc == 3 ? "40" : "10";
      boolean strict = tc == 6;
      classes.add(
          "\"%d\": [ { \"S.Mode\": \"%s\", \"W(%%)\": \"%s\", \"W\": \"%s\", \"BW Gr.(Mbps)\": \"0\" } ]"
              .formatted(tc, strict ? "Strict" : "WRR", strict ? "0" : share, share));
    }
    return "[ { \"Eth1/3\": [ { \"Multicast unaware mapping\": \"disabled\" },\n"
        + "{ \"Flags\": [ { \"W\": \"Weight\" } ] },\n{ \"ETS per TC\": [ "
        + classes
        + " ] } ] } ]\n";
  }

  /** Every DSCP to a eighth of itself; switch-priority n to class n, but 7 to 6. */
  static String qos(String trust) {
    StringJoiner to = new StringJoiner(",\n", "{\n", "\n}");
    StringJoiner from = new StringJoiner(",\n", "{\n", "\n}");
    for (int n = 0; n < 8; n++) {
      StringJoiner codes = new StringJoiner(" ");
      for (int code = 8 * n; code < 8 * n + 8; code++) {
        codes.add(Integer.toString(code));
      }
      to.add(
          "\"%d(0) %d(1)\": [ { \"switch-priority\": \"%d\", \"DSCP\": \"%s\" } ]"
              .formatted(n, n, n, codes));
      from.add(
          "\"%d\": [ { \"PCP(DEI)\": \"%d(0)\", \"TC\": \"%d\", \"DSCP\": \"%d\" } ]"
              .formatted(n, n, n == 7 ? 6 : n, 8 * n));
    }
    return "[ { \"Eth1/3\": [ { \"Default PCP\": \"0\", \"Trust mode\": \""
        + trust
        + "\", \"DSCP rewrite\": \"disabled\" },\n"
        + "{ \"PCP(DEI); DSCP to switch-priority mapping\": [ "
        + to
        + " ] },\n"
        + "{ \"PCP(DEI); DSCP rewrite mapping (switch-priority to PCP(DEI); DSCP; traffic-class)\":"
        + " [ { \"Egress Interface\": \"Eth1/3\" }, "
        + from
        + " ] } ] } ]\n";
  }
}
