package dev.losslessd.fabric.junos;

import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.Traffic;
import dev.losslessd.fabric.twin.TwinPort;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** {@code show interfaces} in its forms. */
record Ports(JunosSwitch device) {
  private static final int QUEUES = 8;

  /** Shares of the release's own scheduler map, by class. */
  private static final Map<String, Integer> USUAL =
      Map.of("best-effort", 15, "fcoe", 35, "no-loss", 35, "network-control", 15);

  private Tree tree() {
    return device.running();
  }

  static int mtu(JunosSwitch device, SwitchPort port) {
    String mtu = device.running().text("interfaces", port.name(), "mtu");
    return mtu.isEmpty() ? 1500 + header(device, port) : Integer.parseInt(mtu);
  }

  /** Bytes that the MTU counts beside the IP packet. */
  private static int header(JunosSwitch device, SwitchPort port) {
    Tree tree = device.running();
    boolean two = tree.has("interfaces", port.name(), "flexible-vlan-tagging");
    return two ? 22 : tree.has("interfaces", port.name(), "vlan-tagging") ? 18 : 14;
  }

  List<String> brief() {
    List<String> out = new ArrayList<>();
    for (SwitchPort port : device.ports()) {
      head(port, out);
      unit(port, out);
    }
    management(out);
    return out;
  }

  /** Output for class of service; a unit without a classifier uses IP precedence. */
  List<String> classes() {
    List<String> out = new ArrayList<>();
    for (SwitchPort port : device.ports()) {
      out.add("Physical interface: %s, Index: %d".formatted(port.name(), 100 + port.number()));
      out.add("Maximum usable queues: 12, Queues in use: 5");
      out.add("Exclude aggregate overhead bytes: disabled");
      out.add("  Scheduler map: <default>, Index: 2");
      out.add("  Congestion-notification: Disabled");
      out.add("");
      out.add("  Logical interface: %s.0, Index: %d".formatted(port.name(), 300 + port.number()));
      out.add("Object                  Name                   Type                    Index");
      classifier(port)
          .ifPresentOrElse(
              name -> out.add("Classifier              %-22s dscp %22d".formatted(name, 40_000)),
              () ->
                  out.add(
                      "Classifier              ipprec-compatibility   ip                        "
                          + " 13"));
      out.add("");
    }
    return out;
  }

  private Optional<String> classifier(SwitchPort port) {
    for (String unit : List.of("0", "*")) {
      String name =
          tree()
              .text(
                  "class-of-service",
                  "interfaces",
                  port.name(),
                  "unit",
                  unit,
                  "classifiers",
                  "dscp");
      if (!name.isEmpty()) {
        return Optional.of(name);
      }
    }
    return Optional.empty();
  }

  private void head(SwitchPort port, List<String> out) {
    boolean on = !tree().has("interfaces", port.name(), "disable");
    boolean pauses = tree().has("interfaces", port.name(), "ether-options", "flow-control");
    out.add(
        "Physical interface: %s, %s, Physical link is %s"
            .formatted(
                port.name(),
                on ? "Enabled" : "Administratively down",
                device.isUp(port) ? "Up" : "Down"));
    out.add(
        "  Interface index: %d, SNMP ifIndex: %d".formatted(100 + port.number(), port.ifIndex()));
    String description = tree().text("interfaces", port.name(), "description");
    if (!description.isEmpty()) {
      out.add("  Description: " + description);
    }
    out.add(
        "  Link-level type: Ethernet, MTU: %d, LAN-PHY mode, Speed: %dGbps, BPDU Error: None,"
            .formatted(mtu(device, port), port.gbps()));
    out.add(
        "  Loopback: Disabled, Source filtering: Disabled, Flow control: "
            + (pauses ? "Enabled" : "Disabled")
            + ", Auto-negotiation: Disabled,");
    out.add("  Device flags   : Present Running");
    out.add("  CoS queues     : 12 supported, 12 maximum usable queues");
    out.add("  Current address: " + port.mac() + ", Hardware address: " + port.mac());
    Traffic traffic = port.traffic();
    out.add("  Input packets : " + traffic.inPackets());
    out.add("  Output packets: " + traffic.outPackets());
  }

  private void unit(SwitchPort port, List<String> out) {
    out.add("");
    out.add(
        "  Logical interface %s.0 (Index %d) (SNMP ifIndex %d)"
            .formatted(port.name(), 300 + port.number(), 700 + port.number()));
    String tag = tree().text("interfaces", port.name(), "unit", "0", "vlan-id");
    String tagged = tag.isEmpty() ? "" : "VLAN-Tag [ 0x8100." + tag + " ]  ";
    out.add("    Flags: Up SNMP-Traps " + tagged + "Encapsulation: ENET2");
    out.add("    Protocol inet, MTU: " + (mtu(device, port) - header(device, port)));
    out.add("");
  }

  private static void management(List<String> out) {
    out.add("Physical interface: em0, Enabled, Physical link is Up");
    out.add("  Interface index: 8, SNMP ifIndex: 17");
    out.add(
        "  Type: Ethernet, Link-level type: Ethernet, MTU: 1514, Clocking: Unspecified, Speed:"
            + " 1000mbps");
    out.add("");
  }

