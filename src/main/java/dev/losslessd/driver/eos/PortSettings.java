package dev.losslessd.driver.eos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Ledger.Entry;
import dev.losslessd.driver.MtuRange;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.driver.eos.PortSetting.Form;
import dev.losslessd.driver.eos.PortSetting.Home;
import dev.losslessd.model.Capability;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Trust;
import dev.losslessd.text.Pattern;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Settings of a port: ledger, table of settings and drafts are made of these. */
final class PortSettings {
  /** In the order of the ledger. Of two that an unknown line may be of, it is the later one's. */
  static final List<PortSetting<?>> ALL =
      List.of(
          new PfcLines(),
          new Watchdog(),
          new TrustLines(),
          new Pause(),
          new MtuLines(),
          new EtsLines(),
          new EcnLines(),
          new Counting());

  private PortSettings() {}

  /**
   * @throws DeviceException UNSUPPORTED if ports have no such setting
   */
  static PortSetting<?> of(SettingKind kind) {
    return ALL.stream()
        .filter(setting -> setting.kind() == kind)
        .findFirst()
        .orElseThrow(
            () -> DeviceException.unsupported("a port of EOS has no setting " + kind.word()));
  }

  /** One regular expression for the lines of ports, or of queues, in the entry that they share. */
  static String written(boolean inQueue) {
    return forms()
        .filter(form -> form.inQueue() == inQueue)
        .flatMap(form -> form.written().stream())
        .collect(Collectors.joining("|"));
  }

  /** Entries of the ledger that one form of line has for itself. */
  static List<Entry> entries() {
    return forms().flatMap(form -> form.entry().stream()).toList();
  }

  static Stream<Form> forms() {
    return ALL.stream().flatMap(setting -> setting.forms.stream());
  }

  /** Whether a port's watchdog is on; its times are those of the switch. */
  static final class Watchdog extends PortSetting<PfcWatchdog> {
    private Watchdog() {
      super(
          PfcWatchdog.class,
          Home.PROFILE,
          "priority-flow-control pause watchdog(?: .*)?",
          Form.port(
              "(?:no )?priority-flow-control pause watchdog",
              "priority-flow-control pause watchdog",
              "(?:no )?<WATCHDOG>"));
    }

    @Override
    Capability ability() {
      return Capability.writable().with(SettingTable.WATCHDOG_OF_SWITCH);
    }

    /** On without a line, as {@code show running-config all} has it. */
    @Override
    PfcWatchdog read(EosSnapshot now, String port, List<ConfigLine> lines) {
      return new PfcWatchdog(
          lines.stream().noneMatch(line -> line.text().startsWith("no priority-flow-control")));
    }

    @Override
    Stream<ConfigLine> render(PfcWatchdog wanted, Place place) {
      return ConfigLine.when(!wanted.on(), "no priority-flow-control pause watchdog");
    }
  }

  private static final class TrustLines extends PortSetting<Trust> {
    private TrustLines() {
      super(
          Trust.class,
          Home.PROFILE,
          "qos trust(?: .*)?",
          Form.port(
              "(?:no |default )?qos trust(?: cos| dscp)?",
              "default qos trust",
              "(?:no |default )?qos trust",
              "qos trust (?:cos|dscp)"));
    }

    /** Ports of a router trust DSCP without a line, others CoS. */
    @Override
    Trust read(EosSnapshot now, String port, List<ConfigLine> lines) {
      now.requireNoPolicy(port);
      boolean dscp = now.isRouted(port);
      for (ConfigLine line : lines) {
        dscp = line.text().equals("qos trust dscp");
        if (line.text().equals("no qos trust")) {
          throw DeviceException.unsupported(
              "'no qos trust': the port classifies by neither PCP nor DSCP");
        }
      }
      return new Trust(dscp ? Trust.Field.DSCP : Trust.Field.PCP);
    }

    @Override
    Stream<ConfigLine> render(Trust trust, Place place) {
      boolean dscp = trust.field() == Trust.Field.DSCP;
      return ConfigLine.when(dscp != place.routed(), "qos trust " + (dscp ? "dscp" : "cos"));
    }
  }

  private static final class Pause extends PortSetting<GlobalPause> {
    private Pause() {
      super(
          GlobalPause.class,
          Home.PORT,
          "flowcontrol(?: .*)?",
          Form.port(
              "(?:no )?flowcontrol (send|receive)(?: on| off| desired)?",
              "no flowcontrol $1",
              "no flowcontrol (?:send|receive)",
              "flowcontrol (?:send|receive) (?:on|off)"));
    }

    @Override
    GlobalPause read(EosSnapshot now, String port, List<ConfigLine> lines) {
      return new GlobalPause(isOn(lines, "receive"), isOn(lines, "send"));
    }

    private static boolean isOn(List<ConfigLine> lines, String way) {
      return lines.stream()
          .anyMatch(line -> Pattern.matches("flowcontrol " + way + " (?:on|desired)", line.text()));
    }

    @Override
    Stream<ConfigLine> render(GlobalPause pause, Place place) {
      return Stream.concat(
          ConfigLine.when(pause.receive(), "flowcontrol receive on"),
          ConfigLine.when(pause.send(), "flowcontrol send on"));
    }

    /** With {@code desired} the peer decides. */
    @Override
    boolean adds(GlobalPause value, ConfigLine line) {
      return line.text().endsWith(" desired");
    }
  }

  private static final class MtuLines extends PortSetting<Mtu> {
    private MtuLines() {
      super(
          Mtu.class,
          Home.PORT,
          "",
          Form.port("(?:no )?mtu(?: \\d+)?", "no mtu", "mtu \\d{2,5}", "no mtu"));
    }

    /** Four digits at most; many chips end at 9214, which the switch alone knows. */
    @Override
    Capability ability() {
      return Capability.writable().within(new MtuRange(68, 9999));
    }

    @Override
    Mtu read(EosSnapshot now, String port, List<ConfigLine> lines) {
      return now.mtu(port);
    }

    @Override
    Stream<ConfigLine> render(Mtu mtu, Place place) {
      return ConfigLine.when(true, "mtu " + mtu.bytes());
    }
  }

  /** Priorities whose queues count their marks; without a line none does. */
  static final class Counting extends PortSetting<EcnCount> {
    private Counting() {
      super(
          EcnCount.class,
          Home.PORT_FIRST,
          "(?:queue )?random-detect ecn(?: .*)? count",
          Form.own(
              "(?:no )?random-detect ecn count",
              "no random-detect ecn count",
              "eos.ecn-count",
              EosLedger.AVD + "; " + EosLedger.BATFISH));
    }

    @Override
    EcnCount read(EosSnapshot now, String port, List<ConfigLine> lines) {
      now.config().requireQueuesAreClasses();
      return new EcnCount(
          PrioritySet.of(lines.stream().map(line -> Priority.of(line.number())).toList()));
    }

    @Override
    Stream<ConfigLine> render(EcnCount count, Place place) {
      return count.priorities().priorities().stream()
          .map(priority -> place.queue(priority, "random-detect ecn count"));
    }
  }
}
