package dev.losslessd.driver.nvue;

import dev.losslessd.driver.LinuxBoot;
import dev.losslessd.driver.Once;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchParts;
import dev.losslessd.model.PfcWatchdog;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** NVIDIA Cumulus Linux 5 by NVUE. */
public final class NvueDriver implements SwitchDriver {
  /** Its watchdog restores a queue by itself, after a time that nobody sets. */
  @Override
  public PfcWatchdog tellable(PfcWatchdog policy) {
    return new PfcWatchdog(policy.on(), policy.detectMillis(), null, policy.action());
  }

  /** NVUE reference, bw-percent: no value is no scheduling. */
  @Override
  public boolean starvesWithoutShare() {
    return true;
  }

  @Override
  public SwitchParts<?> system(SwitchAccess access) {
    NvCli nvCli = new NvCli(access);
    Profiles profiles = new Profiles(access.agent());
    Supplier<Release> release = new Once<>(() -> Release.parse(nvCli.show(Release.COMMAND)));
    ShortLivedCache<NvueSnapshot> printed =
        new ShortLivedCache<>(access.ticks(), () -> new NvueSnapshot(nvCli, profiles, release));
    NvueTransaction writer = new NvueTransaction(nvCli, access, profiles, printed);
    return new SwitchParts<>(access, printed, NvueSettings.TABLE, writer)
        .ports(NvueSnapshot::ports)
        .require(NvueSnapshot::require)
        .maxLossless(() -> release.get().losslessPriorities())
        .patience(NvueTransaction.APPLY)
        .identity(nvCli::serials)
        .incarnation(() -> LinuxBoot.parse(nvCli.console().ask(LinuxBoot.COMMAND)))
        .foreign(
            () -> profiles.foreign(access.device(), printed.now().config(), writer.revisions()))
        .agents(() -> writer.revisions().agents(access.agent()))
        .ownNames(() -> profiles.own(printed.again().config(), writer.revisions()))
        .missingPermissions(nvCli::missingPermissions)
        .queues(new NvueCounters(nvCli, release)::read)
        .counters(Columns.OF_A_PORT, UnaryOperator.identity())
        .neighbours(UnaryOperator.identity(), Ports::isPhysical, List::of)
        .closing(nvCli.console()::close);
  }
}
