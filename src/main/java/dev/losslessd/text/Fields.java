package dev.losslessd.text;

import java.lang.reflect.RecordComponent;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The members of a document in their order, each as JSON has it: text, number, boolean, list, map
 * or null. Times, names and paths become text, constants their words, and an empty optional null.
 */
public final class Fields extends LinkedHashMap<String, @Nullable Object> {
  private static final long serialVersionUID = 1L;

  /** The members of a map. */
  public static Fields of(Map<?, ?> members) {
    Fields fields = new Fields();
    members.forEach((name, value) -> fields.with(name.toString(), value));
    return fields;
  }

  /** The components of a public record in their order. */
  public static Fields of(Record members) {
    Fields fields = new Fields();
    try {
      for (RecordComponent one : members.getClass().getRecordComponents()) {
        fields.with(one.getName(), one.getAccessor().invoke(members));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no public record: " + members.getClass().getName(), e);
    }
    return fields;
  }

  /** With null in place of each empty text. */
  public Fields emptyAsNull() {
    replaceAll((_, value) -> "".equals(value) ? null : value);
    return this;
  }

  /** Adds a member, which is null where there is no value. */
  public Fields with(String name, @Nullable Object value) {
    put(name, plain(value));
    return this;
  }

  /** Adds a member unless its value is absent, or an empty text, an empty list or false. */
  public Fields withAny(String name, @Nullable Object value) {
    boolean nothing =
        switch (value) {
          case null -> true;
          case Optional<?> some -> some.isEmpty();
          case OptionalInt some -> some.isEmpty();
          case Collection<?> list -> list.isEmpty();
          default -> value.equals("") || value.equals(false);
        };
    return nothing ? this : with(name, value);
  }

  /** Adds a member with a text, which is null where the text is empty. */
  public Fields withText(String name, String text) {
    return with(name, text.isEmpty() ? null : text);
  }

  private static @Nullable Object plain(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Optional<?> some -> plain(some.orElse(null));
      case OptionalInt some -> some.isPresent() ? some.getAsInt() : null;
      case Fields fields -> fields;
      case Map<?, ?> map -> of(map);
      case Collection<?> list -> list.stream().map(Fields::plain).toList();
      case Number number -> number;
      case Boolean flag -> flag;
      case Worded constant -> constant.word();
      case Enum<?> constant -> Worded.of(constant);
      default -> value.toString();
    };
  }
}
