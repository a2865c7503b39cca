package dev.losslessd.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Debian's prometheus-snmp-exporter, configured to read the daemon's columns. */
final class SnmpExporter {
  private static final Pattern SERIES =
      Pattern.compile(
          "(\\w+)\\{ifIndex=\"\\d+\",ifName=\"([^\"]+)\"(?:,priority=\"(\\d)\")?} (\\S+)");

  private static final String IF = "1.3.6.1.2.1.2.2.1.";
  private static final String IF_X = "1.3.6.1.2.1.31.1.1.1.";

  private static final Map<String, String> PLAIN =
      Map.of(
          "ifHCInOctets", IF_X + "6",
          "ifHCInUcastPkts", IF_X + "7",
          "ifHCOutOctets", IF_X + "10",
          "ifHCOutUcastPkts", IF_X + "11",
          "ifInDiscards", IF + "13",
          "ifInErrors", IF + "14",
          "ifOutDiscards", IF + "19",
          "ifOutErrors", IF + "20");

  private static final Map<String, String> BY_PRIORITY =
      Map.of(
          "cpfcIfPriorityRequests", RigMib.PFC + "2",
          "cpfcIfPriorityIndications", RigMib.PFC + "3");

  private SnmpExporter() {}

  static Child start(Path folder, int port) throws IOException {
    Path config = folder.resolve("snmp.yml");
    Files.writeString(config, module("usual", 25) + module("tuned", 100));
    Child child =
        Child.peer(
            folder.resolve("snmp_exporter.log"),
            "prometheus-snmp-exporter",
            "--config.file=" + config,
            "--log.level=error",
            "--web.listen-address=127.0.0.1:" + port);
    NodeExporter.awaitPort(port);
    return child;
  }

  private static String module(String name, int repetitions) {
    StringBuilder text = new StringBuilder(name + ":\n  walk:\n");
    PLAIN.values().forEach(oid -> text.append("  - ").append(oid).append('\n'));
    BY_PRIORITY.values().forEach(oid -> text.append("  - ").append(oid).append('\n'));
    text.append("  - ").append(IF_X).append("1\n  metrics:\n");
    PLAIN.forEach((metric, oid) -> text.append(metric(metric, oid, "")));
    BY_PRIORITY.forEach(
        (metric, oid) -> text.append(metric(metric, oid, ", {labelname: priority, type: gauge}")));
    return text
        + "  version: 2\n  max_repetitions: "
        + repetitions
        + "\n  timeout: 20s\n  auth:\n    community: public\n";
  }

  private static String metric(String name, String oid, String index) {
    return "  - {name: %s, oid: %s, type: counter, help: %s,\n".formatted(name, oid, name)
        + "     indexes: [{labelname: ifIndex, type: gauge}%s],\n".formatted(index)
        + "     lookups: [{labels: [ifIndex], labelname: ifName, oid: %s1,".formatted(IF_X)
        + " type: DisplayString}]}\n";
  }

  static String path(String module, String address) {
    return "/snmp?module=" + module + "&target=" + address + ":" + SnmpRig.PORT;
  }

  /** {@code NAME PORT} or {@code NAME.PRIORITY PORT}, and the number. */
  static Map<String, Double> values(String page) {
    Map<String, Double> values = new HashMap<>();
    Matcher match = SERIES.matcher(page);
    while (match.find()) {
      String priority = match.group(3) == null ? "" : "." + match.group(3);
      values.put(match.group(1) + priority + " " + match.group(2), Double.valueOf(match.group(4)));
    }
    return values;
  }
}
