package dev.losslessd.driver.sonic;

import dev.losslessd.driver.LeftShut;
import dev.losslessd.driver.SwitchTransaction;
import dev.losslessd.model.Change;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Writes by patches of CONFIG_DB. */
record SonicTransaction(SonicSystem system, Drafts drafts, Writer writer)
    implements SwitchTransaction<SonicSnapshot> {
  @Override
  public Set<SettingKind> joined() {
    return SonicSettings.JOINED;
  }

  /** Takes all where one is open: a setting that is written may move another that holds now. */
  @Override
  public List<Change> open(List<Change> changes, Predicate<Change> isMet) {
    return changes.stream().allMatch(isMet) ? List.of() : changes;
  }

  @Override
  public Optional<Prepared> draft(SonicSnapshot now, List<Change> open) {
    if (open.isEmpty()) {
      return Optional.empty();
    }
    SonicSnapshot from = now.concerned(open.getFirst().target());
    SonicSnapshot to = drafts.of(from, open);
    return Optional.of(_ -> writer.write(from, to, system::sonicSnapshot));
  }

  /** Removes rows that a broken change of this agent has made, and nobody names. */
  @Override
  public void cleanUp() {
    SonicSnapshot from = system.printed().again();
    SonicSnapshot to = from.after(OwnedRows::cleanUp);
    system.printed().changing(() -> writer.write(from, to, system::sonicSnapshot));
  }

  @Override
  public void reopen() {
    system.printed().changing(() -> writer.shut().settle(system::sonicSnapshot));
  }

  @Override
  public List<LeftShut> leftShut() {
    return writer.shut().told();
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    return SavedConfig.compare(system::show, ours);
  }

  @Override
  public void save() {
    writer.save();
  }
}
