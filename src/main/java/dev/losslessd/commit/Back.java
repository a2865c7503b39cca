package dev.losslessd.commit;

import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;

/**
 * Settings to which a rollback leads.
 *
 * @param words the devices' own words for those values that stood there before the first change
 * @param unset resources that had no override then
 */
record Back(SortedMap<Key, Setting> values, Map<Key, String> words, Set<Key> unset) {}
