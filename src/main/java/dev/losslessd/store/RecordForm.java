package dev.losslessd.store;

import dev.losslessd.store.RecordJson.Form;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/** A record as an object: a field for each component, in their order. */
final class RecordForm implements Form {
  private final Class<?> type;
  private final Constructor<?> constructor;
  private final Map<String, Component> components = new LinkedHashMap<>();

  /** Whether a component is always there. */
  private enum Presence {
    NEEDED,
    OPTIONAL,
    NULLABLE
  }

  /**
   * @param type of its values; of an {@link Optional}, of what it may hold
   */
  private record Component(int at, String name, Method accessor, Type type, Presence presence) {
    static Component of(int at, RecordComponent component) {
      Type type = component.getGenericType();
      Method accessor = component.getAccessor();
      if (type instanceof ParameterizedType generic && generic.getRawType() == Optional.class) {
        Type of = generic.getActualTypeArguments()[0];
        return new Component(at, component.getName(), accessor, of, Presence.OPTIONAL);
      }
      boolean nullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
      Presence presence = nullable ? Presence.NULLABLE : Presence.NEEDED;
      return new Component(at, component.getName(), accessor, type, presence);
    }
  }

  RecordForm(Class<?> type) {
    this.type = type;
    RecordComponent[] all = type.getRecordComponents();
    for (int at = 0; at < all.length; at++) {
      components.put(all[at].getName(), Component.of(at, all[at]));
    }
    try {
      constructor =
          type.getDeclaredConstructor(
              Arrays.stream(all).map(RecordComponent::getType).toArray(Class<?>[]::new));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("a record has this constructor", e);
    }
  }

  @Override
  public void write(JsonGenerator out, Object value) {
    out.writeStartObject();
    fields(out, value, Set.of());
    out.writeEndObject();
  }

  /**
   * @param without components that stand elsewhere
   */
  void fields(JsonGenerator out, Object value, Set<String> without) {
    for (Component one : components.values()) {
      Object part = without.contains(one.name) ? null : get(one, value);
      Object there = part instanceof Optional<?> maybe ? maybe.orElse(null) : part;
      if (there != null) {
        out.writeName(one.name);
        RecordJson.of(one.type).write(out, there);
      } else if (one.presence == Presence.NEEDED && !without.contains(one.name)) {
        throw new IllegalStateException(one.accessor + " is null");
      }
    }
  }

  @Override
  public Object read(JsonParser in) {
    RecordJson.require(in, JsonToken.START_OBJECT);
    in.nextToken();
    return rest(in, Map.of(), "");
  }

  /**
   * Reads what is left of an object.
   *
   * @param in at the name of a field, or at the end
   * @param known components that stood elsewhere; others among them are left out
   * @param end name of a field behind them; empty for none
   */
  Object rest(JsonParser in, Map<String, ?> known, String end) {
    @Nullable Object[] parts = new Object[components.size()];
    known.forEach((name, value) -> {
      Component one = components.get(name);
      if (one != null) {
        parts[one.at] = value;
      }
    });
    for (;
        in.currentToken() == JsonToken.PROPERTY_NAME && !in.currentName().equals(end);
        in.nextToken()) {
      Component one = components.get(in.currentName());
      if (one == null) {
        throw new IllegalArgumentException("unknown field '" + in.currentName() + "'");
      }
      if (parts[one.at] != null) {
        throw new IllegalArgumentException("field '" + one.name + "' is there twice");
      }
      in.nextToken();
      Object part = RecordJson.of(one.type).read(in);
      parts[one.at] = one.presence == Presence.OPTIONAL ? Optional.of(part) : part;
    }
    RecordJson.require(in, end.isEmpty() ? JsonToken.END_OBJECT : JsonToken.PROPERTY_NAME);
    for (Component one : components.values()) {
      if (parts[one.at] == null && one.presence == Presence.NEEDED) {
        throw new IllegalArgumentException("field '" + one.name + "' is missing");
      }
      if (parts[one.at] == null && one.presence == Presence.OPTIONAL) {
        parts[one.at] = Optional.empty();
      }
    }
    return make(parts);
  }

  private static @Nullable Object get(Component one, Object value) {
    try {
      return one.accessor.invoke(value);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(one.accessor + " is a component of a record", e);
    }
  }

  private Object make(@Nullable Object[] parts) {
    try {
      return constructor.newInstance(parts);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(
          "no " + type.getSimpleName() + ": " + e.getCause(), e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " is a record", e);
    }
  }
}
