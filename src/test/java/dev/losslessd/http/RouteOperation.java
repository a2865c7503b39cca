package dev.losslessd.http;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.PlanRule;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/**
 * One operation of the document.
 *
 * @param path with parameters in braces
 */
record RouteOperation(String method, String path, JsonNode json) {
  String id() {
    return json.path("operationId").asString();
  }

  boolean isWrite() {
    return !method.equals("GET");
  }

  SettingKind kind() {
    return SettingKind.ofWord(path.substring(path.lastIndexOf('/') + 1)).orElse(SettingKind.PFC);
  }

  boolean isSetting() {
    return path.contains("}/")
        && !path.contains("{name}")
        && SettingKind.ofWord(path.substring(path.lastIndexOf('/') + 1)).isPresent();
  }

  Target target() {
    return path.contains("{port}")
        ? Target.port(Rig.NIC)
        : new Target.Device(new DeviceId("leaf1"));
  }

  /** As {@link #target} has it, with a confirmed commit and a revision. */
  String real() {
    return path.replace("{device}", target().device().name())
        .replace("{port}", Rig.NIC.name())
        .replace("{name}", "leaf1")
        .replace("{id}", "c-000001")
        .replace("{number}", "1");
  }

  static List<RouteOperation> all(JsonNode document) {
    List<RouteOperation> all = new ArrayList<>();
    JsonNode paths = document.path("paths");
    for (String path : paths.propertyNames()) {
      for (String method : paths.path(path).propertyNames()) {
        all.add(
            new RouteOperation(
                method.toUpperCase(Locale.ROOT), path, paths.path(path).path(method)));
      }
    }
    return all;
  }

  /** A path with all that an operator may take upon himself. */
  static String forced(String path) {
    StringBuilder query = new StringBuilder("?acceptScope=true&whileBusy=true");
    PlanRule.waivableIds().forEach(rule -> query.append("&waive=").append(rule).append(":test"));
    return path + query;
  }
}
