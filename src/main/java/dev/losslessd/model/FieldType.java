package dev.losslessd.model;

import dev.losslessd.text.Pattern;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The form of a value within a setting. JSON, command line and API document each walk over it.
 * Between them and the model stands a plain tree of Long, Boolean, String, List and Map.
 *
 * @param <A> the value's type in the model
 */
public sealed interface FieldType<A> {
  /** Returns the value as a plain tree. */
  default Object plain(A value) {
    return Objects.requireNonNull(value);
  }

  /**
   * Returns the value of a plain tree that has this form.
   *
   * @throws RuntimeException for a tree of another form, or a value that the model refuses
   */
  A value(Object plain);

  /** True or false; the command line says on and off. */
  record Flag() implements FieldType<Boolean> {
    @Override
    public Boolean value(Object plain) {
      return (Boolean) plain;
    }
  }

  /** A suffix of numbers on the command line, and what it multiplies by. */
  record Unit(String suffix, long factor) {
    /** Sizes as the config has them; KB is 1000. A number without a suffix is bytes too. */
    static final List<Unit> SIZES =
        List.of(
            new Unit("MB", 1_000_000),
            new Unit("KB", 1_000),
            new Unit("MiB", 1_048_576),
            new Unit("KiB", 1_024),
            new Unit("B", 1),
            new Unit("", 1));
  }

  /**
   * A whole number within a range.
   *
   * @param noun what it is, for messages
   * @param units those of the command line, largest first; none for bare numbers
   */
  record Whole<A>(
      String noun,
      long min,
      long max,
      List<Unit> units,
      ToLongFunction<A> number,
      LongFunction<A> of)
      implements FieldType<A> {
    Whole<A> units(List<Unit> largestFirst) {
      return new Whole<>(noun, min, max, largestFirst, number, of);
    }

    /**
     * @throws IllegalArgumentException for a value outside the range
     */
    void require(A value) {
      long one = number.applyAsLong(value);
      if (one < min || one > max) {
        throw new IllegalArgumentException(noun + " " + one + " is outside " + min + ".." + max);
      }
    }

    /** The number in the largest unit that leaves it whole: {@code 40gbit}, {@code 400KB}. */
    public String text(long value) {
      return units.stream()
          .filter(unit -> value % unit.factor() == 0 && (value != 0 || unit.factor() == 1))
          .findFirst()
          .map(unit -> value / unit.factor() + unit.suffix())
          .orElseGet(() -> Long.toString(value));
    }

    @Override
    public Object plain(A value) {
      return number.applyAsLong(value);
    }

    /** Accepts digits as well, as keys of maps are texts. */
    @Override
    public A value(Object plain) {
      return of.apply(
          plain instanceof Number one ? one.longValue() : Long.parseLong(plain.toString()));
    }
  }

  /** One of some words. */
  record Choice<A>(List<Option<A>> options) implements FieldType<A> {
    /** A word and what it stands for. */
    public record Option<A>(A value, String word) {}

    public List<String> words() {
      return options.stream().map(Option::word).toList();
    }

    @Override
    public Object plain(A value) {
      return option(one -> one.value().equals(value)).word();
    }

    @Override
    public A value(Object plain) {
      return option(one -> one.word().equals(plain)).value();
    }

    /**
     * @throws IllegalArgumentException if none is as wanted
     */
    public Option<A> option(Predicate<Option<A>> wanted) {
      return options.stream()
          .filter(wanted)
          .findFirst()
          .orElseThrow(
              () -> new IllegalArgumentException("expected one of " + String.join(", ", words())));
    }
  }

  /**
   * A word that a device knows.
   *
   * @param expected what fits the pattern, for messages
   */
  record Text(Pattern pattern, String expected) implements FieldType<String> {
    @Override
    public String value(Object plain) {
      return (String) plain;
    }
  }

  /** Values of which none is there twice. */
  record SetOf<A, C>(
      FieldType<A> each, int most, Function<C, Collection<A>> elements, Function<List<A>, C> of)
      implements FieldType<C> {
    @Override
    public Object plain(C value) {
      return elements.apply(value).stream().map(each::plain).toList();
    }

    @Override
    public C value(Object plain) {
      return of.apply(((List<?>) plain).stream().map(each::value).toList());
    }
  }

