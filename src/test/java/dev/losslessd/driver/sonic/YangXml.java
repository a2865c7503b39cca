package dev.losslessd.driver.sonic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * CONFIG_DB in the shape of its YANG models, as XML: there all values are texts, as they are in the
 * database.
 */
final class YangXml {
  private final YangModels models;

  YangXml(YangModels models) {
    this.models = models;
  }

  /**
   * Elements side by side, one for each module.
   *
   * @throws IllegalArgumentException for a row that no list has the keys for
   */
  String text(ObjectNode db) {
    Map<String, StringBuilder> modules = new TreeMap<>();
    db.properties()
        .forEach(table ->
            models
                .table(table.getKey())
                .ifPresent(model ->
                    modules
                        .computeIfAbsent(
                            model.module() + " xmlns=\"" + model.namespace() + "\"",
                            _ -> new StringBuilder())
                        .append(table(table.getKey(), model, table.getValue()))));
    StringBuilder all = new StringBuilder();
    modules.forEach((open, text) -> all.append(element(open, text.toString())).append('\n'));
    return all.toString();
  }

  private static String table(String name, YangModels.Table model, JsonNode rows) {
    StringBuilder text = new StringBuilder();
    rows.properties()
        .forEach(row -> {
          Set<String> fixed = model.fixed().get(row.getKey());
          text.append(
              fixed != null
                  ? element(row.getKey(), fields(row.getValue(), fixed))
                  : row(name, model, row.getKey(), row.getValue()));
        });
    return element(name, text.toString());
  }

  private static String row(String table, YangModels.Table model, String key, JsonNode fields) {
    List<String> parts = List.of(key.split("\\|", -1));
    YangModels.Rows rows =
        model.lists().stream()
            .filter(one -> one.keys().size() == parts.size())
            .findFirst()
            .orElseThrow(
                () -> new IllegalArgumentException(table + "|" + key + ": no list has such keys"));
    StringBuilder text = new StringBuilder();
    for (int n = 0; n < parts.size(); n++) {
      text.append(element(rows.keys().get(n), escaped(parts.get(n))));
    }
    Optional<YangModels.Cells> cells = rows.cells();
    text.append(cells.isPresent() ? cells(cells.get(), fields) : fields(fields, rows.leafLists()));
    return element(rows.name(), text.toString());
  }

  private static String cells(YangModels.Cells model, JsonNode fields) {
    StringBuilder text = new StringBuilder();
    fields
        .properties()
        .forEach(field ->
            text.append(
                element(
                    model.name(),
                    element(model.key(), escaped(field.getKey()))
                        + element(model.value(), escaped(field.getValue().asString())))));
    return text.toString();
  }

  /** A field of several values has them in an array, or one after the other between commas. */
  private static String fields(JsonNode fields, Set<String> leafLists) {
    StringBuilder text = new StringBuilder();
    fields
        .properties()
        .forEach(field -> {
          String name = field.getKey().replaceFirst("@$", "");
          if (name.equals("NULL")) {
            return; // redis has no empty hash: this field stands for none
          }
          List<String> values = new ArrayList<>();
          if (field.getValue().isArray()) {
            field.getValue().forEach(one -> values.add(one.asString()));
          } else if (leafLists.contains(name)) {
            values.addAll(List.of(field.getValue().asString().split(",")));
          } else {
            values.add(field.getValue().asString());
          }
          values.forEach(value -> text.append(element(name, escaped(value))));
        });
    return text.toString();
  }

  private static String element(String open, String text) {
    return "<" + open + ">" + text + "</" + open.replaceFirst(" .*", "") + ">";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
