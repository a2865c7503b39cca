package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Serials;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchParts;
import dev.losslessd.model.PfcWatchdog;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Cisco Nexus 9000 with NX-OS. */
public final class NxosDriver implements SwitchDriver {
  /** N9K carves headroom for at most this many no-drop classes. Unverified for each ASIC. */
  private static final int MAX_LOSSLESS = 3;

  static final String INVENTORY = "show inventory | json";

  /** Counters of a port that a Nexus serves by SNMP: IF-MIB, and CISCO-PFC-EXT-MIB by priority. */
  static final SnmpColumns COUNTERS = new SnmpColumns().ifMib().ifMibToMany().ciscoPfc();

  @Override
  public SwitchParts<?> system(SwitchAccess access) {
    Console console = new Console(access, NxosConsole.DIALECT);
    NxosConsole writer = new NxosConsole(access, console);
    PolicyNames names = new PolicyNames(access.agent());
    Origins origins = new Origins(access.notes());
    ShortLivedCache<NxosSnapshot> printed =
        new ShortLivedCache<>(access.ticks(), () -> NxosSnapshot.read(console, names, origins));
    return new SwitchParts<>(
            access,
            printed,
            NxosSettings.TABLE,
            new NxosTransaction(console, writer, origins, printed))
        .ports(now -> now.bindings().ports())
        .bundle((now, port) -> now.bindings().bundle(port))
        .port((now, port) -> now.bindings().port(port))
        .maxLossless(() -> MAX_LOSSLESS)
        .identity(() -> console.serials(INVENTORY, NxosDriver::serials))
        .foreign(() -> marks(access, printed.now(), writer))
        .agents(() -> writer.checkpoints().agents(access.agent()))
        .ownNames(() -> ownNames(printed.again(), writer))
        .missingPermissions(() -> NxosPreflight.missingPermissions(console))
        .queues(new QueueReader(access.device(), console))
        .counters(COUNTERS, Ports::whole)
        .neighbours(Ports::whole, Ports::isPhysical, List::of)
        .closing(console::close);
  }

  /** Intervals and multipliers are for the whole switch, and are not written. */
  @Override
  public PfcWatchdog tellable(PfcWatchdog policy) {
    return new PfcWatchdog(policy.on(), null, null, policy.action());
  }

  /**
   * Returns the serial of the chassis: supervisors and line cards are replaced without the switch
   * being another one.
   */
  static List<String> serials(String text) {
    return QueueJson.rows(Serials.document(INVENTORY, text), "inv").stream()
        .filter(row -> row.textIfThere("name").orElse("").replace("\"", "").equals("Chassis"))
        .map(row -> row.textIfThere("serialnum").orElse(""))
        .toList();
  }

  /** Those of a host before names had hosts are its own too. */
  private static List<String> ownNames(NxosSnapshot now, NxosConsole writer) {
    List<String> all = new ArrayList<>();
    for (QosPolicy.Kind kind : QosPolicy.Kind.values()) {
      now.ours(kind)
          .forEach(policy -> all.add("policy-map type " + kind.word + " " + policy.name()));
    }
    now.ourClasses().forEach(name -> all.add("class-map type qos " + name));
    writer.own().forEach(name -> all.add("checkpoint " + name));
    return all;
  }

  private static List<ForeignMark> marks(
      SwitchAccess access, NxosSnapshot now, NxosConsole writer) {
    List<ForeignMark> marks = new ArrayList<>(now.foreign(access.device()));
    Optional<ForeignMark> newer = writer.checkpoints().newer(access.agent());
    newer.ifPresent(mark -> {
      writer.overtaken();
      marks.add(mark);
    });
    return marks;
  }
}
