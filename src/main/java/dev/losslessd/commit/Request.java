package dev.losslessd.commit;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
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
 * @param accepted harm that the operator takes upon himself
 * @param actor who asks: {@code uid:0}, {@code token}
 * @param reason free text
 */
public record Request(
    SortedMap<Key, Setting> delta,
    boolean all,
    Map<Key, Long> versions,
    Optional<String> digest,
    Optional<Duration> confirmWithin,
    boolean exact,
    Acceptance accepted,
    String actor,
    String reason) {
  public Request {
    delta = Collections.unmodifiableSortedMap(new TreeMap<>(delta));
    versions = Map.copyOf(versions);
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
        Acceptance.NOTHING,
        actor,
        reason);
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
        Acceptance.NOTHING,
        actor,
        reason);
  }

  /** The same with the version of its resource that was seen. */
  public Request expecting(Key key, long version) {
    return new Request(
        delta, all, Map.of(key, version), digest, confirmWithin, exact, accepted, actor, reason);
  }

  /** The same with the plan that was seen. */
  public Request expecting(Optional<String> planDigest) {
    return new Request(
        delta, all, versions, planDigest, confirmWithin, exact, accepted, actor, reason);
  }

  /** The same with another confirm window. */
  public Request within(Optional<Duration> window) {
    return new Request(delta, all, versions, digest, window, exact, accepted, actor, reason);
  }

  /** The same, with what the operator accepts. */
  public Request accepting(Acceptance harm) {
    return new Request(delta, all, versions, digest, confirmWithin, exact, harm, actor, reason);
  }
}
