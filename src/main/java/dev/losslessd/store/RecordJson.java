package dev.losslessd.store;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Key;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.text.Worded;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Records as JSON, by their components: whoever adds a component to a record of the model changes
 * nothing here. Each value has one spelling, and a field that is unknown, missing or given twice is
 * an error. A sealed type is named by its {@code kind}, an enum by its name in lower case, and an
 * empty {@link java.util.Optional} is left out.
 */
final class RecordJson {
  private static final Map<Type, Form> FORMS = new ConcurrentHashMap<>();
  private static final Map<Class<?>, Text<?>> TEXTS = new ConcurrentHashMap<>();

  static {
    text(String.class, text -> text, text -> text);
    text(Instant.class, Instant::toString, Instant::parse);
    text(Duration.class, Duration::toString, Duration::parse);
    text(DeviceId.class, DeviceId::name, DeviceId::new);
    text(PortId.class, PortId::toString, PortId::parse);
    text(Target.class, Target::text, Target::parse);
    text(Key.class, Key::toString, RecordJson::key);
    text(IdempotencyKey.Digest.class, IdempotencyKey.Digest::text, IdempotencyKey.Digest::parse);
  }

  private RecordJson() {}

  /** How the values of one type are written and read. */
  interface Form {
    void write(JsonGenerator out, Object value);

    /**
     * @param in at the first token of the value; at its last one afterwards
     * @throws IllegalArgumentException something else is there
     */
    Object read(JsonParser in);
  }

  /** A type whose values are texts, also as names of fields. */
  private record Text<T>(Class<T> type, Function<T, String> text, Function<String, T> parse)
      implements Form {
    String of(Object value) {
      return text.apply(type.cast(value));
    }

    @Override
    public void write(JsonGenerator out, Object value) {
      out.writeString(of(value));
    }

    @Override
    public T read(JsonParser in) {
      require(in, JsonToken.VALUE_STRING);
      return parse.apply(in.getString());
    }
  }

  private static <T> void text(Class<T> type, Function<T, String> text, Function<String, T> parse) {
    TEXTS.put(type, new Text<>(type, text, parse));
  }

  private static Key key(String text) {
    int space = text.lastIndexOf(' ');
    if (space < 0) {
      throw new IllegalArgumentException("'" + text + "' names no setting of a target");
    }
    return new Key(Target.parse(text.substring(0, space)), kind(text.substring(space + 1)));
  }

  private static SettingKind kind(String word) {
    return SettingKind.ofWord(word)
        .orElseThrow(() -> new IllegalArgumentException("unknown setting '" + word + "'"));
  }

  /** The form of a declared type; found once for each. */
  static Form of(Type type) {
    Form known = FORMS.get(type);
    if (known == null) {
      known = find(type);
      FORMS.putIfAbsent(type, known);
    }
    return known;
  }

  private static Form find(Type type) {
    if (type instanceof ParameterizedType generic) {
      return find((Class<?>) generic.getRawType(), generic.getActualTypeArguments());
    }
    Class<?> plain = (Class<?>) type;
    Text<?> text = text(plain);
    if (text != null) {
      return text;
    }
    if (plain == int.class || plain == Integer.class) {
      return new Whole(true);
    }
    if (plain == long.class || plain == Long.class) {
      return new Whole(false);
    }
    if (plain == boolean.class) {
      return new Flag();
    }
    if (plain == Entry.class) {
      return new EntryForm();
    }
    if (plain == IdempotencyKeys.class) {
      return new Keys();
    }
    if (plain == CommitIndex.class) {
      return new CommitIndex.Json();
    }
    if (Setting.class.isAssignableFrom(plain)) {
      return new SettingForm();
    }
    if (plain.isSealed()) {
      return new SealedForm(plain);
    }
    if (plain.isRecord()) {
      return new RecordForm(plain);
    }
    throw new IllegalStateException("no JSON for " + type);
  }

  private static Form find(Class<?> raw, Type[] of) {
    if (Map.class.isAssignableFrom(raw)) {
      return new MapForm(raw, requireText(of[0]), of[1]);
    }
    if (Collection.class.isAssignableFrom(raw)) {
      return new ListForm(raw, of[0]);
    }
    throw new IllegalStateException("no JSON for " + raw);
  }

  @SuppressWarnings({"unchecked", "rawtypes", "NullAway"}) // null where a type has no text
  private static Text<?> text(Class<?> type) {
    return type.isEnum() ? enumText((Class) type) : TEXTS.get(type);
  }

  private static Text<?> requireText(Type type) {
    Text<?> text = text((Class<?>) type);
    if (text == null) {
      throw new IllegalStateException(type + " is no name of a field");
    }
    return text;
  }

  private static <E extends Enum<E>> Text<E> enumText(Class<E> type) {
    Map<E, String> words = new EnumMap<>(type);
    Map<String, E> values = new LinkedHashMap<>();
    for (E one : type.getEnumConstants()) {
      String word = Worded.of(one);
      words.put(one, word);
      values.put(word, one);
    }
    return new Text<>(
        type,
        one -> Objects.requireNonNull(words.get(one), "every value has a word"),
        word -> {
          E found = values.get(word);
          if (found == null) {
            throw new IllegalArgumentException(
                "'" + word + "', expected one of " + String.join(", ", values.keySet()));
          }
          return found;
        });
  }

