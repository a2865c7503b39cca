package dev.losslessd.driver.junos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.Once;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchParts;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Juniper QFX switches with Junos or Junos OS Evolved. */
public final class JunosDriver implements SwitchDriver {
  @Override
  public boolean queuesByPort() {
    return true;
  }

  @Override
  public int jumboBytes() {
    return MtuLines.JUMBO;
  }

  @Override
  public boolean watchdogByPort() {
    return true;
  }

  @Override
  public SwitchParts<?> system(SwitchAccess access) {
    Console console = new Console(access, JunosTransaction.DIALECT);
    CosNames names = new CosNames(access.agent());
    Buffers buffers = new Buffers(access.snmp());
    JunosTransaction writer = new JunosTransaction(access, console, buffers);
    // asked once: an upgrade ends the connection
    Supplier<Release> release =
        new Once<>(() -> Release.parse(JunosTransaction.bare(console.show(Release.COMMAND))));
    ShortLivedCache<JunosSnapshot> printed =
        new ShortLivedCache<>(
            access.ticks(),
            () -> {
              buffers.forget();
              return new JunosSnapshot(console, release.get(), names);
            });
    QueueReader queues = new QueueReader(console, () -> printed.now().classes());
    return new SwitchParts<>(access, printed, JunosSettings.table(buffers), writer)
        .ports(JunosSnapshot::ports)
        .bundle((now, port) -> now.junosConfig().bundle(port))
        .require(JunosSnapshot::require)
        .patience(JunosLedger.PATIENCE)
        .identity(() -> console.serials(Release.CHASSIS, Release::serials))
        .foreign(() -> names.foreign(access.device(), printed.now(), writer.history()))
        .ownNames(() -> names.own(printed.again(), writer.history()))
        .missingPermissions(writer::missingPermissions)
        .queues(queues::read)
        .counters(JunosCounters.columns(queues.queueOf()), UnaryOperator.identity())
        .neighbours(() ->
            access
                .snmp()
                .map(snmp -> Neighbours.read(access.device(), snmp))
                .orElseGet(() -> Neighbours.read(access.device(), console)))
        .closing(console::close);
  }
}
