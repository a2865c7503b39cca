package dev.losslessd.config;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.config.Row.In;
import dev.losslessd.config.Row.Is;
import dev.losslessd.config.Row.Keys;
import dev.losslessd.config.Row.Name;
import dev.losslessd.config.Row.OneOf;
import dev.losslessd.config.Row.Or;
import dev.losslessd.config.Row.PlaceOf;
import dev.losslessd.config.Row.Reload;
import dev.losslessd.config.Row.Restart;
import dev.losslessd.config.Row.Usual;
import dev.losslessd.config.Shape.Amount;
import dev.losslessd.config.Shape.Key;
import dev.losslessd.config.Shape.Presence;
import dev.losslessd.config.Shape.Section;
import dev.losslessd.text.Worded;
import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Sections of the file as records: each component is a key, with a {@link Row} of its own. */
final class Sections {
  private static final Set<Class<?>> MAY_BE_EMPTY =
      Set.of(Optional.class, OptionalInt.class, List.class, Map.class, SequencedMap.class);

  /** Kept, as each of them parses its annotations once. */
  private static final Map<Class<?>, RecordComponent[]> COMPONENTS = new ConcurrentHashMap<>();

  private Sections() {}

  private static Stream<RecordComponent> components(Class<?> record) {
    return Stream.of(COMPONENTS.computeIfAbsent(record, Class::getRecordComponents));
  }

  /** The keys of a record, in the order of its components. */
  static Section of(Class<?> record) {
    return new Section(
        components(record)
            .filter(one -> !one.isAnnotationPresent(PlaceOf.class))
            .map(Sections::key)
            .toList());
  }

  /** A record of checked values: nothing can be wrong any more. */
  static <R> R bind(Class<R> record, Fields fields) {
    return make(record, one -> value(one, fields));
  }

  private static <R> R make(Class<R> record, Function<RecordComponent, Object> value) {
    try {
      Class<?>[] types = components(record).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Constructor<R> constructor = record.getDeclaredConstructor(types);
      return constructor.newInstance(components(record).map(value).toArray());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a checked section is no " + record.getSimpleName(), e);
    }
  }

  /** All defaults of a section. */
  static <R> R usual(Class<R> record) {
    Node nothing = new Node.Mapping(List.of(), Place.start("defaults"));
    return bind(record, new Checker(new ArrayList<>()).section(nothing, of(record)).orElseThrow());
  }

  /** A copy of a record with another component. */
  @SuppressWarnings("unchecked") // the class of a record is that of its type
  static <R extends Record> R with(R record, String name, Object value) {
    return make(
        (Class<R>) record.getClass(), one -> one.getName().equals(name) ? value : get(one, record));
  }

  private static Object get(RecordComponent one, Object record) {
    try {
      return one.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(one + " is a component of a record", e);
    }
  }

  private static Key key(RecordComponent one) {
    Optional<String> reload = text(one, Reload.class, Reload::value);
    Optional<String> restart = text(one, Restart.class, Restart::value);
    String help =
        reload
            .or(() -> restart)
            .or(() -> text(one, Keys.class, Keys::value))
            .orElseThrow(() -> new IllegalStateException(one + " says not how it is changed"));
    Optional<String> usual = text(one, Usual.class, Usual::value);
    Shape shape = shape(one);
    return new Key(
        name(one),
        shape,
        usual.orElse(""),
        help,
        presence(one, shape instanceof Section),
        restart.isPresent());
  }

  private static Presence presence(RecordComponent one, boolean section) {
    if (one.getType() == Optional.class && section) {
      return Presence.OPTIONAL;
    }
    boolean always = one.isAnnotationPresent(Usual.class) || one.isAnnotationPresent(Keys.class);
    return always || MAY_BE_EMPTY.contains(one.getType()) ? Presence.USUAL : Presence.REQUIRED;
  }

  private static String name(RecordComponent one) {
    return text(one, Name.class, Name::value).orElseGet(one::getName);
  }

  private static <A extends Annotation> Optional<String> text(
      RecordComponent one, Class<A> type, Function<A, String> value) {
    return Optional.ofNullable(one.getAnnotation(type)).map(value);
  }

  private static Shape shape(RecordComponent one) {
    Shape shape = shape(one.getGenericType(), one);
    return text(one, Or.class, Or::value)
        .<Shape>map(word -> new Shape.WordOr(word, shape))
        .orElse(shape);
  }

