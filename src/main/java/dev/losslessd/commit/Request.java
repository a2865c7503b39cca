package dev.losslessd.commit;

import dev.losslessd.commit.CommitException.Kind;
import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Commit;
import dev.losslessd.model.DeviceId;
import dev.losslessd.model.DeviceScope;
import dev.losslessd.model.Key;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import dev.losslessd.model.Target;
import dev.losslessd.store.IdempotencyKey;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/** A wish to change something; each step of the engine is handed the part that it needs. */
public record Request(Goal goal, Expected expected, Origin origin, Terms terms) {
  /**
   * What must hold afterwards.
   *
   * @param delta resources and their new values; empty with {@code all}
   * @param all make the devices equal to the whole intent, not only to the delta
   * @param exact the values are whole, as they were observed: entries that they do not name go away
   * @param words with {@code exact}: the devices' own words for values that they had before
   * @param repairs resources of the intent that are brought back, and nothing else; empty but for a
   *     repair
   * @param unset resources that have no override afterwards; the device gets what the delta says
   *     there, else what the file wants, else it stays as it is
   * @param releases devices that this agent leaves, once it is confirmed
   */
  public record Goal(
      SortedMap<Key, Setting> delta,
      boolean all,
      boolean exact,
      Map<Key, String> words,
      Set<Key> repairs,
      Set<Key> unset,
      Set<DeviceId> releases) {
    private static final Goal NOTHING = new Goal(Collections.emptySortedMap(), false, Set.of());

    public Goal {
      delta = Collections.unmodifiableSortedMap(new TreeMap<>(delta));
      words = Map.copyOf(words);
      repairs = Set.copyOf(repairs);
      unset = Set.copyOf(unset);
      releases = Set.copyOf(releases);
    }

    private Goal(SortedMap<Key, Setting> delta, boolean all, Set<Key> repairs) {
      this(delta, all, false, Map.of(), repairs, Set.of(), Set.of());
    }

    /**
     * A way back, exactly as it was.
     *
     * @param words the devices' own words for those values that stood there before the first change
     * @param unset resources that had no override then
     */
    static Goal back(
        SortedMap<Key, Setting> values,
        Map<Key, String> words,
        Set<Key> unset,
        Set<DeviceId> releases) {
      return new Goal(values, false, true, words, Set.of(), unset, releases);
    }

    /** Returns a copy that leaves some settings as they are; what is released is wanted no more. */
    Goal without(Predicate<Key> gone) {
      SortedMap<Key, Setting> values = new TreeMap<>(delta);
      values.keySet().removeIf(gone);
      Map<Key, String> others = new TreeMap<>(words);
      others.keySet().removeIf(gone);
      Set<Key> left = new TreeSet<>(unset);
      left.removeIf(key -> gone.test(key) && !releases.contains(key.target().device()));
      return new Goal(values, all, exact, others, repairs, left, releases);
    }

    private Goal unsetting(Set<Key> keys) {
      return new Goal(delta, all, exact, words, repairs, keys, releases);
    }

    /** Overrides of the file's layer once it is confirmed. */
    SortedMap<Key, Setting> overrides() {
      SortedMap<Key, Setting> left = new TreeMap<>(delta);
      left.keySet().removeAll(unset);
      return left;
    }

    /**
     * Targets that no other commit may change meanwhile.
     *
     * @param wanted what must hold afterwards
     */
    Set<Target> targets(SortedMap<Key, Setting> wanted) {
      Set<Target> targets = new TreeSet<>();
      wanted.keySet().forEach(key -> targets.add(key.target()));
      unset.forEach(key -> targets.add(key.target()));
      releases.forEach(device -> targets.add(new Target.Device(device)));
      return targets;
    }
  }

  /**
   * What the caller has seen; where it is another now, the request is refused.
   *
   * @param versions of each resource
   * @param digest of the plan
   */
  public record Expected(Map<Key, Long> versions, Optional<String> digest) {
    private static final Expected ANYTHING = new Expected(Map.of(), Optional.empty());

    public Expected {
      versions = Map.copyOf(versions);
    }
  }

  /**
   * Where it comes from, kept with what is begun.
   *
   * @param actor who asks: {@code uid:0}, {@code token}
   * @param reason free text
   * @param key that the client gave
   * @param scope devices that the caller may change; not kept
   */
  public record Origin(
      String actor, String reason, Optional<IdempotencyKey> key, DeviceScope scope) {
    Origin(String actor, String reason) {
      this(actor, reason, Optional.empty(), DeviceScope.ALL);
    }
  }

  /**
   * How it is applied.
   *
   * @param accepted harm that the operator takes upon himself
   * @param confirmWithin how long the confirm window lasts; empty for the usual time
   * @param whenIdle what is refused because a port is busy is staged, and begins when it is idle
   * @param rollout in waves; empty for all at once
   */
  public record Terms(
      Acceptance accepted,
      Optional<Duration> confirmWithin,
      boolean whenIdle,
      Optional<Rollout> rollout) {
    /** Terms of one who said nothing about them. */
    static final Terms USUAL =
        new Terms(Acceptance.NOTHING, Optional.empty(), false, Optional.empty());
  }

