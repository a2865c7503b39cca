package dev.losslessd.model;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the operator wants: a layer from the config file and, over it, one from REST and CLI.
 *
 * @param file from the policy in the config file
 * @param rest confirmed changes of single resources
 */
public record Intent(SortedMap<Key, Setting> file, SortedMap<Key, Setting> rest) {
  public static final Intent NOTHING = new Intent(new TreeMap<>(), new TreeMap<>());

  public Intent {
    file = Collections.unmodifiableSortedMap(new TreeMap<>(file));
    rest = Collections.unmodifiableSortedMap(new TreeMap<>(rest));
  }

  /** Both layers, the REST one on top. */
  public SortedMap<Key, Setting> effective() {
    TreeMap<Key, Setting> all = new TreeMap<>(file);
    all.putAll(rest);
    return Collections.unmodifiableSortedMap(all);
  }

  public Optional<Setting> wanted(Key key) {
    Setting own = rest.get(key);
    return Optional.ofNullable(own == null ? file.get(key) : own);
  }

  /** Returns a copy with these resources of the REST layer replaced. */
  public Intent with(Map<Key, Setting> delta) {
    TreeMap<Key, Setting> merged = new TreeMap<>(rest);
    merged.putAll(delta);
    return new Intent(file, merged);
  }

  /** Returns a copy without these resources in the REST layer, so that the file's apply again. */
  public Intent without(Collection<Key> gone) {
    TreeMap<Key, Setting> left = new TreeMap<>(rest);
    left.keySet().removeAll(gone);
    return new Intent(file, left);
  }

  /**
   * The file's value that an override hides; empty without an override, or if it gives all that the
   * file wants.
   */
  public Optional<Setting> shadowed(Key key) {
    Setting override = rest.get(key);
    Setting below = file.get(key);
    return override == null || below == null || below.over(override).equals(override)
        ? Optional.empty()
        : Optional.of(below);
  }

  /** Overrides that hide something which the file wants. */
  public SortedSet<Key> shadowing() {
    TreeSet<Key> all = new TreeSet<>(rest.keySet());
    all.removeIf(key -> shadowed(key).isEmpty());
    return all;
  }

  /** Returns a copy in which nothing is wanted of these devices. */
  public Intent leaving(Collection<DeviceId> devices) {
    if (devices.isEmpty()) {
      return this;
    }
    TreeMap<Key, Setting> below = new TreeMap<>(file);
    TreeMap<Key, Setting> over = new TreeMap<>(rest);
    below.keySet().removeIf(key -> devices.contains(key.target().device()));
    over.keySet().removeIf(key -> devices.contains(key.target().device()));
    return new Intent(below, over);
  }

  /** Returns a copy with another file layer. */
  public Intent withFile(SortedMap<Key, Setting> layer) {
    return new Intent(layer, rest);
  }
}
