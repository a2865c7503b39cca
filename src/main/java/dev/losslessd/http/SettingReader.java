package dev.losslessd.http;

import dev.losslessd.model.DcbxMode;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.DscpMap;
import dev.losslessd.model.Ecn;
import dev.losslessd.model.EcnCount;
import dev.losslessd.model.Ets;
import dev.losslessd.model.FirmwareConfig;
import dev.losslessd.model.GlobalPause;
import dev.losslessd.model.Headroom;
import dev.losslessd.model.Lossless;
import dev.losslessd.model.MaxRate;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.OptionalCounters;
import dev.losslessd.model.Pfc;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.RdmaDscp;
import dev.losslessd.model.RoceTos;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.TrafficClass;
import dev.losslessd.model.Trust;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Reads settings from JSON. Every wrong field is reported; a setting results only if none is. */
final class SettingReader {
  private static final int CLASSES = 8;
  private static final long LARGEST_BUFFER = 0xffff_ffffL;
  private static final int MOST_COUNTERS = 64;

  private final JsonObjectReader fields;
  private final FieldErrors errors;

  private SettingReader(JsonObjectReader fields, FieldErrors errors) {
    this.fields = fields;
    this.errors = errors;
  }

  /**
   * @param at path of the value in the body, empty for the body itself
   * @param errors gets what is wrong
   */
  static Optional<Setting> read(SettingKind kind, JsonNode value, String at, FieldErrors errors) {
    FieldErrors own = new FieldErrors();
    JsonObjectReader fields = JsonObjectReader.of(value, at, own);
    Optional<Setting> setting = new SettingReader(fields, own).read(kind);
    fields.end();
    own.all().forEach(error -> errors.add(error.field(), error.message()));
    return own.isEmpty() ? setting : Optional.empty();
  }

  private Optional<Setting> read(SettingKind kind) {
    return switch (kind) {
      case PFC -> fields.need("lossless").flatMap(v -> priorities(v, "lossless")).map(Pfc::new);
      case ETS -> ets();
      case TRUST -> trust();
      case DSCP_MAP -> dscpMap();
      case HEADROOM -> headroom();
      case DCQCN -> dcqcn();
      case GLOBAL_PAUSE -> globalPause();
      case LOSSLESS ->
          fields.need("priorities").flatMap(v -> priorities(v, "priorities")).map(Lossless::new);
      case ECN -> ecn();
      case ECN_COUNT ->
          fields.need("priorities").flatMap(v -> priorities(v, "priorities")).map(EcnCount::new);
      case MTU -> small("bytes", Mtu.SMALLEST, Mtu.LARGEST, Mtu::new);
      case PFC_WATCHDOG -> watchdog();
      case MAX_RATE ->
          fields.needWholes("kbitPerSecond", MaxRate.CLASSES, 0, MaxRate.LARGEST).map(MaxRate::new);
      case DCBX_MODE -> dcbxMode();
      case ROCE_TOS -> small("tos", 0, RoceTos.LARGEST, RoceTos::new);
      case TRAFFIC_CLASS ->
          small("value", TrafficClass.UNSET, TrafficClass.LARGEST, TrafficClass::new);
      case OPTIONAL_COUNTERS -> optionalCounters();
      case FIRMWARE -> firmware();
      case RDMA_DSCP -> rdmaDscp();
    };
  }

  private Optional<PrioritySet> priorities(JsonNode value, String name) {
    String path = fields.path(name);
    return fields
        .elements(value, path, 0, Priority.COUNT)
        .flatMap(list -> fields.wholes(list, path, 0, 7))
        .flatMap(list -> set(list, path));
  }

  private Optional<PrioritySet> set(List<Long> numbers, String path) {
    PrioritySet set = PrioritySet.NONE;
    for (long number : numbers) {
      Priority priority = Priority.of((int) number);
      if (set.contains(priority)) {
        errors.add(path, "names priority " + number + " twice");
        return Optional.empty();
      }
      set = set.with(priority);
    }
    return Optional.of(set);
  }

  private Optional<Setting> ets() {
    List<Ets.Selection> selection = new ArrayList<>();
    List<Integer> share = new ArrayList<>();
    List<JsonNode> classes =
        fields.needElements("classes", CLASSES, CLASSES).orElse(List.<JsonNode>of());
    for (int tc = 0; tc < classes.size(); tc++) {
      JsonObjectReader one =
          JsonObjectReader.of(classes.get(tc), fields.path("classes[" + tc + "]"), errors);
      selection(one).ifPresent(selection::add);
      one.needWhole("bandwidthPercent", 0, 100).ifPresent(percent -> share.add((int) percent));
      one.end();
    }
    Optional<List<Integer>> classOf = numbers("classOfPriority");
    return selection.size() == CLASSES && share.size() == CLASSES
        ? classOf.map(of -> new Ets(selection, share, of))
        : Optional.empty();
  }

