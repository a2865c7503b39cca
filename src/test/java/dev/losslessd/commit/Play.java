package dev.losslessd.commit;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.model.Commit;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.store.StoreException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;

/** An episode's host and its judges, and how a person's call is made and judged. */
final class Play {
  final Random random;
  final Diary diary = new Diary();
  final Overrides overrides = new Overrides(diary::wrong);
  final Actors actors = new Actors(diary::wrong, overrides::requester);
  final TrueWindows windows = new TrueWindows(diary::wrong);
  final FaultyHost host;
  final LastWord lastWord;
  final FoundValues found;

  Play(Path folder, long seed) {
    random = new Random(seed);
    host = new FaultyHost(folder, random, diary, this::begins);
    lastWord = new LastWord(host::box, List.of(host.leaf1, host.leaf2), host.foreign, diary::wrong);
    found = new FoundValues(host::box, this::isExcused, diary::wrong);
    host.stepped = windows::set;
    host.leaf1.saving = () -> saving(host.leaf1);
    host.leaf2.saving = () -> saving(host.leaf2);
    host.leaf1.keeping = id -> keeping(host.leaf1, id);
    host.leaf2.keeping = id -> keeping(host.leaf2, id);
  }

  CommitEngine engine() {
    return host.engine();
  }

  /** Somebody else wrote there, or a switch or a reboot took away what we had written. */
  private boolean isExcused(PortId port) {
    boolean rebooted = host.wasRebooted() && port.device().equals(Rig.ENS1.device());
    return rebooted || host.foreign.contains(Episode.pfc(port)) || lastWord.isLoose(engine(), port);
  }

  private void saving(FakeLeaf leaf) {
    lastWord.saving(engine(), leaf);
    host.saving(leaf);
  }

  /** A switch may keep for good only what was confirmed. */
  private void keeping(FakeLeaf leaf, String id) {
    Optional<Commit> commit = engine().commit(id);
    if (!host.isDead() && !(commit.orElse(null) instanceof Commit.Confirmed)) {
      diary.wrong(
          leaf.id
              + " is told to keep "
              + id
              + ", which is "
              + commit.map(Commit::state).orElse("unknown"));
    }
  }

  /** Checks that commits durable when the last process died are known to the next one. */
  private void begins(Rig next) {
    next.listener = commit -> onCommit(next, commit);
    next.witness.became =
        (commit, actor) -> {
          if (isHeard(next)) {
            actors.became(commit, actor);
          }
        };
    if (next.boot.equals("boot-1") && next.commitEngine.commits().isEmpty()) {
      return; // the first, before there is a checker
    }
    lastWord
        .found(next.commitEngine)
        .forEach(end -> {
          if (end instanceof Commit.Confirmed done) {
            overrides.confirmed(done);
            lastWord.confirmed(done);
            found.confirmed(done);
            overrides.leaves(done.run().reason()).forEach(found::forget);
          } else if (end instanceof Commit.Abandoned left) {
            abandoned(left);
          }
        });
    lastWord.started(next.boot);
    overrides.check(next.commitEngine, "after a restart");
  }

  private boolean isHeard(Rig from) {
    return !host.isDead() && (host.rig() == from || host.rig() == null);
  }

  private void onCommit(Rig from, Commit commit) {
    if (!isHeard(from)) {
      return;
    }
    host.deadMan.onCommit(from, commit);
    diary.tell(from.now + " " + commit.id() + " is " + commit.state());
    diary.count(commit.state());
    lastWord.onCommit(commit);
    switch (commit) {
      case Commit.Confirmed done -> confirmed(done);
      case Commit.Applying begun -> lastWord.begun(from.commitEngine, begun);
      case Commit.AwaitingConfirm open -> windows.opened(from, open);
      case Commit.Undoing undoing -> windows.undoing(from, undoing);
      case Commit.RolledBack back ->
          lastWord.rolledBack(from.commitEngine, back, host.wasRebooted());
      case Commit.Abandoned end -> abandoned(end);
      case Commit.Staged _, Commit.Stuck _ -> {}
    }
  }

  private void abandoned(Commit.Abandoned end) {
    lastWord.abandoned(end);
    found.abandoned(end);
  }

  private void confirmed(Commit.Confirmed done) {
    overrides.confirmed(done);
    lastWord.confirmed(done);
    found.confirmed(done);
    overrides.leaves(done.run().reason()).forEach(device -> found.restored(device, done.id()));
    List.of(host.leaf1, host.leaf2).forEach(leaf -> named(leaf, done));
  }

  /** A confirmed commit leaves a name of ours on each switch that it wrote. */
  private static void named(FakeLeaf leaf, Commit.Confirmed done) {
    String name = "checkpoint of " + done.id();
    if (!leaf.ownNames.contains(name)
        && done.run().plan().changes().stream()
            .anyMatch(change -> change.target().device().equals(leaf.id))) {
      leaf.ownNames.add(name);
    }
  }

  /** Makes a call that may be refused, or meet a fault of ours. */
  boolean act(Runnable what) {
    boolean done = false;
    try {
      what.run();
      done = true;
    } catch (CommitException | StoreException | DeviceException e) {
      host.tell("  refused: " + e.getMessage());
    } catch (RuntimeException | AssertionError e) {
      if (!OwnFaults.isOwn(e)) {
        throw e;
      }
      host.tell("  " + e.getMessage());
    }
    host.quiet();
    return done;
  }

  boolean did(String what, String of, Runnable work) {
    host.tell(what + " " + of);
    return act(() -> {
      work.run();
      diary.count(what);
    });
  }

  /** Decides about a commit as an actor of its own. */
  boolean decide(String verb, String id, Function<String, Commit> call) {
    String actor = actors.asks(verb, id);
    return did(
        verb,
        id + " by " + actor,
        () -> {
          boolean open = engine().commit(id).orElse(null) instanceof Commit.AwaitingConfirm;
          try {
            Commit end = call.apply(actor);
            if (!host.isDead()) {
              actors.did(verb, id, actor, end);
              requirePrompt(verb, open, end);
            }
          } catch (CommitException e) {
            actors.refused(actor, id, e.kind());
            throw e;
          }
        });
  }

  /** A cancel in the window takes a busy link down: somebody wants it now. */
  private void requirePrompt(String verb, boolean open, Commit end) {
    if (verb.equals("cancel")
        && open
        && end instanceof Commit.Undoing undoing
        && undoing.waits().contains("are idle")) {
      diary.wrong(end.id() + " was cancelled in its window, and waits: " + undoing.waits());
    }
  }

  List<String> unfinished() {
    return engine().commits().stream().filter(Commit::unfinished).map(Commit::id).toList();
  }

  void save(FakeLeaf leaf, boolean withForeign) {
    boolean _ =
        did(
            "save",
            leaf.id.name(),
            () -> {
              boolean saves = leaf.saves;
              var before = engine().saves().save(leaf.id, "uid:0", withForeign);
              if (!before.ours().isEmpty() && !saves) {
                diary.wrong(leaf.id + " is said to be saved, and is not");
              }
            });
  }

  /** Somebody else has written a port. */
  void overwritten(PortId port) {
    lastWord.overwritten(engine(), port, host.box(port).value(port, SettingKind.PFC));
  }
}