  private static Shape shape(Type type, RecordComponent one) {
    if (type instanceof ParameterizedType generic) {
      Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      Class<?> raw = (Class<?>) generic.getRawType();
      if (raw == Optional.class) {
        return shape(last, one);
      }
      if (raw == List.class) {
        Shape item = shape(last, one);
        return last == ListenAddress.class ? new Shape.OneOrMany(item) : new Shape.Many(item);
      }
      return raw == SequencedMap.class ? LeafType.PORT_LABELS : LeafType.LABELS;
    }
    Class<?> plain = (Class<?>) type;
    Is form = one.getAnnotation(Is.class);
    OneOf words = one.getAnnotation(OneOf.class);
    In range = one.getAnnotation(In.class);
    LeafType leaf = LeafType.of(plain);
    if (form != null) {
      return form.value().words();
    } else if (words != null) {
      return new Shape.Choice(List.of(words.value()));
    } else if (range != null) {
      return amount(plain, range.value());
    } else if (leaf != null) {
      return leaf.shape();
    } else if (plain.isEnum()) {
      return new Shape.Choice(Stream.of(plain.getEnumConstants()).map(Sections::word).toList());
    }
    return plain == boolean.class ? new Shape.Flag() : of(plain);
  }

  /** Numbers whose units are minutes and metres are told apart by the type of the value. */
  private static Amount amount(Class<?> type, String range) {
    String min = range.substring(0, range.indexOf(".."));
    String max = range.substring(min.length() + 2);
    return Stream.of(Quantity.values())
        .filter(one -> one.isTime() == (type == Duration.class) && one.measures(max))
        .findFirst()
        .map(one -> new Amount(one, one.of(min), one.of(max)))
        .orElseThrow(() -> new IllegalStateException("no range: " + range));
  }

  /** The word of a constant: {@code global-pause}. */
  private static String word(Object constant) {
    return Worded.of((Enum<?>) constant);
  }

  private static Object value(RecordComponent one, Fields fields) {
    PlaceOf place = one.getAnnotation(PlaceOf.class);
    if (place != null) {
      Place at = fields.placeOf(place.value());
      return at.file() + ":" + at.line();
    }
    Checked checked = fields.get(name(one)).orElse(null);
    Or or = one.getAnnotation(Or.class);
    boolean isWord =
        or != null && checked instanceof Checked.Word word && word.text().equals(or.value());
    return value(one.getGenericType(), isWord ? null : checked);
  }

  private static Object value(Type type, @Nullable Checked checked) {
    if (type instanceof ParameterizedType generic) {
      Type last = generic.getActualTypeArguments()[generic.getActualTypeArguments().length - 1];
      Class<?> raw = (Class<?>) generic.getRawType();
      if (raw == Optional.class) {
        return Optional.ofNullable(checked).map(there -> value(last, there));
      }
      if (raw == List.class) {
        return checked == null
            ? List.of()
            : ((Checked.Items) checked).all().stream().map(item -> value(last, item)).toList();
      }
      Map<String, Object> named =
          raw == SequencedMap.class ? new LinkedHashMap<>() : new TreeMap<>();
      if (checked != null) {
        ((Fields) checked).byName().forEach((name, each) -> named.put(name, value(last, each)));
      }
      return named;
    }
    if (type == OptionalInt.class) {
      return checked == null ? OptionalInt.empty() : OptionalInt.of((int) checked.number());
    }
    return plain((Class<?>) type, Objects.requireNonNull(checked));
  }

  private static Object plain(Class<?> type, Checked checked) {
    LeafType leaf = LeafType.of(type);
    if (leaf != null) {
      return leaf.make().apply(checked);
    }
    return switch (checked) {
      case Fields fields -> bind(type, fields);
      case Checked.Bool flag -> flag.on();
      case Checked.Measure number when type == Duration.class ->
          Duration.of(number.value(), ChronoUnit.MICROS);
      case Checked.Measure number when type == int.class -> Math.toIntExact(number.value());
      case Checked.Measure number -> number.value();
      case Checked.Word word when type.isEnum() ->
          Stream.of(type.getEnumConstants())
              .filter(one -> word(one).equals(word.text()))
              .findFirst()
              .orElseThrow();
      case Checked.Word word -> word.text();
      case Checked.Items items -> throw new IllegalStateException("a list is no " + type);
    };
  }
}
