package dev.losslessd.store;

import dev.losslessd.model.Field;
import dev.losslessd.model.FieldType;
import dev.losslessd.model.FieldType.Choice;
import dev.losslessd.model.FieldType.Choice.Option;
import dev.losslessd.model.FieldType.Entries;
import dev.losslessd.model.FieldType.Flag;
import dev.losslessd.model.FieldType.Row;
import dev.losslessd.model.FieldType.SetOf;
import dev.losslessd.model.FieldType.Struct;
import dev.losslessd.model.FieldType.Text;
import dev.losslessd.model.FieldType.Whole;
import dev.losslessd.model.SettingShape;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * Plain fields of settings as bytes, in the widths that their types declare. What is absent is a
 * number of all ones, zero where that is no value, or a name without letters.
 */
final class FieldBytes {
  private static final long ALL_ONES = -1;

  private FieldBytes() {}

  static void write(DataOutputStream out, SettingShape<?> shape, Map<?, ?> plain)
      throws IOException {
    if (!shape.struct().byRow()) {
      write(out, shape.firstFields(), plain);
      return;
    }
    for (int i = 0; i < Row.SIZE; i++) {
      for (Field<?, ?> field : shape.struct().fields()) {
        write(out, each(field), ((List<?>) valueOf(plain, field)).get(i));
      }
    }
  }

  static Map<String, Object> read(DataInputStream in, SettingShape<?> shape) throws IOException {
    if (!shape.struct().byRow()) {
      return read(in, shape.firstFields());
    }
    Map<String, List<Object>> rows = new LinkedHashMap<>();
    for (int i = 0; i < Row.SIZE; i++) {
      for (Field<?, ?> field : shape.struct().fields()) {
        rows.computeIfAbsent(field.name(), _ -> new ArrayList<>()).add(read(in, each(field)));
      }
    }
    return new LinkedHashMap<>(rows);
  }

  static void write(DataOutputStream out, List<? extends Field<?, ?>> fields, Map<?, ?> plain)
      throws IOException {
    List<Field<?, ?>> tagged = new ArrayList<>();
    for (Field<?, ?> field : fields) {
      Object value = plain.get(field.name());
      if (!field.tag().isEmpty()) {
        if (value != null) {
          tagged.add(field);
        }
      } else if (field.isNeeded()) {
        write(out, field.type(), valueOf(plain, field));
      } else if (field.type() instanceof Choice<?> choice) {
        out.writeUTF(value == null ? "" : choice.option(o -> o.word().equals(value)).name());
      } else {
        long number = value == null ? absent(field.type()) : number(field.type(), value);
        number(out, width(field), number);
      }
    }
    if (hasTags(fields)) {
      out.writeByte(tagged.size());
      for (Field<?, ?> field : tagged) {
        out.writeUTF(field.tag());
        write(out, field.type(), valueOf(plain, field));
      }
    }
  }

  static Map<String, Object> read(DataInputStream in, List<? extends Field<?, ?>> fields)
      throws IOException {
    Map<String, Object> plain = new LinkedHashMap<>();
    for (Field<?, ?> field : fields) {
      if (field.tag().isEmpty()) {
        Object value = field.isNeeded() ? read(in, field.type()) : readOptional(in, field);
        if (value != null) {
          plain.put(field.name(), value);
        }
      }
    }
    for (int left = hasTags(fields) ? in.readUnsignedByte() : 0; left > 0; left--) {
      String tag = in.readUTF();
      Field<?, ?> field =
          fields.stream()
              .filter(one -> one.tag().equals(tag))
              .findFirst()
              .orElseThrow(() -> new IOException("unknown field " + tag));
      plain.put(field.name(), read(in, field.type()));
    }
    return plain;
  }

  private static @Nullable Object readOptional(DataInputStream in, Field<?, ?> field)
      throws IOException {
    if (field.type() instanceof Choice<?> choice) {
      String name = in.readUTF();
      return name.isEmpty() ? null : choice.option(one -> one.name().equals(name)).word();
    }
    long number = number(in, width(field), true);
    return number == absent(field.type()) ? null : value(field.type(), number);
  }

  private static boolean hasTags(List<? extends Field<?, ?>> fields) {
    return fields.stream().anyMatch(field -> !field.tag().isEmpty());
  }

  /** Zero where that is no value, else all ones. */
  private static long absent(FieldType<?> type) {
    return type instanceof Whole<?> whole && whole.min() > 0 ? 0 : ALL_ONES;
  }

