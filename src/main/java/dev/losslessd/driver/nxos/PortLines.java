package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.Sanitized;
import dev.losslessd.driver.nxos.QosPolicy.Kind;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The lines for one interface. */
final class PortLines {
  /** Mode of a port of which no line says anything. */
  private static final String AUTO = "auto";

  private static final String NONE = "none";
  private static final String OURS = "ours";

  private final NxosSnapshot now;
  private final String port;

  PortLines(NxosSnapshot now, String port) {
    this.now = now;
    this.port = now.port(port).line().substring("interface ".length());
  }

  /** The port's own word for PFC: {@code on}, {@code on send-tlv}, {@code off}, {@code auto}. */
  String modeWords() {
    return now.port(port).after("priority-flow-control mode ").stream().findFirst().orElse(AUTO);
  }

  /**
   * @param words the mode that was there once and shall come back, whichever set it ran on; empty
   *     for a plain on or off
   */
  PolicySwap pfc(Pfc wanted, String words) {
    boolean on = !wanted.lossless().isEmpty();
    if (on && words.isEmpty() && !wanted.lossless().equals(now.lossless().priorities())) {
      throw DeviceException.refused(
          "%s pfc %s: this switch has one lossless set for all ports, %s: change lossless first"
              .formatted(port, wanted.text(), now.lossless().text()));
    }
    String plain = on ? "on" : "off";
    return with(modeLine(words.isEmpty() ? plain : words), modeLine(modeWords()));
  }

  private static Line modeLine(String words) {
    return words.equals(AUTO)
        ? NxosLedger.line(NxosLedger.NO_PFC_MODE, "no priority-flow-control mode on")
        : NxosLedger.line(NxosLedger.PFC_MODE, "priority-flow-control mode " + known(words));
  }

  private static String known(String words) {
    if (!List.of("on", "off", "on send-tlv").contains(words)) {
      throw DeviceException.unsupported(
          "PFC mode '" + Sanitized.of(words) + "': expected on, off, on send-tlv or auto");
    }
    return words;
  }

  PolicySwap pause(GlobalPause wanted, GlobalPause before) {
    List<Line> lines = new ArrayList<>();
    List<Line> undo = new ArrayList<>();
    if (wanted.receive() != before.receive()) {
      lines.add(flow("receive", wanted.receive()));
      undo.add(flow("receive", before.receive()));
    }
    if (wanted.send() != before.send()) {
      lines.add(flow("send", wanted.send()));
      undo.add(flow("send", before.send()));
    }
    return with(lines, undo);
  }

  private static Line flow(String direction, boolean on) {
    return NxosLedger.line(
        NxosLedger.FLOWCONTROL, "flowcontrol " + direction + " " + (on ? "on" : "off"));
  }

  PolicySwap mtu(Mtu wanted) {
    return with(
        NxosLedger.line(NxosLedger.MTU, "mtu " + wanted.bytes()),
        NxosLedger.line(NxosLedger.MTU, "mtu " + now.mtu(port).bytes()));
  }

  /**
   * Reads the watchdog, which works only with that of the whole switch (Cisco's guide: the global
   * command first).
   */
  Reading watchdog() {
    PfcWatchdog own = now.watchdog(port);
    List<String> options = now.watchdogOptions(port);
    return own.on() && !now.watchdog().on()
        ? new Reading.Staged(
            new PfcWatchdog(false), own, new Reading.OtherSetting("the switch's own watchdog"))
        : new Reading.Value(own, "", NxosSettings.note(options), WatchdogConfig.acts(options));
  }

  PolicySwap watchdog(PfcWatchdog wanted) {
    return with(watchdogLine(wanted), watchdogLine(now.watchdog(port)));
  }

  static Line watchdogLine(PfcWatchdog wanted) {
    return wanted.on()
        ? NxosLedger.line(NxosLedger.WATCHDOG, WatchdogConfig.ON)
        : NxosLedger.line(NxosLedger.NO_WATCHDOG, "no " + WatchdogConfig.ON);
  }

  /** The classification of its own: {@code none}, {@code ours}, or the name of another's. */
  String trustWords() {
    return now.classifierOf(port)
        .map(name -> now.names().isOurs(Kind.CLASSIFY, name) ? OURS : name)
        .orElse(NONE);
  }

  /**
   * @param words what {@link #trustWords} told once and shall come back; empty where nothing shall
   */
  PolicySwap trust(Trust wanted, String words) {
    Optional<String> current = now.classifierOf(port);
    if (words.equals(NONE)) {
      return detach(current);
    }
    if (words.equals(OURS)) {
      return attach(current);
    }
    if (current.filter(name -> !now.names().isOurs(Kind.CLASSIFY, name)).isPresent()) {
      throw DeviceException.refused(
          "%s trust %s: the port has policy %s, which is not ours: detach it first"
              .formatted(port, wanted.text(), Sanitized.of(current.get())));
    }
    return wanted.field() == Trust.Field.DSCP ? attach(current) : detach(current);
  }

  /**
   * Attaches this agent's policy; where there is none, a new one that classifies as the switch's
   * other ports do.
   */
  private PolicySwap attach(Optional<String> current) {
    String name = now.ours().map(QosPolicy::name).orElseGet(() -> now.names().of(Kind.CLASSIFY, 1));
    List<Line> lines = new ArrayList<>();
    List<Line> undo = new ArrayList<>();
    if (now.ours().isEmpty()) {
      lines.addAll(PolicySwap.classifier(name, now.foreignMap()));
      undo.addAll(PolicySwap.noClassifier(name, now.foreignMap()));
    }
    lines.addAll(replace(port, current, Optional.of(name)));
    undo.addAll(0, replace(port, Optional.of(name), current));
    return new PolicySwap(lines, undo);
  }

  /** Returns the lines that detach one classification of a port and attach another. */
  static List<Line> replace(String port, Optional<String> current, Optional<String> next) {
    List<Line> lines = new ArrayList<>(List.of(enter(port)));
    current.ifPresent(was -> lines.add(without(was)));
    next.ifPresent(name -> lines.add(with(name)));
    return lines;
  }

  private static Line with(String classifier) {
    return NxosLedger.line(NxosLedger.PORT_SERVICE, Kind.CLASSIFY.service("").strip(), classifier);
  }

  private static Line without(String classifier) {
    return NxosLedger.line(
        NxosLedger.NO_PORT_SERVICE, "no " + Kind.CLASSIFY.service("").strip(), classifier);
  }

  /** The last port that leaves takes ours along, unless it holds a map that only it has. */
  private PolicySwap detach(Optional<String> current) {
    List<Line> lines = new ArrayList<>();
    current.ifPresent(name -> {
      lines.addAll(replace(port, current, Optional.empty()));
      DscpMap others = now.foreignMap();
      boolean isCopy =
          now.ours()
              .filter(ours -> ours.name().equals(name))
              .filter(ours -> Classification.parse(now.config(), ours).equals(others))
              .isPresent();
      if (isCopy && now.portsWith(name).size() == 1) {
        lines.addAll(PolicySwap.noClassifier(name, others));
      }
    });
    return new PolicySwap(lines, List.of());
  }

  private static Line enter(String port) {
    return NxosLedger.line(NxosLedger.INTERFACE, "interface", port);
  }

  private PolicySwap with(Line line, Line undo) {
    return with(List.of(line), List.of(undo));
  }

  private PolicySwap with(List<Line> lines, List<Line> undo) {
    return new PolicySwap(entered(lines), entered(undo));
  }

  private List<Line> entered(List<Line> lines) {
    return Stream.concat(Stream.of(enter(port)), lines.stream()).toList();
  }
}
