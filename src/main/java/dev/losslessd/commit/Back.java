package dev.losslessd.commit;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Settings to which a rollback leads.
 *
 * @param words the devices' own words for those values that stood there before the first change
 * @param unset resources that had no override then
 */
record Back(SortedMap<Key, Setting> values, Map<Key, String> words, Set<Key> unset) {
  Back without(Collection<DeviceId> devices) {
    Predicate<Key> gone = key -> devices.contains(key.target().device());
    SortedMap<Key, Setting> others = new TreeMap<>(values);
    others.keySet().removeIf(gone);
    Map<Key, String> otherWords = new HashMap<>(words);
    otherWords.keySet().removeIf(gone);
    Set<Key> otherUnset = new HashSet<>(unset);
    otherUnset.removeIf(gone);
    return new Back(others, otherWords, otherUnset);
  }
}