  /**
   * A value for each of the eight priorities, traffic classes or buffers.
   *
   * @param label what the command line calls all of them; empty where it only takes single ones
   * @param single what it calls one of them before its number; empty where it shows all together
   * @param sparse whether the command line leaves out zeros
   */
  record Row<A>(FieldType<A> each, String label, String single, boolean sparse)
      implements FieldType<List<A>> {
    public static final int SIZE = 8;

    @Override
    public Object plain(List<A> value) {
      return value.stream().map(each::plain).toList();
    }

    @Override
    public List<A> value(Object plain) {
      return ((List<?>) plain).stream().map(each::value).toList();
    }
  }

  /** A map with keys of numbers or words. */
  record Entries<K, V>(FieldType<K> key, FieldType<V> each) implements FieldType<SortedMap<K, V>> {
    @Override
    public Object plain(SortedMap<K, V> value) {
      Map<String, Object> plain = new LinkedHashMap<>();
      value.forEach((name, one) -> plain.put(key.plain(name).toString(), each.plain(one)));
      return plain;
    }

    @Override
    public SortedMap<K, V> value(Object plain) {
      SortedMap<K, V> entries = new TreeMap<>();
      ((Map<?, ?>) plain).forEach((name, one) -> entries.put(key.value(name), each.value(one)));
      return entries;
    }
  }

  /**
   * Fields that go by their names.
   *
   * @param of makes the value of the plain fields by name
   * @param notation how the command line writes it; null for its fields between commas
   */
  record Struct<R>(
      List<Field<R, ?>> fields, Function<Map<String, Object>, R> of, @Nullable Notation<R> notation)
      implements FieldType<R> {
    /** One word for all fields, and the way back. */
    public record Notation<R>(Function<R, String> text, Function<String, R> parse) {}

    Struct<R> written(Function<R, String> text, Function<String, R> parse) {
      return new Struct<>(fields, of, new Notation<>(text, parse));
    }

    /** Whether the command line has the first field without its name, as no other is needed. */
    public boolean leads() {
      return fields.getFirst().isNeeded()
          && fields.stream().skip(1).allMatch(field -> field.presence() == Field.Presence.OPTIONAL);
    }

    /** Returns its fields as one word, if they have such a notation. */
    public Optional<String> text(Map<?, ?> plain) {
      return Optional.ofNullable(notation).map(words -> words.text().apply(value(plain)));
    }

    /** Returns the fields of a word, if they have such a notation. */
    public Optional<Map<String, Object>> parse(String text) {
      return Optional.ofNullable(notation).map(words -> plain(words.parse().apply(text)));
    }

    @Override
    public Map<String, Object> plain(R value) {
      Map<String, Object> plain = new LinkedHashMap<>();
      fields.forEach(field -> field.put(value, plain));
      return plain;
    }

    @Override
    @SuppressWarnings("unchecked") // a plain tree has names for keys
    public R value(Object plain) {
      return of.apply((Map<String, Object>) plain);
    }
  }

  static Whole<Integer> whole(String noun, int min, int max) {
    return new Whole<>(noun, min, max, List.of(), Integer::longValue, Math::toIntExact);
  }

  static Whole<Long> longWhole(String noun, long min, long max) {
    return new Whole<>(noun, min, max, List.of(), Long::longValue, Long::valueOf);
  }

  static <A extends Enum<A>> Choice<A> choice(A[] values, Function<A, String> word) {
    return new Choice<>(
        Arrays.stream(values).map(one -> new Choice.Option<>(one, word.apply(one))).toList());
  }

  /** A field that is always there. */
  static <R, A> Field<R, A> field(
      String name, FieldType<A> type, Function<R, ? extends @Nullable A> get, String help) {
    return new Field<>(name, type, get, help, Field.Presence.NEEDED, "");
  }

  static <R> Struct<R> struct(List<Field<R, ?>> fields, Function<Map<String, Object>, R> of) {
    return new Struct<>(fields, of, null);
  }

  /** Makes a record of two fields. */
  static <R, A, B> Struct<R> struct(BiFunction<A, B, R> of, Field<R, A> a, Field<R, B> b) {
    return new Struct<>(List.of(a, b), plain -> of.apply(a.need(plain), b.need(plain)), null);
  }
}
