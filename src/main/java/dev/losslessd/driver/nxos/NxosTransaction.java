package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.SavedTree;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchTransaction;
import dev.losslessd.model.Change;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.Ets;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.model.Trust;
import dev.losslessd.model.Unsaved;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes one change at a time, line by line, with the lines that take it back. */
record NxosTransaction(
    DeviceId device,
    Console console,
    NxosConsole writer,
    Origins origins,
    ShortLivedCache<NxosSnapshot> printed)
    implements SwitchTransaction<NxosSnapshot> {

  @Override
  public Optional<Prepared> draft(NxosSnapshot now, List<Change> open) {
    if (open.isEmpty()) {
      return Optional.empty();
    }
    PolicySwap swap = swap(open.getFirst(), now);
    return swap.lines().isEmpty() ? Optional.empty() : Optional.of(new Swapped(swap, now));
  }

  private final class Swapped implements Prepared {
    private final PolicySwap swap;
    private final NxosSnapshot now;

    Swapped(PolicySwap swap, NxosSnapshot now) {
      this.swap = swap;
      this.now = now;
    }

    @Override
    public void send(String what) {
      swap.kind().ifPresent(kind -> origins.replacing(kind, now));
      writer.configure(what, swap.lines(), swap.undo());
    }

    /** A policy that lost a line is taken back at once: who undoes later could not read it. */
    @Override
    public void requireWhole(String what) {
      if (!swap.shows().test(printed.now())) {
        printed.changing(() -> writer.configure("take back " + what, swap.mend(), List.of()));
        throw DeviceException.lied(
            what + ": the switch took every line and does not show them all; taken back");
      }
    }
  }

  private PolicySwap swap(Change change, NxosSnapshot now) {
    return switch (change.target()) {
      case Target.Device _ -> deviceSwap(change.after(), now);
      case Target.Port port -> portSwap(port.id().name(), change, now);
    };
  }

  private PolicySwap deviceSwap(Setting wanted, NxosSnapshot now) {
    return switch (wanted) {
      case Lossless lossless -> PolicySwap.lossless(now, lossless);
      case Ets ets -> PolicySwap.queues(now, ets, now.marking());
      case Ecn ecn -> PolicySwap.queues(now, now.shares(), ecn);
      case DscpMap map -> PolicySwap.dscpMap(now, map);
      case PfcWatchdog watchdog ->
          new PolicySwap(
              List.of(PortLines.watchdogLine(watchdog)),
              List.of(PortLines.watchdogLine(now.watchdog())));
      default -> throw noSetting(wanted, "the whole switch");
    };
  }

  private PolicySwap portSwap(String port, Change change, NxosSnapshot now) {
    PortLines lines = new PortLines(now, port);
    return switch (change.after()) {
      case Pfc pfc -> lines.pfc(pfc, change.wordsAfter());
      case GlobalPause pause -> lines.pause(pause, now.pause(port));
      case Mtu mtu -> lines.mtu(mtu);
      case Trust trust -> lines.trust(trust, change.wordsAfter());
      case PfcWatchdog watchdog -> lines.watchdog(watchdog);
      default -> throw noSetting(change.after(), port);
    };
  }

  private DeviceException noSetting(Setting wanted, String where) {
    return DeviceException.unsupported(
        device + ": " + where + " has no setting " + wanted.kind().word());
  }

  @Override
  public void cleanUp() {
    List<Line> lines = new OrphanPolicies(printed.again()).lines();
    if (!lines.isEmpty()) {
      printed.changing(() -> writer.configure("tidy up", lines, List.of()));
    }
  }

  @Override
  public void leave() {
    cleanUp();
    writer.forget();
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    return SavedTree.compare(
        RunningConfig.parseConfig(RunningConfig.SAVED, console.show(RunningConfig.SAVED)),
        printed.again().config(),
        NxosLedger.ownLines(ours));
  }

  @Override
  public void settled() {
    writer.settled();
  }

  @Override
  public void save() {
    writer.save();
  }
}
