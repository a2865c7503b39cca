package dev.losslessd.driver.os10;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.Members;
import dev.losslessd.driver.Neighbour;
import dev.losslessd.driver.ReadOnlyTransaction;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SnmpColumns;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchParts;
import dev.losslessd.model.Capability;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Reading;
import dev.losslessd.model.SettingKind;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Dell switches with OS10. They are watched, as no source vouches for the way back of a write. */
public final class Os10Driver implements SwitchDriver {
  private static final String WHY =
      "this release only watches OS10: set it by hand (src/docs/vendors/os10.md)";

  /** No MIB of OS10 is known to count PFC or queues: the port's own counters are all. */
  static final SnmpColumns COUNTERS = new SnmpColumns().ifMib().etherLike();

  /** The switch as a whole has no setting that any source lets us tell. */
  private static final SettingTable<Os10Shows> TABLE = new SettingTable<>(Failures::orUntold);

  static {
    port(SettingKind.PFC, alone((now, port) -> new Reading.Value(now.qos(port).pfc())));
    port(SettingKind.ETS, alone((now, port) -> new Reading.Value(now.qos(port).ets())));
    port(SettingKind.ECN, alone((now, port) -> ecn(now.qos(port).ecn())));
    port(SettingKind.TRUST, alone((now, port) -> new Reading.Value(now.qos(port).trust())));
    port(SettingKind.GLOBAL_PAUSE, (now, port) -> new Reading.Value(now.port(port).pause()));
    port(SettingKind.MTU, (now, port) -> new Reading.Value(now.port(port).mtu()));
    port(SettingKind.DSCP_MAP, (_, _) -> unknown("the lines of a dscp map", "os10.dscp"));
    port(SettingKind.PFC_WATCHDOG, (_, _) -> unknown("a PFC watchdog", "os10.watchdog"));
  }

  private static void port(SettingKind kind, SettingTable.PortReader<Os10Shows> reader) {
    TABLE.port(kind, Capability.readOnly(WHY), reader);
  }

  /** Reads QoS of a port; of a member of a port channel no source shows which lines act. */
  private static SettingTable.PortReader<Os10Shows> alone(
      SettingTable.PortReader<Os10Shows> reader) {
    return (now, port) -> {
      Optional<String> bundle = now.config().bundle(port);
      if (bundle.isPresent()) {
        throw Members.setThere(
            port,
            bundle.get(),
            "and which lines act on a member is in no source (os10.qos, unverified)");
      }
      return reader.read(now, port);
    };
  }

  @Override
  public boolean queuesByPort() {
    return true;
  }

  /** IP packet of a port with {@code mtu 9216}, which {@code show interface} shows with it. */
  @Override
  public int jumboBytes() {
    return JUMBO_BYTES - 32;
  }

  /** Queues have no counters: no source has what OS10 prints of them. */
  @Override
  public SwitchParts<?> system(SwitchAccess access) {
    Console console = new Console(access, Os10Ledger.DIALECT);
    Os10Shows shows = new Os10Shows(access, console);
    return new SwitchParts<>(
            access,
            new ShortLivedCache<>(access.ticks(), () -> shows),
            TABLE,
            new ReadOnlyTransaction<>(access.device(), WHY))
        .ports(now -> now.config().ports())
        .bundle((now, port) -> now.config().bundle(port))
        .require((now, _) -> now.forgetPort())
        .missingPermissions(() ->
            console.missingReads(
                List.of(Os10Shows.VERSION, RunningConfig.COMMAND, LldpXml.COMMAND)))
        .counters(COUNTERS, UnaryOperator.identity())
        .neighbours(
            UnaryOperator.identity(), RunningConfig::isPort, () -> neighbours(access, console))
        .closing(console::close);
  }

  private static Reading ecn(Ecn ecn) {
    String note = ecn.marking().isEmpty() ? "" : "kilobytes taken for 1000 bytes, unverified";
    return new Reading.Value(ecn, "", note);
  }

  private static Reading unknown(String what, String entry) {
    return new Reading.Unsupported(
        "no source has " + what + " of OS10 (" + entry + ", unverified)");
  }

  private static List<Neighbour> neighbours(SwitchAccess access, Console console) {
    return console
        .showIfKnown(LldpXml.COMMAND)
        .map(xml -> LldpXml.parse(access.device(), xml))
        .orElseGet(() -> LldpText.parse(access.device(), console.show(LldpText.COMMAND) + "\n"));
  }
}
