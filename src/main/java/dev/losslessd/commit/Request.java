package dev.losslessd.commit;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Commit;
import dev.losslessd.model.Key;
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
import java.util.function.Consumer;

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
 * @param key that the client gave; kept with what is begun
 * @param unset resources that have no override afterwards; the device gets what the delta says
 *     there, else what the file wants, else it stays as it is
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
    Optional<Rollout> rollout,
    Optional<IdempotencyKey> key,
    Set<Key> unset) {
  /** Without a key; takes no override away. */
  public Request(
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
    this(
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
        rollout,
        Optional.empty(),
        Set.of());
  }

  public Request {
    mends = Set.copyOf(mends);
    unset = Set.copyOf(unset);
    delta = Collections.unmodifiableSortedMap(new TreeMap<>(delta));
    versions = Map.copyOf(versions);
    words = Map.copyOf(words);
  }

  /** A wish of nothing, to be filled. */
  private static Request of(String actor, String reason) {
    return new Request(
        new TreeMap<>(),
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

  /** Creates a request to apply the whole intent. */
  public static Request everything(String actor, String reason) {
    return of(actor, reason).with(one -> one.all = true);
  }

  /** Creates a request to set one resource. */
  public static Request one(Key key, Setting value, String actor, String reason) {
    return of(actor, reason).with(one -> one.delta = new TreeMap<>(Map.of(key, value)));
  }

  /** Takes an override away, so that the file's layer is in force there again. */
  public static Request unset(Key key, String actor, String reason) {
    return of(actor, reason).unsetting(Set.of(key));
  }

  /**
   * Creates a repair to what was confirmed before. It needs no confirm, only the guard's silence,
   * and waits where ports are busy.
   *
   * @param keys of the intent
   */
  public static Request repair(Set<Key> keys, String reason) {
    return of(Commit.REPAIR, reason).whenIdle(true).with(one -> one.mends = keys);
  }

  /**
   * Back to an earlier revision, exactly as it was.
   *
   * @param style who asks, why, and what he accepts
   */
  static Request rollback(long number, Back back, Request style) {
    return new Request(
        back.values(),
        false,
        Map.of(),
        Optional.empty(),
        style.confirmWithin(),
        true,
        back.words(),
        style.accepted(),
        style.actor(),
        style.reason().isEmpty() ? "rollback to revision " + number : style.reason(),
        style.whenIdle(),
        Set.of(),
        style.rollout(),
        style.key(),
        back.unset());
  }

  /** Overrides of the file's layer once it is confirmed. */
  SortedMap<Key, Setting> overrides() {
    SortedMap<Key, Setting> all = new TreeMap<>(delta);
    all.keySet().removeAll(unset);
    return all;
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
    return targets;
  }

  /** Returns a copy that expects this version of a resource. */
  public Request expecting(Key key, long version) {
    return with(one -> one.versions = Map.of(key, version));
  }

  /** Returns a copy that expects the plan with this digest. */
  public Request expecting(Optional<String> planDigest) {
    return with(one -> one.digest = planDigest);
  }

  /** Returns a copy with another confirm window. */
  public Request within(Optional<Duration> window) {
    return with(one -> one.confirmWithin = window);
  }

  /** Returns a copy with the harm that the operator accepts. */
  public Request accepting(Acceptance harm) {
    return with(one -> one.accepted = harm);
  }

  /** Returns a copy with the client's idempotency key. */
  public Request keyed(Optional<IdempotencyKey> given) {
    return with(one -> one.key = given);
  }

  /** Returns a copy that removes the overrides of these resources. */
  public Request unsetting(Set<Key> keys) {
    return with(one -> one.unset = keys);
  }

  /** Returns a copy that is applied in waves. */
  public Request inWaves(Optional<Rollout> waves) {
    return with(one -> one.rollout = waves);
  }

  /** Returns a copy that is staged where busy ports are its only refusal. */
  public Request whenIdle(boolean on) {
    return with(one -> one.whenIdle = on);
  }

  private Request with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.request(actor, reason);
  }

  /** A copy whose parts can be set one by one. */
  private static final class Draft {
    private SortedMap<Key, Setting> delta;
    private boolean all;
    private Map<Key, Long> versions;
    private Optional<String> digest;
    private Optional<Duration> confirmWithin;
    private final boolean exact;
    private final Map<Key, String> words;
    private Acceptance accepted;
    private boolean whenIdle;
    private Set<Key> mends;
    private Optional<Rollout> rollout;
    private Optional<IdempotencyKey> key;
    private Set<Key> unset;

    Draft(Request of) {
      delta = of.delta;
      all = of.all;
      versions = of.versions;
      digest = of.digest;
      confirmWithin = of.confirmWithin;
      exact = of.exact;
      words = of.words;
      accepted = of.accepted;
      whenIdle = of.whenIdle;
      mends = of.mends;
      rollout = of.rollout;
      key = of.key;
      unset = of.unset;
    }

    Request request(String actor, String reason) {
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
          rollout,
          key,
          unset);
    }
  }
}
