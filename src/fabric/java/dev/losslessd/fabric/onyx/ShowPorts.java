package dev.losslessd.fabric.onyx;

import dev.losslessd.fabric.switchbase.JsonObject;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.Traffic;
import dev.losslessd.fabric.twin.TwinPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** Output of the commands that show one port, as JSON. */
final class ShowPorts {
  /** Bytes of Ethernet header, VLAN tag and checksum. */
  private static final int AROUND = 22;

  private static final int DSCP_PER_PRIORITY = 8;

  private ShowPorts() {}

  static Map<String, Object> port(OnyxSwitch device, SwitchPort port) {
    PortState state = device.running().port(port);
    Traffic traffic = port.traffic();
    return JsonObject.of("header", port.name())
        .with("Admin state", state.shut() ? "Disabled" : "Enabled")
        .with("Operational state", device.isUp(port) ? "Up" : "Down")
        .with("Description", state.description().isEmpty() ? "N\\A" : state.description())
        .with("Mac address", port.mac())
        .with(
            "MTU",
            "%d bytes(Maximum packet size %d bytes)".formatted(state.mtu(), state.mtu() + AROUND))
        .with(
            "Flow-control", "receive " + onOff(state.receives()) + " send " + onOff(state.sends()))
        .with("Actual speed", port.gbps() + " Gbps")
        .with("Switchport mode", "access")
        .with("Rx", packets(traffic.inPackets(), traffic.inOctets(), 0))
        .with("Tx", packets(traffic.outPackets(), traffic.outOctets(), traffic.dropped()));
  }

  private static String onOff(boolean on) {
    return on ? "on" : "off";
  }

  private static Map<String, Object> packets(long packets, long bytes, long discards) {
    return JsonObject.of("packets", Long.toString(packets))
        .with("bytes", Long.toString(bytes))
        .with("error packets", "0")
        .with("discard packets", Long.toString(discards));
  }

  /** Trust, both maps, and what is written into packets that go out. */
  static Object qos(OnyxSwitch device, SwitchPort port) {
    String trust = device.running().port(port).trust();
    boolean byDscp = !trust.equals("L2");
    Map<String, Object> to = new LinkedHashMap<>();
    Map<String, Object> from = new LinkedHashMap<>();
    for (int n = 0; n < TrafficClass.COUNT; n++) {
      Map<String, Object> row = JsonObject.of("switch-priority", Integer.toString(n));
      if (byDscp) {
        row.put("DSCP", codes(n));
      }
      to.put("%d(0) %d(1)".formatted(n, n), List.of(row));
      from.put(
          Integer.toString(n),
          List.of(
              JsonObject.of("PCP(DEI)", n + "(0)")
                  .with("TC", Integer.toString(n))
                  .with("DSCP", Integer.toString(n * DSCP_PER_PRIORITY))));
    }
    // unverified: what stands here with L2 alone
    String heading = byDscp ? "PCP(DEI); DSCP" : "PCP(DEI)";
    Map<String, Object> general =
        JsonObject.of("Default PCP", "0")
            .with("Trust mode", trust)
            .with("DSCP rewrite", "disabled");
    Map<String, Object> egress = JsonObject.of("Egress Interface", port.name());
    Map<String, Object> classified =
        JsonObject.of(heading + " to switch-priority mapping", List.of(to));
    Map<String, Object> rewritten =
        JsonObject.of(
            "PCP(DEI); DSCP rewrite mapping (switch-priority to PCP(DEI); DSCP; traffic-class)",
            List.of(egress, from));
    return List.of(JsonObject.of(port.name(), List.of(general, classified, rewritten)));
  }

  private static String codes(int priority) {
    StringJoiner codes = new StringJoiner(" ");
    for (int n = 0; n < DSCP_PER_PRIORITY; n++) {
      codes.add(Integer.toString(priority * DSCP_PER_PRIORITY + n));
    }
    return codes.toString();
  }

  static Object ets(OnyxSwitch device, SwitchPort port) {
    PortState state = device.running().port(port);
    int sum = 0;
    for (int n = 0; n < TrafficClass.COUNT; n++) {
      TrafficClass one = state.trafficClass(n);
      sum += one.strict() ? 0 : one.weight();
    }
    Map<String, Object> classes = new LinkedHashMap<>();
    for (int n = 0; n < TrafficClass.COUNT; n++) {
      classes.put(Integer.toString(n), List.of(share(state.trafficClass(n), sum)));
    }
    Map<String, Object> flags = JsonObject.of("S.Mode", "Scheduling Mode [Strict/WRR]");
    return List.of(
        JsonObject.of(
            port.name(),
            List.of(
                JsonObject.of("Multicast unaware mapping", "disabled"),
                JsonObject.of("Flags", List.of(flags)),
                JsonObject.of("ETS per TC", List.of(classes)))));
  }

  private static Map<String, Object> share(TrafficClass one, int sum) {
    int weight = one.strict() ? 0 : one.weight();
    return JsonObject.of("S.Mode", one.strict() ? "Strict" : "WRR")
        .with("BW Sh.(Mbps)", "N/A")
        .with("W(%)", Long.toString(sum == 0 ? 0 : Math.round(100.0 * weight / sum)))
        .with("BW Gr.(Mbps)", "0")
        .with("W", Integer.toString(weight));
  }

  static Object congestion(OnyxSwitch device, SwitchPort port) {
    PortState state = device.running().port(port);
    List<Object> all = new ArrayList<>();
    all.add(
        JsonObject.of("Interface ethernet", Settings.number(port))
            .with("ECN marked packets", Long.toString(marked(state, port))));
    for (int n = 0; n < TrafficClass.COUNT; n++) {
      all.add(congestion(n, state.trafficClass(n)));
    }
    return all;
  }

  /** The twin marks its RoCE priority alone. */
  private static long marked(PortState state, SwitchPort port) {
    boolean marks = state.trafficClass(TwinPort.ROCE_PRIORITY).ecn();
    return marks ? port.traffic().marked() : 0;
  }

  // unverified: the word for both
  private static Map<String, Object> congestion(int number, TrafficClass one) {
    Map<String, Object> row = JsonObject.of("header", "TC-" + number);
    if (one.marks().isEmpty()) {
      row.put("Mode", "none");
      return row;
    }
    String[] words = one.marks().split(" ", -1);
    boolean absolute = words[1].endsWith("absolute");
    row.put("Mode", words[0].equals("both") ? "RED/ECN" : words[0].toUpperCase(Locale.ROOT));
    row.put("Threshold mode", absolute ? "absolute" : "relative");
    row.put("RED dropped packets", "0");
    row.put("Minimum threshold", words[2] + (absolute ? " KB" : "%"));
    row.put("Maximum threshold", words[4] + (absolute ? " KB" : "%"));
    return row;
  }
}