  List<String> extensive() {
    List<String> out = new ArrayList<>();
    for (SwitchPort port : device.ports()) {
      head(port, out);
      counters(port, out);
      scheduling(port, out);
      unit(port, out);
    }
    management(out);
    return out;
  }

  private void counters(SwitchPort port, List<String> out) {
    Traffic traffic = port.traffic();
    out.add("  Queue number:         Mapped forwarding classes");
    names()
        .forEach(
            (queue, names) -> out.add("    %-19d %s".formatted(queue, String.join(", ", names))));
    out.add("  Active alarms  : None");
    out.add("  MAC statistics:                      Receive         Transmit");
    out.add(row("    Total octets        ", traffic.inOctets(), traffic.outOctets()));
    out.add(row("    Total packets       ", traffic.inPackets(), traffic.outPackets()));
    out.add(row("    MAC pause frames    ", 0, 0));
    out.add("  MAC Priority Flow Control Statistics:");
    for (int n = 0; n < QUEUES; n++) {
      out.add(row("    Priority :  " + n + "       ", traffic.rxPfc(n), traffic.txPfc(n)));
    }
  }

  private static String row(String title, long received, long sent) {
    return "%s %23d %16d".formatted(title, received, sent);
  }

  /** Forwarding classes by queue. */
  private Map<Integer, List<String>> names() {
    Map<Integer, List<String>> names = new TreeMap<>();
    queues(tree())
        .forEach((name, queue) -> names.computeIfAbsent(queue, _ -> new ArrayList<>()).add(name));
    return names;
  }

  static Map<String, Integer> queues(Tree tree) {
    Map<String, Integer> queues = new LinkedHashMap<>(Rules.USUAL);
    for (String name : tree.names(Rules.COS, "forwarding-classes", "class")) {
      String queue = tree.text(Rules.COS, "forwarding-classes", "class", name, "queue-num");
      queues.put(name, queue.isEmpty() ? 0 : Integer.parseInt(queue));
    }
    return queues;
  }

  private void scheduling(SwitchPort port, List<String> out) {
    out.add("  CoS information:");
    out.add("    Direction : Output");
    out.add("    CoS transmit queue               Bandwidth               Buffer Priority   Limit");
    out.add("                              %            bps     %           usec");
    String map = new Rules(tree()).told(port.name(), "scheduler-map");
    queues(tree())
        .forEach((name, queue) -> {
          int share = share(map, name);
          if (share >= 0) {
            out.add(
                "    %d %-18s %7d %14d %5d              0 %8s    none"
                    .formatted(
                        queue,
                        name,
                        share,
                        10_000_000L * share * port.gbps(),
                        share,
                        priority(map, name)));
          }
        });
    out.add("  Interface transmit statistics: Disabled");
  }

  private String scheduler(String map, String name) {
    return tree().text(Rules.COS, "scheduler-maps", map, "forwarding-class", name, "scheduler");
  }

  /** Negative for a class that has no place in the map. */
  private int share(String map, String name) {
    if (map.isEmpty()) {
      return USUAL.getOrDefault(name, -1);
    }
    String scheduler = scheduler(map, name);
    String percent = tree().text(Rules.COS, "schedulers", scheduler, "transmit-rate", "percent");
    return scheduler.isEmpty() ? -1 : percent.isEmpty() ? 0 : Integer.parseInt(percent);
  }

  private String priority(String map, String name) {
    String told =
        map.isEmpty() ? "" : tree().text(Rules.COS, "schedulers", scheduler(map, name), "priority");
    return told.isEmpty() ? "low" : told;
  }

  List<String> queues() {
    List<String> out = new ArrayList<>();
    for (SwitchPort port : device.ports()) {
      out.add(
          "Physical interface: %s, Enabled, Physical link is %s"
              .formatted(port.name(), device.isUp(port) ? "Up" : "Down"));
      out.add(
          "  Interface index: %d, SNMP ifIndex: %d".formatted(100 + port.number(), port.ifIndex()));
      out.add("Forwarding classes: 16 supported, %d in use".formatted(queues(tree()).size()));
      out.add("Egress queues: 12 supported, %d in use".formatted(names().size()));
      names().forEach((queue, names) -> queue(port, queue, names, out));
    }
    return out;
  }

  private void queue(SwitchPort port, int queue, List<String> names, List<String> out) {
    Traffic traffic = port.traffic();
    out.add("Queue: %d, Forwarding classes: %s".formatted(queue, String.join(", ", names)));
    out.add("  Queued:");
    out.add(count("Packets", traffic.outPackets(queue), "pps"));
    out.add(count("Bytes", traffic.outOctets(queue), "bps"));
    out.add("  Transmitted:");
    out.add(count("Packets", traffic.outPackets(queue), "pps"));
    out.add(count("Bytes", traffic.outOctets(queue), "bps"));
    out.add(count("Tail-dropped packets", queue == 0 ? traffic.dropped() : 0, "pps"));
    out.add(count("RED-dropped packets", 0, "pps"));
    boolean roce = queue == TwinPort.ROCE_PRIORITY;
    out.add(count("ECN-CE packets", roce ? traffic.marked() : 0, "pps"));
  }

  private static String count(String name, long value, String rate) {
    return "    %-20s : %21d %21d %s".formatted(name, value, 0, rate);
  }
}
