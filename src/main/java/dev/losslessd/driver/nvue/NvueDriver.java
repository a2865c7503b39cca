package dev.losslessd.driver.nvue;

import dev.losslessd.driver.ForeignMark;
import dev.losslessd.driver.Ledger;
import dev.losslessd.driver.LinuxBoot;
import dev.losslessd.driver.Once;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchAccess;
import dev.losslessd.driver.SwitchDriver;
import dev.losslessd.driver.SwitchParts;
import dev.losslessd.model.PfcWatchdog;
import java.util.ArrayList;
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
  public Ledger ledger() {
    return NvueLedger.LEDGER;
  }

  @Override
  public SwitchParts<?> system(SwitchAccess access) {
    NvCli nvCli = new NvCli(access);
    Profiles profiles = new Profiles(access.agent());
    Revisioning revisions = new Revisioning(nvCli, access, profiles);
    Supplier<Release> release = new Once<>(() -> Release.parse(nvCli.show(Release.COMMAND)));
    ShortLivedCache<NvueSnapshot> printed =
        new ShortLivedCache<>(access.ticks(), () -> new NvueSnapshot(nvCli, profiles, release));
    return new SwitchParts<>(
            access,
            printed,
            NvueSettings.TABLE,
            new NvueTransaction(nvCli, profiles, revisions, printed))
        .ports(NvueSnapshot::ports)
        .require(NvueSnapshot::require)
        .maxLossless(() -> release.get().losslessPriorities())
        .patience(Revisioning.APPLY)
        .identity(nvCli::serials)
        .incarnation(() -> LinuxBoot.parse(nvCli.console().ask(LinuxBoot.COMMAND)))
        .foreign(() -> marks(profiles.foreign(access.device(), printed.now().config()), revisions))
        .agents(revisions::agents)
        .ownNames(() -> ownNames(profiles.own(printed.again().config()), revisions))
        .missingPermissions(() -> NvuePreflight.missingPermissions(nvCli))
        .queues(new NvueCounters(nvCli, release)::read)
        .counters(Columns.OF_A_PORT, UnaryOperator.identity())
        .neighbours(UnaryOperator.identity(), Ports::isPhysical, List::of)
        .closing(nvCli.console()::close);
  }

  /** Profiles, and the messages of revisions, which NVUE keeps. */
  private static List<String> ownNames(List<String> profiles, Revisioning revisions) {
    List<String> all = new ArrayList<>(profiles);
    all.addAll(revisions.own());
    return all;
  }

  private static List<ForeignMark> marks(List<ForeignMark> profiles, Revisioning revisions) {
    List<ForeignMark> marks = new ArrayList<>(profiles);
    revisions.other().ifPresent(marks::add);
    return marks;
  }
}