  private static Request of(Goal goal, String actor, String reason) {
    Origin origin = new Origin(actor, reason);
    return new Request(goal, Expected.ANYTHING, origin, Terms.USUAL);
  }

  /** Creates a request to apply the whole intent. */
  public static Request everything(String actor, String reason) {
    return of(new Goal(Collections.emptySortedMap(), true, Set.of()), actor, reason);
  }

  /** Creates a request to set these resources. */
  public static Request of(SortedMap<Key, Setting> delta, String actor, String reason) {
    return of(new Goal(delta, false, Set.of()), actor, reason);
  }

  /** Creates a request to set one resource. */
  public static Request one(Key key, Setting value, String actor, String reason) {
    return of(new TreeMap<>(Map.of(key, value)), actor, reason);
  }

  /** Takes an override away, so that the file's layer is in force there again. */
  public static Request unset(Key key, String actor, String reason) {
    return of(Goal.NOTHING.unsetting(Set.of(key)), actor, reason);
  }

  /**
   * Creates a repair to what was confirmed before. It needs no confirm, only the guard's silence,
   * and waits where ports are busy.
   *
   * @param keys of the intent
   * @param waived rules that were waived when it was confirmed
   */
  public static Request repair(Set<Key> keys, String reason, Set<PlanRule> waived) {
    Goal goal = new Goal(Collections.emptySortedMap(), false, keys);
    Map<String, String> accepted = new TreeMap<>();
    waived.forEach(rule -> accepted.put(rule.id(), "it was waived when this was confirmed"));
    return of(goal, Commit.REPAIR, reason)
        .accepting(new Acceptance(false, false, accepted))
        .whenIdle(true);
  }

  /**
   * Back to an earlier revision, exactly as it was.
   *
   * @param style who asks, why, and on what terms
   * @throws CommitException UNKNOWN if nothing changed after it
   */
  static Request rollback(long number, Goal back, Request style) {
    if (back.delta().isEmpty() && back.unset().isEmpty()) {
      throw new CommitException(Kind.UNKNOWN, "nothing changed after revision " + number);
    }
    Origin by = style.origin();
    String reason = by.reason().isEmpty() ? "rollback to revision " + number : by.reason();
    Origin origin = new Origin(by.actor(), reason, by.key(), by.scope());
    return new Request(back, style.expected(), origin, style.terms());
  }

  /** Returns a copy with another goal. */
  Request to(Goal other) {
    return new Request(other, expected, origin, terms);
  }

  /** Returns a copy that expects this version of a resource. */
  public Request expecting(Key key, long version) {
    return expecting(Map.of(key, version));
  }

  /** Returns a copy that expects these versions of resources. */
  public Request expecting(Map<Key, Long> versions) {
    return new Request(goal, new Expected(versions, expected.digest()), origin, terms);
  }

  /** Returns a copy that expects the plan with this digest. */
  public Request expecting(Optional<String> planDigest) {
    return new Request(goal, new Expected(expected.versions(), planDigest), origin, terms);
  }

  /** Returns a copy with the client's idempotency key. */
  public Request keyed(Optional<IdempotencyKey> given) {
    Origin by = new Origin(origin.actor(), origin.reason(), given, origin.scope());
    return new Request(goal, expected, by, terms);
  }

  /** Returns a copy that is refused where its plan changes a device outside this scope. */
  public Request by(DeviceScope scope) {
    Origin by = new Origin(origin.actor(), origin.reason(), origin.key(), scope);
    return new Request(goal, expected, by, terms);
  }

  /** Returns a copy that removes the overrides of these resources. */
  public Request unsetting(Set<Key> keys) {
    return to(goal.unsetting(keys));
  }

  /** Returns a copy with another confirm window. */
  public Request within(Optional<Duration> window) {
    return on(new Terms(terms.accepted(), window, terms.whenIdle(), terms.rollout()));
  }

  /** Returns a copy with the harm that the operator accepts. */
  public Request accepting(Acceptance harm) {
    return on(new Terms(harm, terms.confirmWithin(), terms.whenIdle(), terms.rollout()));
  }

  /** Returns a copy that is applied in waves. */
  public Request inWaves(Optional<Rollout> waves) {
    return on(new Terms(terms.accepted(), terms.confirmWithin(), terms.whenIdle(), waves));
  }

  /** Returns a copy that is staged where busy ports are its only refusal. */
  public Request whenIdle(boolean on) {
    return on(new Terms(terms.accepted(), terms.confirmWithin(), on, terms.rollout()));
  }

  /** Returns a copy that is applied on other terms. */
  public Request on(Terms other) {
    return new Request(goal, expected, origin, other);
  }
}
