package dev.losslessd.commit;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
import dev.losslessd.model.Rollout;
import dev.losslessd.model.Setting;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A wish to change something.
 *
 * @param delta resources and their new values; empty with {@code all}
 * @param all make the devices equal to the whole intent, not only to the delta
 * @param versions the version of each resource that the caller has seen; another one is refused
 * @param digest of the plan that the caller has seen; another situation is refused
 * @param confirmWithin how long the confirm window lasts
 * @param exact the values are whole, as they were observed: entries that they do not name go away
 * @param words with {@code exact}: the devices' own words for values that they had before
 * @param accepted harm that the operator takes upon himself
 * @param actor who asks: {@code uid:0}, {@code token}
 * @param reason free text
 * @param whenIdle what is refused because a port is busy is staged, and begins when it is idle
 * @param mends resources of the intent that are brought back, and nothing else; empty but for a
 *     repair
 * @param rollout in waves; empty for all at once
 */
public record Request(
    SortedMap<Key, Setting> delta,
    boolean all,
    Map<Key, Long> versions,
    Optional<String> digest,
    Optional<Duration> confirmWithin,
    boolean exact,
    Map<Key, String> words,
    Acceptance accepted,
    String actor,
    String reason,
    boolean whenIdle,
    Set<Key> mends,
    Optional<Rollout> rollout) {
  public Request {
    mends = Set.copyOf(mends);
    delta = Collections.unmodifiableSortedMap(new TreeMap<>(delta));
    versions = Map.copyOf(versions);
    words = Map.copyOf(words);
  }

  /** The whole intent. */
  public static Request everything(String actor, String reason) {
    return new Request(
        new TreeMap<>(),
        true,
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        false,
        Map.of(),
        Acceptance.NOTHING,
        actor,
        reason,
        false,
        Set.of(),
        Optional.empty());
  }

  /** One resource. */
  public static Request one(Key key, Setting value, String actor, String reason) {
    return new Request(
        new TreeMap<>(Map.of(key, value)),
        false,
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        false,
        Map.of(),
        Acceptance.NOTHING,
        actor,
        reason,
        false,
        Set.of(),
        Optional.empty());
  }

  /** The same with the version of its resource that was seen. */
  public Request expecting(Key key, long version) {
    return new Request(
        delta,
        all,
        Map.of(key, version),
        digest,
        confirmWithin,
        exact,
        words,
        accepted,
        actor,
        reason,
        whenIdle,
        mends,
        rollout);
  }

  /** The same with the plan that was seen. */
  public Request expecting(Optional<String> planDigest) {
    return new Request(
        delta,
        all,
        versions,
        planDigest,
        confirmWithin,
        exact,
        words,
        accepted,
        actor,
        reason,
        whenIdle,
        mends,
        rollout);
  }

  /** The same with another confirm window. */
  public Request within(Optional<Duration> window) {
    return new Request(
        delta, all, versions, digest, window, exact, words, accepted, actor, reason, whenIdle,
        mends, rollout);
  }

  /** The same, with what the operator accepts. */
  public Request accepting(Acceptance harm) {
    return new Request(
        delta,
        all,
        versions,
        digest,
        confirmWithin,
        exact,
        words,
        harm,
        actor,
        reason,
        whenIdle,
        mends,
        rollout);
  }

  /** The same in waves. */
  public Request inWaves(Optional<Rollout> waves) {
    return new Request(
        delta,
        all,
        versions,
        digest,
        confirmWithin,
        exact,
        words,
        accepted,
        actor,
        reason,
        whenIdle,
        mends,
        waves);
  }

  /**
   * Brings back what was confirmed before. Needs nobody's confirm, only the guard's silence, and
   * waits where ports are busy.
   *
   * @param keys of the intent
   */
  public static Request repair(Set<Key> keys, String reason) {
    return new Request(
        new TreeMap<>(),
        false,
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        false,
        Map.of(),
        Acceptance.NOTHING,
        Commit.REPAIR,
        reason,
        true,
        keys,
        Optional.empty());
  }

  /** The same; staged where it is refused only because ports are busy. */
  public Request whenIdle(boolean on) {
    return new Request(
        delta,
        all,
        versions,
        digest,
        confirmWithin,
        exact,
        words,
        accepted,
        actor,
        reason,
        on,
        mends,
        rollout);
  }
}
