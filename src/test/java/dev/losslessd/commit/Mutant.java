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
              "Undos",
              "open.looks && !consent.overwrite() ? looks(id) : _ -> false",
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
              "an undo goes on while writing is frozen",
              "Undos",
              "if (!dependencies.writePolicy().mayWrite()) {",
              "if (dependencies.writePolicy().frozen() && open.attempts > 99) {"),
          new Mutant(
              "what is stuck lets go of its targets",
              "Undos",
              "end(id, new Entry.Stuck(id, text, undone.left(), open.actor, now), false);",
              "end(id, new Entry.Stuck(id, text, undone.left(), open.actor, now), true);"),
          new Mutant(
              "a longer window is not journaled",
              "ConfirmWindows",
              "commitLog.append(\n              new Entry.Applied(id, Due.at(deadline), actor,",
              "commitLog.show(\n              new Entry.Applied(id, Due.at(deadline), actor,"),
          new Mutant(
              "a confirm is told that is not durable",
              "ConfirmWindows",
              "commitLog.confirmNext(id, actor, dependencies.time().now());",
              "try { commitLog.confirmNext(id, actor, dependencies.time().now()); }"
                  + " catch (StoreException e) {"
                  + " commitLog.show(new Entry.Confirmed(id, commitLog.latest() + 1,"
                  + " actor, dependencies.time().now())); }"),
          new Mutant(
              "a switch is saved while a commit is open there",
              "CommitLog",
              "one.open() && one.run().plan().changes()",
              "one instanceof Commit.Applying && one.run().plan().changes()"),
          new Mutant(
              "no save is owed for what was confirmed",
              "History",
              "confirm(e);\n        owe(e.commit());",
              "confirm(e);"),
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
              "MaintenanceGate",
              "if (one.lasts(clock.instant()) && changes.stream().anyMatch(one::covers)) {",
              "if (one.lasts(clock.instant()) && changes.isEmpty()) {"),
          new Mutant(
              "a restart forgets that writing is frozen",
              "CommitLog",
              "dependencies.writePolicy().freeze(history.frozen());",
              ""),
          new Mutant(
              "a later wave writes over what another agent has taken",
              "Rollouts",
              "requireAlone(number, wave);\n",
              "\n"),
          new Mutant(
              "a commit that a crash interrupted is taken for applied",
              "Recovery",
              "confirmWindows.undo(\n"
                  + "                  applying.id(), applying.begun(), interrupted(applying),"
                  + " AuditEvent.DAEMON)",
              "confirmWindows.settle(applying.id(), AuditEvent.DAEMON)"));
}
