package dev.losslessd.model;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

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

  /** With these resources of the REST layer replaced. */
  public Intent with(Map<Key, Setting> delta) {
    TreeMap<Key, Setting> merged = new TreeMap<>(rest);
    merged.putAll(delta);
    return new Intent(file, merged);
  }

  /** With another file layer. */
  public Intent withFile(SortedMap<Key, Setting> layer) {
    return new Intent(layer, rest);
  }
}
