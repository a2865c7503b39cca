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
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** JSON schema of a setting, by the types of its fields. */
final class SettingSchema {
  private SettingSchema() {}

  static ObjectNode of(FieldType<?> type) {
    return switch (type) {
      case Flag _ -> type("boolean");
      case Whole<?> whole ->
          type("integer").put("minimum", whole.min()).put("maximum", whole.max());
      case Choice<?> choice -> {
        ObjectNode json = Json.object();
        choice.words().forEach(json.putArray("enum")::add);
        yield json;
      }
      case Text text -> type("string").put("pattern", "^" + text.pattern() + "$");
      case SetOf<?, ?> set ->
          type("array").put("maxItems", set.most()).set("items", of(set.each()));
      case Row<?> row ->
          type("array")
              .put("minItems", Row.SIZE)
              .put("maxItems", Row.SIZE)
              .set("items", of(row.each()));
      case Entries<?, ?> entries -> type("object").set("additionalProperties", of(entries.each()));
      case Struct<?> struct -> struct(struct);
    };
  }

  private static ObjectNode struct(Struct<?> struct) {
    ObjectNode json = type("object").put("additionalProperties", false);
    List<String> needed =
        struct.fields().stream().filter(Field::isNeeded).map(Field::name).toList();
    if (!needed.isEmpty()) {
      ArrayNode required = json.putArray("required");
      needed.forEach(required::add);
    }
    if (struct.fields().stream().anyMatch(one -> one.presence() == Presence.MAYBE_UNTOLD)) {
      json.put(
          "description", "all of them; an answer has none where the device does not tell them");
    }
    ObjectNode properties = json.putObject("properties");
    for (Field<?, ?> field : struct.fields()) {
      ObjectNode one = of(field.type());
      properties.set(
          field.name(), field.help().isEmpty() ? one : one.put("description", field.help()));
    }
    return json;
  }

  private static ObjectNode type(String type) {
    return Json.object().put("type", type);
  }
}
