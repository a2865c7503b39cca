package dev.losslessd.commit;

import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Due;
import dev.losslessd.model.Key;
import dev.losslessd.model.Progress;
import dev.losslessd.store.Entry;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Facts of one commit: a fold of its journal entries. What is due of it is judged by these.
 *
 * @param state its phase or verdict, as it is shown
 * @param deadline end of the confirm window, once that is open
 * @param undoing the rollback that was begun last; the state says whether it has ended
 * @param timers until when each device holds what it has of this commit under its own timer
 * @param base versions of the resources of its delta when it began
 * @param actor of the newest entry
 * @param shown whether the state is not journaled yet; until then a start finds it out again
 * @param entries what the next checkpoint needs, oldest first; a bounded number, however often a
 *     rollback is retried
 */
record CommitRecord(
    Commit state,
    Optional<Entry.Staged> staged,
    Optional<Entry.Begun> begun,
    Optional<Due> deadline,
    Optional<Entry.Undoing> undoing,
    Map<DeviceId, Due> timers,
    Map<Key, Long> base,
    String actor,
    boolean shown,
    List<Entry> entries) {

  static CommitRecord of(Entry.Staged e) {
    Commit.Run run = new Commit.Run(e.commit(), e.plan(), e.actor(), e.reason(), e.at());
    Commit state = new Commit.Staged(run, e.at());
    return begun(state, Optional.of(e), Optional.empty(), Map.of(), List.of(e));
  }

  /**
   * @param staged the same commit, where it was staged before
   * @param base versions of the resources that it changes
   */
  static CommitRecord of(Entry.Begun e, Optional<CommitRecord> staged, Map<Key, Long> base) {
    Commit.Run run =
        new Commit.Run(e.commit(), e.plan(), e.actor(), e.reason(), e.at(), e.acceptIdle());
    List<Entry> entries = new ArrayList<>();
    staged.ifPresent(before -> entries.addAll(before.entries()));
    entries.add(e);
    Optional<Entry.Staged> first = staged.flatMap(CommitRecord::staged);
    return begun(new Commit.Applying(run), first, Optional.of(e), base, entries);
  }

  private static CommitRecord begun(
      Commit state,
      Optional<Entry.Staged> staged,
      Optional<Entry.Begun> begun,
      Map<Key, Long> base,
      List<Entry> entries) {
    Optional<Due> none = Optional.empty();
    String actor = state.run().actor();
    return new CommitRecord(
        state, staged, begun, none, Optional.empty(), Map.of(), base, actor, false, entries);
  }

  /** State after the entries of one commit that say what it was and how it ended. */
  static Optional<Commit> fold(List<Entry> entries) {
    Optional<CommitRecord> record = Optional.empty();
    for (Entry entry : entries) {
      record =
          switch (entry) {
            case Entry.Staged e -> Optional.of(of(e));
            case Entry.Begun e -> Optional.of(of(e, record, Map.of()));
            default -> record.map(before -> before.after(entry, false));
          };
    }
    return record.map(CommitRecord::state);
  }

  String id() {
    return state.id();
  }

  private Commit.Run run() {
    return state.run();
  }

  /**
   * Returns the facts after one more entry of this commit.
   *
   * @param notDurable whether it could not be written
   */
  CommitRecord after(Entry entry, boolean notDurable) {
    CommitRecord next =
        switch (entry) {
          case Entry.Wave e ->
              in(
                  new Commit.Applying(
                      run(), Optional.of(Progress.writing(e.wave(), e.of(), e.begun()))));
          case Entry.Applied e ->
              in(new Commit.AwaitingConfirm(run(), e.deadline().at())).until(e.deadline());
          case Entry.Held e -> holding(held(e));
          case Entry.Kept e -> holding(Map.of());
          case Entry.Undoing e ->
              in(new Commit.Undoing(run(), e.why(), Change.inverse(e.begun()), "", e.since().at()))
                  .undoing(e);
          case Entry.Stuck e -> in(new Commit.Stuck(run(), e.why(), e.left(), e.at()));
          case Entry.Confirmed e -> in(new Commit.Confirmed(run(), e.revision(), e.at()));
          case Entry.RolledBack e ->
              in(new Commit.RolledBack(run(), e.why(), e.at())).holding(Map.of());
          case Entry.Abandoned e ->
              in(new Commit.Abandoned(run(), e.why(), e.left(), e.at())).holding(Map.of());
          default -> this;
        };
    return next.by(entry, notDurable);
  }

  /** An earlier batch may have the earlier end. */
  private Map<DeviceId, Due> held(Entry.Held e) {
    Map<DeviceId, Due> all = new TreeMap<>(timers);
    for (DeviceId device : e.devices()) {
      Due known = all.get(device);
      boolean earlier = known != null && known.at().isBefore(e.until().at());
      all.put(device, known != null && earlier && !e.anew() ? known : e.until());
    }
    return all;
  }

  /** How it ended, once it has. */
  Optional<Commit.Ended> ended() {
    return state instanceof Commit.Ended ended ? Optional.of(ended) : Optional.empty();
  }

  /** Whether nothing is left to do about it: it has ended, and no device's timer runs. */
  boolean done() {
    return ended().isPresent() && timers.isEmpty();
  }

  /** Devices that it leaves, once it is confirmed. */
  List<DeviceId> leaves() {
    return begun.map(Entry.Begun::leaves).orElse(List.of());
  }

  /** Returns a copy in a state that is not journaled. */
  CommitRecord showing(Commit now) {
    return new CommitRecord(
        now, staged, begun, deadline, undoing, timers, base, actor, true, entries);
  }

  private CommitRecord in(Commit now) {
    return with(now, deadline, undoing, timers);
  }

  private CommitRecord until(Due end) {
    return with(state, Optional.of(end), undoing, timers);
  }

  private CommitRecord holding(Map<DeviceId, Due> until) {
    return with(state, deadline, undoing, Collections.unmodifiableMap(new TreeMap<>(until)));
  }

  private CommitRecord undoing(Entry.Undoing e) {
    return with(state, deadline, Optional.of(e), timers);
  }

  private CommitRecord with(
      Commit now, Optional<Due> end, Optional<Entry.Undoing> rollback, Map<DeviceId, Due> until) {
    return new CommitRecord(now, staged, begun, end, rollback, until, base, actor, shown, entries);
  }

  private CommitRecord by(Entry entry, boolean notDurable) {
    return recorded(entry.actor(), notDurable, notDurable ? entries : having(entry, entries));
  }

  /** Returns a copy after an entry of its past became durable. */
  CommitRecord written(Entry entry) {
    boolean isEnd =
        entry instanceof Entry.RolledBack
            || (entry instanceof Entry.Stuck && state instanceof Commit.Stuck);
    return recorded(actor, shown && !isEnd, having(entry, entries));
  }

  private CommitRecord recorded(String by, boolean notDurable, List<Entry> all) {
    return new CommitRecord(
        state, staged, begun, deadline, undoing, timers, base, by, notDurable, all);
  }

  /** The entries and one more, without those of the same commit that it replaces. */
  static List<Entry> having(Entry later, List<Entry> entries) {
    List<Entry> all = new ArrayList<>(entries);
    all.removeIf(one -> one.commit().equals(later.commit()) && replaces(later, one));
    all.add(later);
    return List.copyOf(all);
  }

  private static boolean replaces(Entry later, Entry one) {
    return switch (later) {
      case Entry.Wave _, Entry.Applied _, Entry.Undoing _, Entry.Stuck _ ->
          later.getClass().equals(one.getClass());
      default -> false;
    };
  }
}
