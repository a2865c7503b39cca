package dev.losslessd.cli;

import dev.losslessd.model.SettingKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Values of settings as people read them; a shape that is not known is shown as JSON. */
final class SettingText {
  /** The label of a value that has only one part. */
  private static final String WHOLE = "";

  private SettingText() {}

  /** {@code 3}, {@code 26=3 48=6}; a dash where there is no value. */
  static String text(String word, JsonValue value) {
    if (value.isNothing()) {
      return "-";
    }
    Map<String, String> parts = parts(word, value);
    return parts.isEmpty()
        ? "none"
        : parts.entrySet().stream()
            .map(e -> e.getKey().equals(WHOLE) ? e.getValue() : e.getKey() + "=" + e.getValue())
            .collect(Collectors.joining(" "));
  }

  /** One part that differs. */
  record Difference(String label, String before, String after) {
    String text() {
      return prefix() + before + " -> " + after;
    }

    String prefix() {
      return label.equals(WHOLE) ? "" : label + ": ";
    }
  }

  /** Only what differs: of nineteen DCQCN parameters the one that changes. */
  static List<Difference> differences(String word, JsonValue before, JsonValue after) {
    Map<String, String> was = parts(word, before);
    Map<String, String> is = parts(word, after);
    Set<String> labels = new LinkedHashSet<>(is.keySet());
    labels.addAll(was.keySet());
    List<Difference> differences = new ArrayList<>();
    for (String label : labels) {
      String from = was.getOrDefault(label, "-");
      String to = is.getOrDefault(label, "-");
      if (!from.equals(to)) {
        differences.add(new Difference(label, from, to));
      }
    }
    return differences.isEmpty()
        ? List.of(new Difference(WHOLE, text(word, before), text(word, after)))
        : differences;
  }

  /** Where only some entries are wanted, the others are no difference. */
  static List<Difference> unmet(String word, JsonValue wanted, JsonValue observed) {
    Set<String> asked = parts(word, wanted).keySet();
    List<Difference> unmet =
        differences(word, observed, wanted).stream()
            .filter(difference -> asked.contains(difference.label()))
            .toList();
    return unmet.isEmpty()
        ? List.of(new Difference(WHOLE, text(word, observed), text(word, wanted)))
        : unmet;
  }

  private static Map<String, String> parts(String word, JsonValue value) {
    if (value.isNothing()) {
      return Map.of();
    }
    Map<String, String> parts =
        SettingKind.ofWord(word).map(kind -> parts(kind, value)).orElse(Map.of());
    boolean known =
        !parts.isEmpty() || value.at("map").isObject() || value.at("kbitPerSecond").isList();
    return known ? parts : Map.of(WHOLE, value.isObject() ? Json.compact(value) : value.shown());
  }

  private static Map<String, String> parts(SettingKind kind, JsonValue value) {
    return switch (kind) {
      case PFC -> list("lossless", WHOLE, value);
      case ETS -> ets(value);
      case TRUST -> one(value.at("field"));
      case DSCP_MAP -> texts(value.at("map"));
      case HEADROOM -> headroom(value);
      case DCQCN -> dcqcn(value);
      case GLOBAL_PAUSE -> pause(value);
      case LOSSLESS, ECN_COUNT -> list("priorities", WHOLE, value);
      case ECN -> marking(value.at("marking"));
      case MTU -> one(value.at("bytes"));
      case PFC_WATCHDOG -> watchdog(value);
      case MAX_RATE -> RateWords.parts(value.at("kbitPerSecond"));
      case DCBX_MODE -> one(value.at("decider"));
      case ROCE_TOS -> one(value.at("tos"));
      case TRAFFIC_CLASS -> trafficClass(value.at("value"));
      case OPTIONAL_COUNTERS -> list("on", WHOLE, value);
      case FIRMWARE -> texts(value.at("values"));
      case RDMA_DSCP -> list("dscp", WHOLE, value);
    };
  }

  private static Map<String, String> one(JsonValue scalar) {
    return scalar.isNothing() ? Map.of() : Map.of(WHOLE, scalar.shown());
  }

  private static Map<String, String> watchdog(JsonValue value) {
    Map<String, String> parts = new LinkedHashMap<>();
    if (!value.at("on").isNothing()) {
      parts.put(WHOLE, value.at("on").isTrue() ? "on" : "off");
      for (String name : List.of("detectMillis", "restoreMillis", "action")) {
        if (!value.at(name).isNothing()) {
          parts.put(name, value.at(name).shown());
        }
      }
    }
    return parts;
  }

  private static Map<String, String> trafficClass(JsonValue number) {
    boolean unset = number.number().orElse(0) < 0;
    return unset ? Map.of(WHOLE, "none") : one(number);
  }

  private static Map<String, String> list(String field, String label, JsonValue value) {
    return value.at(field).isList() ? Map.of(label, join(value.at(field))) : Map.of();
  }

  private static Map<String, String> texts(JsonValue object) {
    Map<String, String> texts = new LinkedHashMap<>();
    object.fields().forEach((name, field) -> texts.put(Shown.text(name), field.shown()));
    return texts;
  }

  private static Map<String, String> ets(JsonValue value) {
    Map<String, String> parts = new LinkedHashMap<>();
    int tc = 0;
    for (JsonValue one : value.at("classes").items()) {
      boolean shares = one.at("selection").text().equals("ets");
      parts.put(
          "tc" + tc++,
          shares ? one.at("bandwidthPercent").shown() + "%" : one.at("selection").shown());
    }
    parts.putAll(list("classOfPriority", "prio-tc", value));
    return parts;
  }

  private static Map<String, String> marking(JsonValue queues) {
    if (queues.isObject() && queues.fields().isEmpty()) {
      return Map.of(WHOLE, "off");
    }
    Map<String, String> parts = new LinkedHashMap<>();
    queues
        .fields()
        .forEach((priority, one) ->
            parts.put(
                Shown.text(priority),
                one.at("minBytes").shown()
                    + ","
                    + one.at("maxBytes").shown()
                    + ","
                    + one.at("probabilityPercent").shown()));
    return parts;
  }

  private static Map<String, String> headroom(JsonValue value) {
    Map<String, String> parts = new LinkedHashMap<>(list("bufferOfPriority", "prio-buffer", value));
    int buffer = 0;
    for (JsonValue bytes : value.at("bufferBytes").items()) {
      parts.put("buffer" + buffer++, bytes.shown());
    }
    return parts;
  }

  private static Map<String, String> dcqcn(JsonValue value) {
    Map<String, String> parts = new LinkedHashMap<>(list("enabled", "enabled", value));
    value
        .fields()
        .forEach((name, field) -> {
          if (!name.equals("enabled") && !field.isNothing()) {
            parts.put(Shown.text(name), field.shown());
          }
        });
    return parts;
  }

  private static Map<String, String> pause(JsonValue value) {
    if (value.at("receive").isNothing() || value.at("send").isNothing()) {
      return Map.of();
    }
    boolean receive = value.at("receive").isTrue();
    boolean send = value.at("send").isTrue();
    String text = receive ? (send ? "on" : "rx") : (send ? "tx" : "off");
    return Map.of(WHOLE, text);
  }

  private static String join(JsonValue list) {
    return list.items().isEmpty()
        ? "none"
        : list.items().stream().map(JsonValue::shown).collect(Collectors.joining(","));
  }
}
