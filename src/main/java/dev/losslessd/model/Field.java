package dev.losslessd.model;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A named part of a setting or of a record within it.
 *
 * @param name in JSON, with its unit where the type has none
 * @param get its value, or null where the record leaves it open
 * @param help what it means, with unit and default
 * @param presence whether it may be absent
 * @param notBelow the field that it may not be smaller than; empty for none
 */
public record Field<R, A>(
    String name,
    FieldType<A> type,
    Function<R, ? extends @Nullable A> get,
    String help,
    Presence presence,
    String notBelow) {

  /** Who may leave a field out. */
  public enum Presence {
    /** Part of every value. */
    NEEDED,
    /** Left out by a device that does not tell it, but not by a request. */
    MAYBE_UNTOLD,
    /** Left out by whoever has nothing to say of it. */
    OPTIONAL
  }

  Field<R, A> notBelow(String other) {
    return new Field<>(name, type, get, help, presence, other);
  }

  Field<R, A> untoldAtTimes() {
    return new Field<>(name, type, get, help, Presence.MAYBE_UNTOLD, notBelow);
  }

  Field<R, A> optional() {
    return new Field<>(name, type, get, help, Presence.OPTIONAL, notBelow);
  }

  public boolean isNeeded() {
    return presence == Presence.NEEDED;
  }

  void put(R value, Map<String, Object> plain) {
    A one = get.apply(value);
    if (one != null) {
      plain.put(name, type.plain(one));
    }
  }

  /** Returns the value among plain fields, or null where it is absent. */
  @Nullable A find(Map<String, Object> plain) {
    Object one = plain.get(name);
    return one == null ? null : type.value(one);
  }

  /**
   * @throws IllegalArgumentException if it is absent
   */
  A need(Map<String, Object> plain) {
    A one = find(plain);
    if (one == null) {
      throw new IllegalArgumentException(name + " is missing");
    }
    return one;
  }
}
