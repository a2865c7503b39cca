package dev.losslessd.commit;

import java.util.List;

/**
 * The engine with one mend taken out; the episodes must tell it from the real one.
 *
 * @param name what it does wrong
 * @param file its source
 * @param from a text of that, which stands there once
 * @param to what stands there instead
 */
record Mutant(String name, String file, String from, String to) {
  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "an undo does not look what is there first",
              "Rollbacks",
              "live.looks && !consent.overwrite() ? looks(record) : _ -> false",
              "_ -> false"),
          new Mutant(
              "an undo writes over what another agent holds",
              "Undo",
              "if (care.yields()) {",
              "if (care.yields() && care.patient()) {"),
          new Mutant(
              "rolled-back is said without a last look",
              "Undo",
              "throw new DeviceException(Kind.LIED, what);",
              ""),
          new Mutant(
              "an undo is given up after a time-out",
              "Undo",
              "case TIMEOUT, GONE, GARBLED, CLOSED_GATE -> true;",
              "case TIMEOUT -> false; case GONE, GARBLED, CLOSED_GATE -> true;"),
          new Mutant(
              "a rollback goes on while writing is frozen",
              "NextStep",
              "if (now.closed().isPresent()) {",
              "if (now.closed().isPresent() && !facts.ours()) {"),
          new Mutant(
              "what is stuck lets go of its targets",
              "CommitRecord",
              "return ended().isPresent() && timers.isEmpty();",
              "return (ended().isPresent() || state instanceof Commit.Stuck) &&"
                  + " timers.isEmpty();"),
          new Mutant(
              "a longer window is not journaled",
              "Windows",
              "commitLog.append(new Entry.Applied(id, end, actor, dependencies.time().now()));",
              "commitLog.show(new Commit.AwaitingConfirm(requireOpen(id).run(), end.at()));"),
          new Mutant(
              "a confirmation that is not durable is told",
              "Windows",
              "commitLog.confirmNext(id, actor, dependencies.time().now());",
              "boolean _ = commitLog.appendOrShow(new Entry.Confirmed(id, commitLog.latest() + 1,"
                  + " actor, dependencies.time().now()));"),
          new Mutant(
              "a window that is over is not rolled back",
              "NextStep",
              "return new Step.RollBack(open.overdue(), open.begun());",
              "return NOTHING;"),
          new Mutant(
              "a breach is not acted on",
              "Guards",
              "if (breach.isPresent()) {",
              "if (breach.isPresent() && all.size() > 1) {"),
          new Mutant(
              "devices are not asked to keep a confirmed commit",
              "NextStep",
              "? NOTHING : new Step.Keep();",
              "? NOTHING : NOTHING;"),
          new Mutant(
              "what a device holds is not recorded before it is written",
              "PlanExecution",
              "      journal(stage, within);\n",
              ""),
          new Mutant(
              "the wall clock decides what is due",
              "Moment",
              ".filter(_ -> sameBoot)",
              ".filter(_ -> sameBoot && boot.isEmpty())"),
          new Mutant(
              "a step that fails is never taken again",
              "CommitLoop",
              "() -> live.looked.set(false));",
              "() -> live.looked.set(live.next == null && live.attempts > 0));"),
          new Mutant(
              "the end of a commit does not free its targets",
              "CommitLog",
              "if (history.record(id).map(CommitRecord::done).orElse(true)) {",
              "if (history.record(id).map(CommitRecord::done).orElse(true) && id.isEmpty()) {"),
          new Mutant(
              "a confirmed commit leaves no footprint",
              "Footprints",
              "case Commit.Confirmed confirmed -> kept(record, confirmed);",
              "case Commit.Confirmed _ -> {}"),
          new Mutant(
              "a commit that was given up leaves no footprint",
              "Footprints",
              "case Commit.Abandoned abandoned -> left(record.state().run().plan(),"
                  + " abandoned.left());",
              "case Commit.Abandoned _ -> {}"),
          new Mutant(
              "a rolled-back commit leaves a footprint",
              "Footprints",
              "case Commit.RolledBack _ -> {} // the devices are as before it",
              "case Commit.RolledBack back -> kept(record, new Commit.Confirmed(back.run(), 0,"
                  + " back.at()));"),
          new Mutant(
              "a refused caller signs the record",
              "CommitRecord",
              "return recorded(entry.actor(), notDurable,",
              "return recorded(actor, notDurable,"),
          new Mutant(
              "the next commit begins before the end of another is durable",
              "CommitLog",
              "unwritten.write(this::write);",
              ""),
          new Mutant(
              "a switch is saved while a commit is open there",
              "CommitLog",
              "one.open() && one.changes()",
              "one instanceof Commit.Applying && one.changes()"),
          new Mutant(
              "no save is owed for what was confirmed",
              "History",
              "unsaved.ended(record);",
              "if (!(how instanceof Commit.Confirmed)) { unsaved.ended(record); }"),
          new Mutant(
              "a version that the request saw is not checked",
              "CommitLog",
              "if (is != seen.getValue()) {",
              "if (is < seen.getValue()) {"),
          new Mutant(
              "an unset leaves the override",
              "History",
              "intent = intent.without(made.resources());",
              ""),
          new Mutant(
              "people at work on a device do not stop a write",
              "MaintenancePermit",
              "now(one ->"
                  + " changes.stream().anyMatch(one::covers)).forEach(MaintenancePermit::close);",
              ""),
          new Mutant(
              "no permit is asked before a write",
              "Permits",
              "all.forEach(one -> one.pass(session, changes));",
              ""),
          new Mutant(
              "no permit is asked right before the record",
              "Permits",
              "if (judged.refused()) {",
              "if (judged.refused() && judged.changes().isEmpty()) {"),
          new Mutant(
              "a restart forgets that writing is frozen",
              "CommitLog",
              "dependencies.writePolicy().freeze(history.frozen());",
              ""),
          new Mutant(
              "a later wave writes over what another agent has taken",
              "Applier",
              "rollouts.requireAlone(plan, wave);\n",
              "\n"),
          new Mutant(
              "a commit that a crash interrupted is left as it is",
              "NextStep",
              "return new Step.RollBack(interrupted(applying), applying.begun());",
              "return NOTHING;"));
}