  private Optional<Ets.Selection> selection(JsonObjectReader one) {
    Optional<String> word = one.needText("selection");
    Optional<Ets.Selection> known =
        word.flatMap(text ->
            Arrays.stream(Ets.Selection.values()).filter(s -> s.word().equals(text)).findAny());
    if (word.isPresent() && known.isEmpty()) {
      List<String> words = Arrays.stream(Ets.Selection.values()).map(Ets.Selection::word).toList();
      wrongWord(one.path("selection"), word.get(), words);
    }
    return known;
  }

  private Optional<Setting> trust() {
    return fields
        .needText("field")
        .flatMap(word ->
            switch (word) {
              case "pcp" -> Optional.of(new Trust(Trust.Field.PCP));
              case "dscp" -> Optional.of(new Trust(Trust.Field.DSCP));
              default -> {
                wrongWord(fields.path("field"), word, List.of("pcp", "dscp"));
                yield Optional.empty();
              }
            });
  }

  private Optional<Setting> rdmaDscp() {
    String path = fields.path("dscp");
    return fields
        .needElements("dscp", 0, 1)
        .flatMap(list -> fields.wholes(list, path, 0, 63))
        .map(
            list -> list.isEmpty() ? RdmaDscp.NONE : RdmaDscp.of(Math.toIntExact(list.getFirst())));
  }

  private Optional<Setting> dcbxMode() {
    return fields
        .needText("decider")
        .flatMap(word -> {
          for (DcbxMode mode : List.of(DcbxMode.HOST, DcbxMode.FIRMWARE)) {
            if (mode.text().equals(word)) {
              return Optional.of(mode);
            }
          }
          wrongWord(fields.path("decider"), word, List.of("host", "firmware"));
          return Optional.empty();
        });
  }

  private void wrongWord(String path, String word, List<String> valid) {
    errors.add(
        path, "is '" + Json.cut(word, 60) + "', expected one of " + String.join(", ", valid));
  }

  private Optional<Setting> dscpMap() {
    Optional<JsonNode> value = fields.need("map");
    if (value.isEmpty()) {
      return Optional.empty();
    }
    JsonObjectReader map = JsonObjectReader.of(value.get(), fields.path("map"), errors);
    Map<Dscp, Priority> entries = new TreeMap<>();
    for (String name : map.names()) {
      Optional<Dscp> dscp = dscp(name);
      if (dscp.isEmpty()) {
        errors.add(map.path(Json.cut(name, 60)), "is no DSCP, expected a whole number of 0..63");
        map.take(name);
        continue;
      }
      map.needWhole(name, 0, 7)
          .ifPresent(priority -> entries.put(dscp.get(), Priority.of((int) priority)));
    }
    return Optional.of(DscpMap.of(entries));
  }

  /** One spelling per code point: {@code 026} and {@code 26} would be two keys for one. */
  private static Optional<Dscp> dscp(String name) {
    return name.matches("0|[1-9][0-9]?") && Integer.parseInt(name) <= 63
        ? Optional.of(Dscp.of(Integer.parseInt(name)))
        : Optional.empty();
  }

  private Optional<Setting> ecn() {
    Optional<JsonNode> value = fields.need("marking");
    if (value.isEmpty()) {
      return Optional.empty();
    }
    JsonObjectReader queues = JsonObjectReader.of(value.get(), fields.path("marking"), errors);
    Map<Priority, Ecn.Marking> marking = new TreeMap<>();
    for (String name : queues.names()) {
      Optional<JsonNode> queue = queues.take(name);
      if (!name.matches("[0-7]") || queue.isEmpty()) {
        errors.add(
            queues.path(Json.cut(name, 60)), "is no priority, expected a whole number of 0..7");
        continue;
      }
      JsonObjectReader one = JsonObjectReader.of(queue.get(), queues.path(name), errors);
      marking(one).ifPresent(m -> marking.put(Priority.of(Integer.parseInt(name)), m));
      one.end();
    }
    return Optional.of(Ecn.of(marking));
  }

  private Optional<Ecn.Marking> marking(JsonObjectReader one) {
    OptionalLong min = one.needWhole("minBytes", 0, LARGEST_BUFFER);
    OptionalLong max = one.needWhole("maxBytes", 0, LARGEST_BUFFER);
    OptionalLong percent = one.needWhole("probabilityPercent", 0, 100);
    if (min.isEmpty() || max.isEmpty() || percent.isEmpty()) {
      return Optional.empty();
    }
    if (max.getAsLong() < min.getAsLong()) {
      errors.add(
          one.path("maxBytes"),
          "is " + max.getAsLong() + ", expected at least minBytes " + min.getAsLong());
      return Optional.empty();
    }
    return Optional.of(
        new Ecn.Marking(min.getAsLong(), max.getAsLong(), (int) percent.getAsLong()));
  }

