package dev.losslessd.driver.sonic;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.ExecConsole;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.LinuxBoot;
import dev.losslessd.driver.LldpMib;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.QueueCell;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchParts;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Sweep;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Community SONiC on one switch: how it is read, and what writes it. */
final class SonicSystem {
  private final SwitchAccess access;
  private final ExecConsole console;
  private final Writer writer;
  private final RowNames names;
  private final ShortLivedCache<SonicSnapshot> printed;
  private final Drafts drafts = new Drafts(this::known);

  /** Image of the switch, as last read. */
  private volatile Image image = Image.UNKNOWN;

  /** Also asked by who sweeps by SNMP meanwhile. */
  private volatile Map<String, String> aliases = Map.of();

  /** Whether egress queues count what is dropped; while that is unknown, nothing is told of it. */
  private volatile boolean dropsAtEgress;

  SonicSystem(SwitchAccess access) {
    this.access = access;
    this.console = new ExecConsole(access, SonicLedger.LEDGER);
    this.names = new RowNames(access.agent());
    this.writer = new Writer(console, access, names);
    this.printed = new ShortLivedCache<>(access.ticks(), this::sonicSnapshot);
  }

  ShortLivedCache<SonicSnapshot> printed() {
    return printed;
  }

  /** Reads the switch anew, beside what was printed. */
  SonicSnapshot sonicSnapshot() {
    SonicSnapshot told =
        new SonicSnapshot(
            ConfigJson.parse(ConfigJson.COMMAND, names.read(show(ConfigJson.COMMAND))));
    aliases = told.aliases();
    dropsAtEgress = told.databases().values().stream().noneMatch(PortRows::ofChassis);
    writer.shut().see(told);
    return told;
  }

  /** The image; read where nobody has asked for the ports yet. */
  private Image known() {
    return image.equals(Image.UNKNOWN) ? image() : image;
  }

  /** Returns the switch's image; behind another connection it may be another one. */
  private Image image() {
    image = Image.of(console.linesOnce(Image.COMMAND + SonicLedger.NO_INPUT));
    return image;
  }

  /** The agent tells of a port by its alias (sonic-snmpagent rfc2863.py). */
  private String whole(String name) {
    return aliases.getOrDefault(name, name);
  }

  /**
   * Returns the name by which lldpmgrd announces a port (sonic-swss, lldpd's port id of subtype
   * local).
   */
  private String alias(String port) {
    return aliases.entrySet().stream()
        .filter(one -> one.getValue().equals(port))
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(port);
  }

  String show(String command) {
    return console.output(command, console.ask(command + SonicLedger.NO_INPUT));
  }

  SwitchParts<?> parts() {
    return new SwitchParts<>(
            access,
            printed,
            SonicSettings.table(drafts, this::image),
            new SonicTransaction(this, drafts, writer))
        .ports(this::ports)
        .port(SonicSnapshot::of)
        .maxLossless(() -> SonicSettings.MAX_LOSSLESS)
        .patience(SonicLedger.PATIENCE)
        .identity(() -> console.serials(Eeprom.COMMAND, Eeprom::serials))
        .incarnation(() -> LinuxBoot.parse(console.ask(LinuxBoot.COMMAND + SonicLedger.NO_INPUT)))
        .foreign(this::foreign)
        .agents(writer::agents)
        .ownNames(() -> names.own(sonicSnapshot()))
        .missingPermissions(() -> SonicPreflight.missingPermissions(console))
        .queues(this::sweepQueues)
        .counters(this::sweeper)
        .neighbours(this::neighbours)
        .closing(console::close);
  }

  private List<String> ports(SonicSnapshot now) {
    Image _ = image();
    return now.ports();
  }

  private List<ForeignMark> foreign() {
    List<ForeignMark> marks = new ArrayList<>(names.foreign(access.device(), printed.now()));
    writer.other().ifPresent(marks::add);
    return marks;
  }

  private List<Sweep> sweepQueues(Collection<PortId> ports, long atMillis, long tickNanos) {
    Map<String, CountersDb> asics = new TreeMap<>();
    SonicSnapshot now = printed.now();
    for (String namespace : now.databases().keySet()) {
      String command = CountersDb.command(namespace);
      asics.put(namespace, CountersDb.parse(command, show(command)));
    }
    VirtualQueues virtual = new VirtualQueues(asics.values());
    List<Sweep> sweeps = new ArrayList<>();
    asics.forEach((namespace, counters) -> {
      ConfigDb db = now.in(namespace);
      boolean marks = SonicSnapshot.isPolled(db, "WRED_ECN_QUEUE");
      for (PortId port : ports) {
        if (SonicSnapshot.has(db, port.name())) {
          counters
              .port(port.name())
              .ifPresent(cells -> {
                virtual.addTo(cells, db, port.name());
                Set<QueueCell> off = marks ? Set.of() : counters.unmarked(port.name(), cells);
                sweeps.add(QueueCell.sweep(port, cells, off, atMillis, tickNanos));
              });
        }
      }
    });
    return List.copyOf(sweeps);
  }

  private Sweeper sweeper(PortId port) {
    if (access.snmp().isPresent()) {
      learnAliases();
    }
    SnmpColumns columns = dropsAtEgress ? SonicCounters.OF_A_PORT : SonicCounters.WITHOUT_DROPS;
    return access.sweeper(port, columns, this::whole);
  }

  private void learnAliases() {
    try {
      printed.now();
    } catch (DeviceException e) {
      // SNMP goes on without SSH; the names are those that were read last
    }
  }

  private List<Neighbour> neighbours() {
    return access
        .snmp()
        .map(snmp -> {
          learnAliases();
          return LldpMib.read(access.device(), snmp, this::whole, SonicSnapshot::isPort);
        })
        .orElseGet(() -> {
          List<Neighbour> all = LldpTable.parse(access.device(), show(LldpTable.COMMAND));
          learnAliases();
          return all.stream().map(one -> one.called(alias(one.localPort().name()))).toList();
        });
  }
}
