package dev.losslessd.fabric.nxos;

import dev.losslessd.fabric.switchbase.Neighbour;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** {@code show interface}: a paragraph for each port. */
final class ShowInterface {
  private ShowInterface() {}

  static Answer full(NxosSwitch device, List<SwitchPort> ports) {
    List<String> lines = new ArrayList<>();
    List<Map<String, Object>> rows = new ArrayList<>();
    for (SwitchPort port : ports) {
      lines.addAll(text(device, port));
      rows.add(row(device, port));
    }
    return new Answer(lines, NxosJson.table("interface", rows));
  }

  private static boolean enabled(NxosSwitch device, SwitchPort port) {
    return !"shutdown".equals(device.portConfig(port).line(Keys.SHUTDOWN));
  }

  private static List<String> text(NxosSwitch device, SwitchPort port) {
    Traffic traffic = port.traffic();
    boolean up = device.isUp(port);
    boolean enabled = enabled(device, port);
    String reason = up ? "" : enabled ? " (Link not connected)" : " (Administratively down)";
    String mac = Neighbour.dotted(port.mac());
    return List.of(
        port.name() + " is " + (up ? "up" : "down") + reason,
        "admin state is " + (enabled ? "up" : "down") + ", Dedicated Interface",
        "  Hardware: 100/400000 Ethernet, address: %s (bia %s)".formatted(mac, mac),
        "  Description: " + ShowPorts.description(device, port),
        "  MTU %d bytes, BW %d Kbit , DLY 10 usec"
            .formatted(QosState.mtu(device, port), port.gbps() * 1_000_000L),
        "  reliability 255/255, txload 1/255, rxload 1/255",
        "  Encapsulation ARPA, medium is broadcast",
        "  Port mode is access",
        "  full-duplex, %d Gb/s, media type is %dG".formatted(port.gbps(), port.gbps()),
        "  Beacon is turned off",
        "  Auto-Negotiation is turned on  FEC mode is Auto",
        "  Input flow-control is %s, output flow-control is %s"
            .formatted(
                QosState.on(device, port, Keys.FLOW_RECEIVE) ? "on" : "off",
                QosState.on(device, port, Keys.FLOW_SEND) ? "on" : "off"),
        "  Last clearing of \"show interface\" counters never",
        "  RX",
        "    %d unicast packets  0 multicast packets  0 broadcast packets"
            .formatted(traffic.inPackets()),
        "    %d input packets  %d bytes".formatted(traffic.inPackets(), traffic.inOctets()),
        "    0 input error  0 short frame  0 overrun   0 underrun  0 ignored",
        "    0 input with dribble  0 input discard",
        "    %d Rx pause".formatted(port.traffic().rxPfc()),
        "  TX",
        "    %d unicast packets  0 multicast packets  0 broadcast packets"
            .formatted(traffic.outPackets()),
        "    %d output packets  %d bytes".formatted(traffic.outPackets(), traffic.outOctets()),
        "    0 output error  0 collision  0 deferred  0 late collision",
        "    0 lost carrier  0 no carrier  0 babble  %d output discard"
            .formatted(traffic.dropped()),
        "    %d Tx pause".formatted(port.traffic().txPfc()),
        "");
  }

  private static Map<String, Object> row(NxosSwitch device, SwitchPort port) {
    Traffic traffic = port.traffic();
    return NxosJson.row("interface", port.name())
        .with("state", device.isUp(port) ? "up" : "down")
        .with("admin_state", enabled(device, port) ? "up" : "down")
        .with("eth_hw_addr", Neighbour.dotted(port.mac()))
        .with("desc", ShowPorts.description(device, port))
        .with("eth_mtu", QosState.mtu(device, port))
        .with("eth_bw", port.gbps() * 1_000_000L)
        .with("eth_duplex", "full")
        .with("eth_speed", port.gbps() + " Gb/s")
        .with("eth_inpkts", traffic.inPackets())
        .with("eth_inbytes", traffic.inOctets())
        .with("eth_inpause", port.traffic().rxPfc())
        .with("eth_outpkts", traffic.outPackets())
        .with("eth_outbytes", traffic.outOctets())
        .with("eth_outdiscard", traffic.dropped())
        .with("eth_outpause", port.traffic().txPfc());
  }
}
