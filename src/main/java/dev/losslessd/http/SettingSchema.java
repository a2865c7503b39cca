package dev.losslessd.http;

import dev.losslessd.model.Field;
import dev.losslessd.model.Field.Presence;
import dev.losslessd.model.FieldType;
import dev.losslessd.model.FieldType.Choice;
import dev.losslessd.model.FieldType.Entries;
import dev.losslessd.model.FieldType.Flag;
import dev.losslessd.model.FieldType.Row;
import dev.losslessd.model.FieldType.SetOf;
import dev.losslessd.model.FieldType.Struct;
import dev.losslessd.model.FieldType.Text;
import dev.losslessd.model.FieldType.Whole;
import dev.losslessd.text.Fields;

/** JSON schema of a setting, by the types of its fields. */
final class SettingSchema {
  private SettingSchema() {}

  static Fields of(FieldType<?> type) {
    return switch (type) {
      case Flag _ -> type("boolean");
      case Whole<?> whole ->
          type("integer").with("minimum", whole.min()).with("maximum", whole.max());
      case Choice<?> choice -> new Fields().with("enum", choice.words());
      case Text text -> type("string").with("pattern", "^" + text.pattern() + "$");
      case SetOf<?, ?> set ->
          type("array").with("maxItems", set.most()).with("items", of(set.each()));
      case Row<?> row ->
          type("array")
              .with("minItems", Row.SIZE)
              .with("maxItems", Row.SIZE)
              .with("items", of(row.each()));
      case Entries<?, ?> entries -> type("object").with("additionalProperties", of(entries.each()));
      case Struct<?> struct -> struct(struct);
    };
  }

  private static Fields struct(Struct<?> struct) {
    boolean maybe =
        struct.fields().stream().anyMatch(one -> one.presence() == Presence.MAYBE_UNTOLD);
    Fields properties = new Fields();
    for (Field<?, ?> field : struct.fields()) {
      properties.with(field.name(), of(field.type()).withAny("description", field.help()));
    }
    return new Fields()
        .with("type", "object")
        .with("additionalProperties", false)
        .withAny(
            "required", struct.fields().stream().filter(Field::isNeeded).map(Field::name).toList())
        .withAny(
            "description",
            maybe ? "all of them; an answer has none where the device does not tell them" : "")
        .with("properties", properties);
  }

  private static Fields type(String type) {
    return new Fields().with("type", type);
  }
}
