package dev.losslessd.driver.nxos;

import dev.losslessd.driver.Console;
import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.SavedTree;
import dev.losslessd.driver.SettingTable;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.SwitchTransaction;
import dev.losslessd.model.Change;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Writes one change at a time, line by line, with the lines that take it back. */
record NxosTransaction(
    Console console, NxosConsole writer, Origins origins, ShortLivedCache<NxosSnapshot> printed)
    implements SwitchTransaction<NxosSnapshot> {

  @Override
  public Optional<Prepared> draft(NxosSnapshot now, List<Change> open) {
    if (open.isEmpty()) {
      return Optional.empty();
    }
    PolicySwap swap = swap(open.getFirst(), now);
    return swap.lines().isEmpty() ? Optional.empty() : Optional.of(new Swapped(this, swap, now));
  }

  private record Swapped(NxosTransaction by, PolicySwap swap, NxosSnapshot now)
      implements Prepared {
    @Override
    public void send(String what) {
      swap.kind().ifPresent(kind -> by.origins.replacing(kind, now));
      by.writer.configure(what, swap.lines(), swap.undo());
    }

    /** A policy that lost a line is taken back at once: who undoes later could not read it. */
    @Override
    public void requireWhole(String what) {
      if (!swap.shows().test(by.printed.now())) {
        by.printed.changing(() -> by.writer.configure("take back " + what, swap.mend(), List.of()));
        throw DeviceException.lied(
            what + ": the switch took every line and does not show them all; taken back");
      }
    }
  }

  private PolicySwap swap(Change change, NxosSnapshot now) {
    return NxosSettings.ALL.stream()
        .filter(setting -> setting.is(change))
        .findFirst()
        .orElseThrow(() -> SettingTable.noSetting(change))
        .swap(now, change);
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
