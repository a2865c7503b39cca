package dev.losslessd.fabric.onyx;

import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Settings of one port. */
final class PortState {
  static final int USUAL_MTU = 1500;

  private final SwitchPort port;
  private final List<TrafficClass> classes =
      IntStream.range(0, TrafficClass.COUNT).mapToObj(TrafficClass::new).toList();
  private int mtu = USUAL_MTU;
  private String description;
  private boolean shut;

  /** {@code auto}: as DCBX agrees with the peer; here it never does. */
  private String pfc = "auto";

  private boolean sends;
  private boolean receives;
  private String trust = "L2";

  PortState(SwitchPort port) {
    this.port = port;
    this.description = port.neighbour().host();
  }

  TrafficClass trafficClass(int number) {
    return classes.get(number);
  }

  int mtu() {
    return mtu;
  }

  void mtu(int bytes) {
    mtu = bytes;
  }

  String description() {
    return description;
  }

  void description(String text) {
    description = text;
  }

  boolean shut() {
    return shut;
  }

  void shut(boolean down) {
    shut = down;
  }

  String pfc() {
    return pfc;
  }

  void pfc(String mode) {
    pfc = mode;
  }

  boolean sends() {
    return sends;
  }

  boolean receives() {
    return receives;
  }

  /** Pause of the whole link. */
  void flow(boolean send, boolean on) {
    if (send) {
      sends = on;
    } else {
      receives = on;
    }
  }

  String trust() {
    return trust;
  }

  void trust(String mode) {
    trust = mode;
  }

  /** Its part of the running configuration. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    addIf(mtu != USUAL_MTU, "mtu " + mtu + " force", lines);
    addIf(!description.isEmpty(), "description " + description, lines);
    addIf(shut, "shutdown", lines);
    addIf(sends, "flowcontrol send on force", lines);
    addIf(receives, "flowcontrol receive on force", lines);
    addIf(!pfc.equals("auto"), "dcb priority-flow-control mode " + pfc + " force", lines);
    addIf(!trust.equals("L2"), "qos trust " + trust, lines);
    for (int n = 0; n < TrafficClass.COUNT; n++) {
      for (String line : classes.get(n).lines()) {
        lines.add("traffic-class " + n + " " + line);
      }
    }
    lines.replaceAll(line -> "interface ethernet " + Settings.number(port) + " " + line);
    return lines;
  }

  private static void addIf(boolean wanted, String line, List<String> lines) {
    if (wanted) {
      lines.add(line);
    }
  }
}