  private Optional<Setting> small(
      String name, int min, int max, IntFunction<? extends Setting> of) {
    OptionalLong number = fields.needWhole(name, min, max);
    return number.isPresent() ? Optional.of(of.apply((int) number.getAsLong())) : Optional.empty();
  }

  private Optional<Setting> watchdog() {
    Optional<Boolean> on = fields.needFlag("on");
    @Nullable Integer detect = millis("detectMillis");
    @Nullable Integer restore = millis("restoreMillis");
    Optional<String> word = fields.text("action");
    Optional<PfcWatchdog.Action> action = word.flatMap(PfcWatchdog.Action::ofWord);
    if (word.isPresent() && action.isEmpty()) {
      wrongWord(
          fields.path("action"),
          word.get(),
          Arrays.stream(PfcWatchdog.Action.values()).map(PfcWatchdog.Action::word).toList());
    }
    boolean values = detect != null || restore != null || action.isPresent();
    if (values && on.filter(is -> !is).isPresent()) {
      errors.add(fields.path("on"), "is false, expected true together with times or an action");
      return Optional.empty();
    }
    return on.map(is -> new PfcWatchdog(is, detect, restore, action.orElse(null)));
  }

  private @Nullable Integer millis(String name) {
    OptionalLong millis =
        fields
            .take(name)
            .map(json -> fields.whole(json, fields.path(name), 1, PfcWatchdog.LONGEST_MILLIS))
            .orElse(OptionalLong.empty());
    return millis.isPresent() ? (Integer) (int) millis.getAsLong() : null;
  }

  private Optional<Setting> optionalCounters() {
    List<JsonNode> names = fields.needElements("on", 0, MOST_COUNTERS).orElse(List.<JsonNode>of());
    Set<String> on = new TreeSet<>();
    for (int n = 0; n < names.size(); n++) {
      String path = fields.path("on[" + n + "]");
      Optional<String> name = fields.text(names.get(n), path);
      if (name.isPresent() && !OptionalCounters.NAME.matcher(name.get()).matches()) {
        errors.add(
            path, "is '" + Json.cut(name.get(), 60) + "', expected a name like cc_rx_ce_pkts");
      } else {
        name.ifPresent(on::add);
      }
    }
    return on.size() == names.size() ? Optional.of(OptionalCounters.of(on)) : Optional.empty();
  }

  private Optional<Setting> firmware() {
    Optional<JsonNode> value = fields.need("values");
    if (value.isEmpty()) {
      return Optional.empty();
    }
    JsonObjectReader entries = JsonObjectReader.of(value.get(), fields.path("values"), errors);
    Map<String, String> values = new TreeMap<>();
    for (String name : entries.names()) {
      Optional<String> text = entries.needText(name);
      boolean fits =
          FirmwareConfig.NAME.matcher(name).matches()
              && text.filter(t -> FirmwareConfig.VALUE.matcher(t).matches()).isPresent();
      if (fits) {
        values.put(name, text.get());
      } else if (text.isPresent()) {
        errors.add(
            entries.path(Json.cut(name, 60)),
            "is '" + Json.cut(text.get(), 60) + "', expected an entry like CNP_DSCP_P1: \"48\"");
      }
    }
    return Optional.of(new FirmwareConfig(values));
  }

  private Optional<Setting> headroom() {
    Optional<List<Integer>> buffers = numbers("bufferOfPriority");
    Optional<List<Long>> bytes = fields.needWholes("bufferBytes", 8, 0, LARGEST_BUFFER);
    return buffers.flatMap(of -> bytes.map(sizes -> new Headroom(of, sizes)));
  }

  private Optional<List<Integer>> numbers(String name) {
    return fields
        .needWholes(name, Priority.COUNT, 0, 7)
        .map(list -> list.stream().map(Long::intValue).toList());
  }

  private Optional<Setting> dcqcn() {
    Optional<PrioritySet> enabled =
        fields.take("enabled").flatMap(value -> priorities(value, "enabled"));
    Map<DcqcnParameter, Long> values = new EnumMap<>(DcqcnParameter.class);
    for (DcqcnParameter one : DcqcnParameter.values()) {
      OptionalLong value =
          fields
              .take(one.jsonKey())
              .map(json -> fields.whole(json, fields.path(one.jsonKey()), one.min(), one.max()))
              .orElse(OptionalLong.empty());
      value.ifPresent(number -> values.put(one, number));
    }
    return Optional.of(new Dcqcn(enabled.orElse(null), values));
  }

  private Optional<Setting> globalPause() {
    Optional<Boolean> receive = fields.needFlag("receive");
    Optional<Boolean> send = fields.needFlag("send");
    return receive.flatMap(rx -> send.map(tx -> new GlobalPause(rx, tx)));
  }
}
