package dev.losslessd.model;

import java.util.Comparator;

/** One resource: one setting of one target. ETags and locks are per key. */
public record Key(Target target, SettingKind kind) implements Comparable<Key> {
  @Override
  public int compareTo(Key other) {
    return Comparator.comparing(Key::target).thenComparing(Key::kind).compare(this, other);
  }

  @Override
  public String toString() {
    return target + " " + kind.word();
  }
}
