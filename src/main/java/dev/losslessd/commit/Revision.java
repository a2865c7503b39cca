package dev.losslessd.commit;

import dev.losslessd.model.Key;
import dev.losslessd.model.Setting;
import java.time.Instant;
import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * One confirmed state of the intent.
 *
 * @param number rising from 1
 * @param commit that made it
 * @param delta what changed in the REST layer; empty where the file's policy was applied
 * @param unset resources whose override it took away
 */
public record Revision(
    long number,
    String commit,
    Instant at,
    String actor,
    String reason,
    SortedMap<Key, Setting> delta,
    Set<Key> unset) {
  public Revision {
    unset = Collections.unmodifiableSet(new TreeSet<>(unset));
  }

  /** Returns a copy without the list of changes. */
  Revision head() {
    return new Revision(number, commit, at, actor, reason, new TreeMap<>(), Set.of());
  }

  /** The door that it came in by: {@code socket}, {@code http}, or {@code daemon} for none. */
  public String from() {
    if (actor.equals("daemon")) {
      return "daemon";
    }
    return actor.startsWith("uid:") ? "socket" : "http";
  }
}
