package dev.losslessd.http;

import dev.losslessd.model.Setting;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Settings as JSON; {@link SettingReader} is the way back. */
final class SettingJson {
  private SettingJson() {}

  static ObjectNode write(Setting setting) {
    return object(setting.kind().shape().plain(setting));
  }

  private static ObjectNode object(Map<?, ?> fields) {
    ObjectNode json = Json.object();
    fields.forEach((name, value) -> json.set(name.toString(), node(value)));
    return json;
  }

  private static JsonNode node(Object plain) {
    return switch (plain) {
      case Map<?, ?> fields -> object(fields);
      case List<?> list -> {
        ArrayNode array = Json.array();
        list.forEach(one -> array.add(node(one)));
        yield array;
      }
      case Long number -> JsonNodeFactory.instance.numberNode(number);
      case Boolean flag -> JsonNodeFactory.instance.booleanNode(flag);
      default -> JsonNodeFactory.instance.stringNode(plain.toString());
    };
  }
}
