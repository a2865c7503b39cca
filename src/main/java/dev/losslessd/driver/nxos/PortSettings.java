package dev.losslessd.driver.nxos;

import static dev.losslessd.driver.nxos.NxosLedger.LEDGER;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.MtuRange;
import dev.losslessd.driver.nxos.NxosSetting.OfPort;
import dev.losslessd.model.Capability;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Reading;
import dev.losslessd.text.PrintableText;
import java.util.ArrayList;
import java.util.List;

/** Settings of a port that are lines of its interface. */
final class PortSettings {
  static final List<OfPort<?>> ALL =
      List.of(new PortTrust(), new Mode(), new Watchdog(), new Pause(), new Size());

  private PortSettings() {}

  /** PFC, by the port's own word for it: {@code on}, {@code on send-tlv}, {@code off}. */
  private static final class Mode extends OfPort<Pfc> {
    /** Mode of a port of which no line says anything. */
    private static final String AUTO = "auto";

    private Mode() {
      super(
          Pfc.class,
          NxosSnapshot.MODE,
          Entry.write(
              "nxos.pfc-mode",
              "priority-flow-control mode (?:on|off|on send-tlv)",
              NxosLedger.AZURE),
          Entry.write("nxos.no-pfc-mode", "no priority-flow-control mode on", NxosLedger.GUIDE));
    }

    @Override
    Reading read(NxosSnapshot now, String port) {
      return new Reading.Value(now.pfc(port), words(now, port));
    }

    private static String words(NxosSnapshot now, String port) {
      return now.bindings().port(port).after(NxosSnapshot.MODE).stream().findFirst().orElse(AUTO);
    }

    /** The mode that was there once comes back whichever set it ran on. */
    @Override
    PolicySwap swap(NxosSnapshot now, String port, Pfc wanted, String words) {
      boolean on = !wanted.lossless().isEmpty();
      if (on && words.isEmpty() && !wanted.lossless().equals(now.lossless().priorities())) {
        throw DeviceException.refused(
            "%s pfc %s: this switch has one lossless set for all ports, %s: change lossless first"
                .formatted(port, wanted.text(), now.lossless().text()));
      }
      String plain = on ? "on" : "off";
      return at(
          port, List.of(line(words.isEmpty() ? plain : words)), List.of(line(words(now, port))));
    }

    private static Line line(String words) {
      if (words.equals(AUTO)) {
        return LEDGER.line("no priority-flow-control mode on");
      }
      if (!List.of("on", "off", "on send-tlv").contains(words)) {
        throw DeviceException.unsupported(
            "PFC mode '" + PrintableText.brief(words) + "': expected on, off, on send-tlv or auto");
      }
      return LEDGER.line(NxosSnapshot.MODE + words);
    }
  }

  /** The watchdog, which works only with that of the whole switch. */
  private static final class Watchdog extends OfPort<PfcWatchdog> {
    private Watchdog() {
      super(
          PfcWatchdog.class,
          WatchdogConfig.SUBJECT,
          Entry.write(WatchdogConfig.WRITE, WatchdogConfig.ON, NxosLedger.GUIDE),
          Entry.write("nxos.no-watchdog", "no " + WatchdogConfig.ON, NxosLedger.GUIDE));
    }

    /** What a plain on or off would take away, and no source brings back, is left alone. */
    @Override
    Capability ability(NxosSnapshot now, String port) {
      List<String> options = now.watchdogOptions(port);
      return options.isEmpty()
          ? Capability.writable()
          : Capability.readOnly(
              "the port has '%s', which no rollback could bring back: set it by hand"
                  .formatted(PrintableText.brief(String.join("; ", options))));
    }

    /** Cisco's guide: the global command first. */
    @Override
    Reading read(NxosSnapshot now, String port) {
      PfcWatchdog own = now.watchdog(port);
      List<String> options = now.watchdogOptions(port);
      return own.on() && !now.watchdog().on()
          ? new Reading.Staged(
              new PfcWatchdog(false), own, new Reading.OtherSetting("the switch's own watchdog"))
          : new Reading.Value(own, "", NxosSettings.note(options), WatchdogConfig.acts(options));
    }

    @Override
    PolicySwap swap(NxosSnapshot now, String port, PfcWatchdog wanted, String words) {
      return at(
          port,
          List.of(WatchdogConfig.line(wanted)),
          List.of(WatchdogConfig.line(now.watchdog(port))));
    }
  }

  private static final class Pause extends OfPort<GlobalPause> {
    private Pause() {
      super(
          GlobalPause.class,
          "flowcontrol ",
          Entry.write(
              "nxos.flowcontrol", "flowcontrol (?:receive|send) (?:on|off)", NxosLedger.BATFISH));
    }

    @Override
    Reading read(NxosSnapshot now, String port) {
      return new Reading.Value(now.pause(port));
    }

    @Override
    PolicySwap swap(NxosSnapshot now, String port, GlobalPause wanted, String words) {
      GlobalPause before = now.pause(port);
      List<Line> lines = new ArrayList<>();
      List<Line> undo = new ArrayList<>();
      if (wanted.receive() != before.receive()) {
        lines.add(line("receive", wanted.receive()));
        undo.add(line("receive", before.receive()));
      }
      if (wanted.send() != before.send()) {
        lines.add(line("send", wanted.send()));
        undo.add(line("send", before.send()));
      }
      return at(port, lines, undo);
    }

    private static Line line(String direction, boolean on) {
      return LEDGER.line("flowcontrol " + direction + " " + (on ? "on" : "off"));
    }
  }

  private static final class Size extends OfPort<Mtu> {
    private Size() {
      super(Mtu.class, "mtu ", Entry.write("nxos.mtu", "mtu \\d{3,5}", NxosLedger.AZURE));
    }

    /** As NX-OS's own help has it for a port: {@code mtu <1500-9216>}. */
    @Override
    Capability ability(NxosSnapshot now, String port) {
      return Capability.writable().within(new MtuRange(1500, 9216));
    }

    @Override
    Reading read(NxosSnapshot now, String port) {
      return new Reading.Value(now.mtu(port));
    }

    @Override
    PolicySwap swap(NxosSnapshot now, String port, Mtu wanted, String words) {
      return at(port, List.of(line(wanted)), List.of(line(now.mtu(port))));
    }

    private static Line line(Mtu mtu) {
      return LEDGER.line("mtu " + mtu.bytes());
    }
  }
}
