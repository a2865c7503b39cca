package dev.losslessd.store;

import dev.losslessd.model.Acceptance;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a staged commit was asked to do, whole: it is planned anew when its time comes.
 *
 * @param delta resources and their new values
 * @param all the whole intent is meant
 * @param mends resources of the intent that a repair brings back
 * @param versions of the resources of the delta when it was staged
 * @param confirmWithin length of the confirm window; empty for the usual one
 * @param exact the values are whole
 * @param words the devices' own words for values that they had before
 * @param accepted harm that the operator takes upon himself
 * @param unset resources whose override goes
 */
public record StagedWish(
    SortedMap<Key, Setting> delta,
    boolean all,
    Set<Key> mends,
    Map<Key, Long> versions,
    Optional<Duration> confirmWithin,
    boolean exact,
    Map<Key, String> words,
    Acceptance accepted,
    Set<Key> unset) {
  public StagedWish {
    delta = Collections.unmodifiableSortedMap(new TreeMap<>(delta));
    mends = Set.copyOf(mends);
    versions = Map.copyOf(versions);
    words = Map.copyOf(words);
    unset = Set.copyOf(unset);
  }
}