  private static void write(DataOutputStream out, FieldType<?> type, Object value)
      throws IOException {
    switch (type) {
      case Flag _ -> out.writeBoolean((Boolean) value);
      case Text _ -> out.writeUTF((String) value);
      case Whole<?> whole -> number(out, whole.bytes(), number(whole, value));
      case Choice<?> choice -> {
        Option<?> option = choice.option(one -> one.word().equals(value));
        if (choice.isCoded()) {
          out.writeByte(option.code());
        } else {
          out.writeUTF(option.name());
        }
      }
      case SetOf<?, ?> set -> {
        if (set.packing() != SetOf.Packing.COUNTED) {
          out.writeByte((int) number(set, value));
          return;
        }
        out.writeShort(((List<?>) value).size());
        for (Object one : (List<?>) value) {
          write(out, set.each(), one);
        }
      }
      case Row<?> row -> {
        for (Object one : (List<?>) value) {
          write(out, row.each(), one);
        }
      }
      case Entries<?, ?> entries -> {
        Map<?, ?> map = (Map<?, ?>) value;
        number(out, entries.countBytes(), map.size());
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          write(out, entries.key(), entry.getKey());
          write(out, entries.each(), entry.getValue());
        }
      }
      case Struct<?> struct -> write(out, struct.fields(), (Map<?, ?>) value);
    }
  }

  private static Object read(DataInputStream in, FieldType<?> type) throws IOException {
    return switch (type) {
      case Flag _ -> in.readBoolean();
      case Text _ -> in.readUTF();
      case Whole<?> whole -> number(in, whole.bytes(), whole.min() < 0);
      case Choice<?> choice -> {
        if (choice.isCoded()) {
          int code = in.readUnsignedByte();
          yield choice.option(one -> one.code() == code).word();
        }
        String name = in.readUTF();
        yield choice.option(one -> one.name().equals(name)).word();
      }
      case SetOf<?, ?> set ->
          switch (set.packing()) {
            case MASK -> value(set, in.readUnsignedByte());
            case AT_MOST_ONE -> value(set, in.readByte());
            case COUNTED -> values(in, set.each(), in.readUnsignedShort());
          };
      case Row<?> row -> values(in, row.each(), Row.SIZE);
      case Entries<?, ?> entries -> {
        Map<String, Object> map = new LinkedHashMap<>();
        for (long left = number(in, entries.countBytes(), false); left > 0; left--) {
          map.put(read(in, entries.key()).toString(), read(in, entries.each()));
        }
        yield map;
      }
      case Struct<?> struct -> read(in, struct.fields());
    };
  }

  private static List<Object> values(DataInputStream in, FieldType<?> type, int count)
      throws IOException {
    List<Object> values = new ArrayList<>();
    for (int left = count; left > 0; left--) {
      values.add(read(in, type));
    }
    return values;
  }

  /** The one number that stands for a value. */
  private static long number(FieldType<?> type, Object value) {
    return switch (type) {
      case Whole<?> _ -> value instanceof Long number ? number : Long.parseLong(value.toString());
      case SetOf<?, ?> set when set.packing() == SetOf.Packing.MASK -> {
        long mask = 0;
        for (Object bit : (List<?>) value) {
          mask |= 1L << (Long) bit;
        }
        yield mask;
      }
      case SetOf<?, ?> _ ->
          ((List<?>) value).stream().mapToLong(Long.class::cast).findFirst().orElse(ALL_ONES);
      default -> throw new IllegalArgumentException("no single number: " + type);
    };
  }

  private static Object value(FieldType<?> type, long number) {
    return switch (type) {
      case SetOf<?, ?> set when set.packing() == SetOf.Packing.MASK ->
          LongStream.range(0, Long.SIZE).filter(bit -> (number & 1L << bit) != 0).boxed().toList();
      case SetOf<?, ?> _ -> number == ALL_ONES ? List.of() : List.of(number);
      default -> number;
    };
  }

  /** A mask that may be absent is a byte wider, as all of its bits are in use. */
  private static int width(Field<?, ?> field) {
    return field.type() instanceof Whole<?> whole ? whole.bytes() : 2;
  }

  private static FieldType<?> each(Field<?, ?> field) {
    return ((Row<?>) field.type()).each();
  }

  private static Object valueOf(Map<?, ?> plain, Field<?, ?> field) {
    return Objects.requireNonNull(plain.get(field.name()), field.name());
  }

  private static void number(DataOutputStream out, int bytes, long number) throws IOException {
    switch (bytes) {
      case 1 -> out.writeByte((int) number);
      case 2 -> out.writeShort((int) number);
      case 4 -> out.writeInt((int) number);
      default -> out.writeLong(number);
    }
  }

  private static long number(DataInputStream in, int bytes, boolean signed) throws IOException {
    return switch (bytes) {
      case 1 -> signed ? in.readByte() : in.readUnsignedByte();
      case 2 -> signed ? in.readShort() : in.readUnsignedShort();
      case 4 -> in.readInt();
      default -> in.readLong();
    };
  }
}