  static void require(JsonParser in, JsonToken wanted) {
    JsonToken is = in.currentToken();
    if (is != wanted) {
      throw new IllegalArgumentException(
          "expected " + word(wanted) + ", found " + (is == null ? "the end" : word(is)));
    }
  }

  private static String word(JsonToken token) {
    return token.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private record Whole(boolean narrow) implements Form {
    @Override
    public void write(JsonGenerator out, Object value) {
      out.writeNumber(((Number) value).longValue());
    }

    @Override
    public Object read(JsonParser in) {
      require(in, JsonToken.VALUE_NUMBER_INT);
      return narrow ? (Object) in.getIntValue() : (Object) in.getLongValue();
    }
  }

  private record Flag() implements Form {
    @Override
    public void write(JsonGenerator out, Object value) {
      out.writeBoolean((Boolean) value);
    }

    @Override
    public Object read(JsonParser in) {
      boolean flag = in.currentToken() == JsonToken.VALUE_TRUE;
      if (!flag) {
        require(in, JsonToken.VALUE_FALSE);
      }
      return flag;
    }
  }

  /** As in answers of REST, with the word of its kind. */
  private record SettingForm() implements Form {
    private static final String KIND = "kind";

    @Override
    public void write(JsonGenerator out, Object value) {
      Setting setting = (Setting) value;
      Map<String, Object> plain = new LinkedHashMap<>();
      plain.put(KIND, setting.kind().word());
      plain.putAll(setting.kind().shape().plain(setting));
      PlainJson.write(out, plain);
    }

    @Override
    public Object read(JsonParser in) {
      require(in, JsonToken.START_OBJECT);
      Map<String, Object> plain = PlainJson.object(in);
      SettingKind kind = kind(String.valueOf(plain.remove(KIND)));
      Setting setting = kind.shape().value(plain);
      if (!kind.shape().plain(setting).equals(plain)) {
        throw new IllegalArgumentException(
            plain + " is no " + kind.word() + " as it is written: it reads " + setting.text());
      }
      return setting;
    }
  }

  /** Sets are written in their order, or sorted where they have none. */
  private record ListForm(Class<?> raw, Type each) implements Form {
    @Override
    public void write(JsonGenerator out, Object value) {
      Form form = of(each);
      Collection<?> all = (Collection<?>) value;
      out.writeStartArray();
      if (value instanceof List || value instanceof SortedSet) {
        all.forEach(one -> form.write(out, one));
      } else {
        all.stream().sorted().forEach(one -> form.write(out, one));
      }
      out.writeEndArray();
    }

    @Override
    public Object read(JsonParser in) {
      require(in, JsonToken.START_ARRAY);
      Form form = of(each);
      Collection<Object> all = make();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        if (!all.add(form.read(in))) {
          throw new IllegalArgumentException("a value of a set is there twice");
        }
      }
      return all;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // its numbers are the values that are read
    private Collection<Object> make() {
      if (each == Integer.class && raw == List.class) {
        return (Collection) IntList.of(List.of());
      }
      if (SortedSet.class.isAssignableFrom(raw)) {
        return new TreeSet<>();
      }
      return Set.class.isAssignableFrom(raw) ? new LinkedHashSet<>() : new ArrayList<>();
    }
  }

  /** Sorted by names where the map has no order of its own. */
  private record MapForm(Class<?> raw, Text<?> name, Type each) implements Form {
    @Override
    public void write(JsonGenerator out, Object value) {
      Form form = of(each);
      out.writeStartObject();
      if (value instanceof SortedMap<?, ?> sorted) {
        sorted.forEach((key, one) -> put(out, form, name.of(key), one));
      } else {
        Map<String, Object> sorted = new TreeMap<>();
        ((Map<?, ?>) value).forEach((key, one) -> sorted.put(name.of(key), one));
        sorted.forEach((key, one) -> put(out, form, key, one));
      }
      out.writeEndObject();
    }

    private static void put(JsonGenerator out, Form form, String name, Object one) {
      out.writeName(name);
      form.write(out, one);
    }

    @Override
    public Object read(JsonParser in) {
      require(in, JsonToken.START_OBJECT);
      Form form = of(each);
      Map<Object, Object> all =
          SortedMap.class.isAssignableFrom(raw) ? new TreeMap<>() : new LinkedHashMap<>();
      while (in.nextToken() == JsonToken.PROPERTY_NAME) {
        Object key = name.parse().apply(in.currentName());
        in.nextToken();
        if (all.put(key, form.read(in)) != null) {
          throw new IllegalArgumentException(key + " is there twice");
        }
      }
      return all;
    }
  }

  /** Up to 100,000 keys: a line of text for each, and no list of them. */
  private record Keys() implements Form {
    @Override
    public void write(JsonGenerator out, Object value) {
      IdempotencyKeys keys = (IdempotencyKeys) value;
      out.writeStartArray();
      for (int at = 0; at < keys.size(); at++) {
        out.writeString(keys.text(at));
      }
      out.writeEndArray();
    }

    @Override
    public Object read(JsonParser in) {
      require(in, JsonToken.START_ARRAY);
      IdempotencyKeys keys = new IdempotencyKeys();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        require(in, JsonToken.VALUE_STRING);
        keys.addText(in.getString());
      }
      return keys;
    }
  }
}
