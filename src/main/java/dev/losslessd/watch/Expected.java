package dev.losslessd.watch;

import dev.losslessd.commit.Pending;
import dev.losslessd.model.Change;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Intent;
import dev.losslessd.model.Key;
import dev.losslessd.model.Progress;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingState;
import dev.losslessd.model.Target;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Values that devices shall show. A commit that waits for its confirm is judged as if it had been
 * confirmed: what it set is no drift, and what is set otherwise since then is. So is a wave that
 * soaks. Of what is being written or taken back nothing is judged. Pure.
 *
 * @param intent what is wanted, confirmed or from the file
 * @param settings what is wanted once the open commits are confirmed, as far as they are written
 * @param passing further values of settings that a later wave changes
 * @param moving targets that are being written or taken back, or may be
 * @param held targets of all open commits
 */
public record Expected(
    Intent intent,
    SortedMap<Key, Setting> settings,
    Map<Key, Set<Setting>> passing,
    Set<Target> moving,
    Set<Target> held) {
  public Expected {
    settings = Collections.unmodifiableSortedMap(settings);
    passing = Map.copyOf(passing);
    moving = Set.copyOf(moving);
    held = Set.copyOf(held);
  }

  /** Returns what shall be shown under the open commits of a moment. */
  public static Expected of(Pending pending) {
    Builder all = new Builder(pending.intent());
    pending.open().forEach(all::take);
    return new Expected(
        pending.intent(), all.merged.effective(), all.passing, all.moving, all.held);
  }

  /** State of a setting that the intent wants, or an open commit. */
  SettingState state(Key key, Reading reading) {
    Optional<Setting> wanted = intent.wanted(key);
    Setting now = settings.get(key);
    SettingState before = wanted.map(one -> SettingState.of(one, reading)).orElse(null);
    if (now == null || moving.contains(key.target())) {
      return before == null || before == SettingState.DRIFT ? SettingState.STAGED : before;
    }
    SettingState state = SettingState.of(now, reading);
    if (state == SettingState.DRIFT && passes(key, reading)) {
      return SettingState.STAGED;
    }
    boolean confirmed = before == null || before == SettingState.AS_WANTED;
    return state == SettingState.AS_WANTED && !confirmed ? SettingState.STAGED : state;
  }

  private boolean passes(Key key, Reading reading) {
    return passing.getOrDefault(key, Set.of()).stream()
        .anyMatch(one -> SettingState.of(one, reading) != SettingState.DRIFT);
  }

  /** Lays one commit after the other over what is wanted. */
  private static final class Builder {
    private final Map<Key, Set<Setting>> passing = new HashMap<>();
    private final Set<Target> moving = new HashSet<>();
    private final Set<Target> held = new HashSet<>();
    private Intent merged;

    Builder(Intent intent) {
      this.merged = intent;
    }

    void take(Pending.Open open) {
      Commit commit = open.commit();
      List<Change> changes = commit.changes();
      changes.forEach(change -> held.add(change.target()));
      if (commit instanceof Commit.AwaitingConfirm) {
        merge(open, Set.of());
      } else if (commit instanceof Commit.Applying applying) {
        int begun = commit.begun().size();
        if (!soaks(applying)) {
          move(commit);
        }
        List<Change> later = changes.subList(begun, changes.size());
        later.forEach(change -> pass(change.key(), change.before(), change.after()));
        merge(open, later.stream().map(Change::key).collect(Collectors.toSet()));
      } else {
        move(commit);
      }
    }

    private static boolean soaks(Commit.Applying applying) {
      return applying.wave().flatMap(Progress::soakUntil).isPresent();
    }

    /** A switch shows a setting of its own in its ports too. */
    private void move(Commit commit) {
      commit.begun().stream().flatMap(Change::shownBy).forEach(moving::add);
    }

    /**
     * @param later settings of waves that are to come: they stay as they are
     */
    private void merge(Pending.Open open, Set<Key> later) {
      Set<Key> gone = new HashSet<>(open.unsets());
      gone.removeAll(later);
      Map<Key, Setting> set = new HashMap<>(open.sets());
      set.keySet().removeAll(later);
      merged = merged.without(gone).with(set);
    }

    private void pass(Key key, Setting... values) {
      passing.computeIfAbsent(key, _ -> new HashSet<>()).addAll(List.of(values));
    }
  }
}
