package dev.losslessd.driver.nvue;

import dev.losslessd.driver.HeldCommit;
import dev.losslessd.driver.Hold;
import dev.losslessd.driver.Line;
import dev.losslessd.driver.ShortLivedCache;
import dev.losslessd.driver.TimedTransaction;
import dev.losslessd.model.Change;
import dev.losslessd.model.Target;
import dev.losslessd.model.Unsaved;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;

/** Writes by revisions of NVUE. */
record NvueTransaction(
    NvCli nvCli, Profiles profiles, Revisioning revisions, ShortLivedCache<NvueSnapshot> printed)
    implements TimedTransaction<NvueSnapshot> {
  @Override
  public HeldCommit<?> held() {
    return revisions.held();
  }

  /**
   * Keeps what is held for this commit already: what a second apply does to a running timer is
   * nowhere written.
   */
  @Override
  public void prepare(Hold hold) {
    if (held().holds(hold)) {
      printed.changing(() -> held().confirm(hold));
    }
  }

  @Override
  public Optional<Prepared> draft(NvueSnapshot now, List<Change> open) {
    return draft(now, open, revisions::apply);
  }

  /** One revision under one timer. */
  @Override
  public Optional<Prepared> draft(NvueSnapshot now, List<Change> open, Hold hold) {
    return draft(now, open, (lines, tree) -> revisions.applyWithTimer(lines, tree, hold));
  }

  private Optional<Prepared> draft(
      NvueSnapshot now, List<Change> open, BiConsumer<List<Line>, Node> sender) {
    Draft draft = new Draft(now);
    open.forEach(draft::add);
    List<Line> lines = draft.lines();
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(_ -> sender.accept(lines, draft.tree()));
  }

  @Override
  public void revert(Hold hold, List<Change> begun) {
    try {
      revisions.dropBroken(hold, () -> remains(begun));
    } finally {
      held().revert(hold);
    }
  }

  private Cleanup remains(List<Change> begun) {
    NvueSnapshot now = printed.again();
    Draft forth = new Draft(now);
    Cleanup cleanup = new Cleanup(now.config());
    open(begun, change -> NvueSettings.TABLE.isMet(now, change))
        .forEach(change -> cleanup.add(forth, change));
    // an undo writes one by one
    begun.forEach(change -> cleanup.add(new Draft(now), change.inverse()));
    return cleanup;
  }

  @Override
  public void cleanUp() {
    printed.changing(revisions::dropDraft);
  }

  @Override
  public Unsaved unsaved(Set<Target> ours) {
    Node applied = printed.again().config();
    Node saved = Tree.parse(SavedRevision.COMMAND, nvCli.show(SavedRevision.COMMAND));
    return SavedRevision.compare(profiles.inward(saved), applied, ours);
  }

  @Override
  public void save() {
    revisions.save();
  }
}
