package dev.losslessd.driver.eos;

import dev.losslessd.driver.AgentName;
import dev.losslessd.driver.Console;
import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Serials;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchParts;
import dev.losslessd.model.Incarnation;
import dev.losslessd.text.Pattern;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Arista switches with EOS. */
public final class EosDriver implements SwitchDriver {
  private static final String VERSION = "show version | json";
  private static final String SECONDS = "[0-9]{1,11}(?:\\.[0-9]{1,20})?(?:E[0-9]{1,2})?";

  /** The last second that a time here can have; a year of ten digits. */
  private static final BigDecimal LATEST = BigDecimal.valueOf(Instant.MAX.getEpochSecond());

  @Override
  public boolean queuesByPort() {
    return true;
  }

  /** The largest that Arista's guides set on a port; many of its chips take no more. */
  @Override
  public int jumboBytes() {
    return 9214;
  }

  @Override
  public SwitchParts<?> system(SwitchAccess access) {
    Console console = new Console(access, EosTransaction.DIALECT);
    ProfileNames names = new ProfileNames(access.agent());
    ShortLivedCache<EosSnapshot> printed =
        new ShortLivedCache<>(access.ticks(), () -> EosSnapshot.read(console, names));
    EosTransaction writer = new EosTransaction(access, console, printed);
    return new SwitchParts<>(access, printed, EosSettings.TABLE, writer)
        .ports(EosSnapshot::ports)
        .bundle((now, port) -> now.config().bundle(port))
        .port((now, port) -> now.config().port(port))
        .identity(() -> console.serials(VERSION, EosDriver::serials))
        .incarnation(() -> booted(console.show(VERSION)).or(access::snmpBoots))
        .foreign(() -> marks(access, printed.now(), writer))
        .agents(() -> writer.configSessions().agents(access.agent()))
        .ownNames(() -> ownNames(access.agent(), printed.again(), writer))
        .missingPermissions(writer::missingPermissions)
        .queues(new QueueReader(console)::read)
        .counters(EosCounters.OF_A_PORT, UnaryOperator.identity())
        .neighbours(
            UnaryOperator.identity(),
            RunningConfig::isPort,
            () -> LldpJson.parse(access.device(), console.show(LldpJson.COMMAND)))
        .closing(console::close);
  }

  /** The time of the boot in seconds since 1970, with a fraction, which is not needed here. */
  static Optional<Incarnation> booted(String text) {
    return Serials.document(VERSION, text)
        .textIfThere("bootupTimestamp")
        .filter(seconds -> Pattern.matches(SECONDS, seconds))
        .map(BigDecimal::new)
        .filter(seconds -> seconds.compareTo(LATEST) < 0)
        .map(seconds -> Incarnation.booted(Instant.ofEpochSecond(seconds.longValue())));
  }

  /** The serial of the chassis. */
  static List<String> serials(String text) {
    return Serials.field(VERSION, text, "serialNumber");
  }

  /** Profiles, and sessions that the switch still remembers. */
  private static List<String> ownNames(AgentName agent, EosSnapshot now, EosTransaction writer) {
    List<String> all = new ArrayList<>();
    agent.namesIn(now.text(), AgentName.LONGEST).forEach(name -> all.add("qos profile " + name));
    writer.configSessions().sessions().stream()
        .filter(one -> agent.isMine(one.name()))
        .forEach(one -> all.add("session " + one.name()));
    return all;
  }

  private static List<ForeignMark> marks(
      SwitchAccess access, EosSnapshot now, EosTransaction writer) {
    List<ForeignMark> marks = new ArrayList<>(now.foreign(access.device()));
    writer.configSessions().other(access.agent()).ifPresent(marks::add);
    return marks;
  }
}
