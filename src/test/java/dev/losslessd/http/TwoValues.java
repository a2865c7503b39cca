package dev.losslessd.http;

import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Two values of each kind of setting, as JSON: one that is there at first, and another. */
final class TwoValues {
  static final Map<SettingKind, List<String>> ALL = new EnumMap<>(SettingKind.class);

  static {
    String rest = ",{\"selection\":\"ets\",\"bandwidthPercent\":0}".repeat(6);
    String ets =
        "{\"classes\":[{\"selection\":\"ets\",\"bandwidthPercent\":%d},{\"selection\":\"ets\","
            + "\"bandwidthPercent\":%d}"
            + rest
            + "],\"classOfPriority\":[0,0,0,1,0,0,0,0]}";
    String headroom = "{\"bufferOfPriority\":[0,0,0,0,0,0,0,0],\"bufferBytes\":[%d,0,0,0,0,0,0,0]}";
    put(SettingKind.PFC, "{\"lossless\":[]}", "{\"lossless\":[3]}");
    put(SettingKind.ETS, ets.formatted(50, 50), ets.formatted(40, 60));
    put(SettingKind.TRUST, "{\"field\":\"pcp\"}", "{\"field\":\"dscp\"}");
    put(SettingKind.DSCP_MAP, "{\"map\":{\"26\":2}}", "{\"map\":{\"26\":3}}");
    put(SettingKind.HEADROOM, headroom.formatted(131_072), headroom.formatted(262_144));
    put(SettingKind.DCQCN, "{\"cnpDscp\":48}", "{\"cnpDscp\":46}");
    put(
        SettingKind.GLOBAL_PAUSE,
        "{\"receive\":false,\"send\":false}",
        "{\"receive\":true,\"send\":true}");
    put(SettingKind.LOSSLESS, "{\"priorities\":[]}", "{\"priorities\":[3]}");
    put(
        SettingKind.ECN,
        "{\"marking\":{}}",
        "{\"marking\":{\"3\":{\"minBytes\":150000,\"maxBytes\":1500000,\"probabilityPercent\":20}}}");
    put(SettingKind.ECN_COUNT, "{\"priorities\":[]}", "{\"priorities\":[3]}");
    put(SettingKind.MTU, "{\"bytes\":1500}", "{\"bytes\":9216}");
    put(SettingKind.PFC_WATCHDOG, "{\"on\":false}", "{\"on\":true}");
    put(
        SettingKind.MAX_RATE,
        "{\"kbitPerSecond\":[0,0,0,0,0,0,0,0]}",
        "{\"kbitPerSecond\":[0,0,0,40000000,0,0,0,0]}");
    put(SettingKind.DCBX_MODE, "{\"decider\":\"firmware\"}", "{\"decider\":\"host\"}");
    put(SettingKind.ROCE_TOS, "{\"tos\":0}", "{\"tos\":104}");
    put(SettingKind.TRAFFIC_CLASS, "{\"value\":-1}", "{\"value\":96}");
    put(SettingKind.OPTIONAL_COUNTERS, "{\"on\":[]}", "{\"on\":[\"cc_rx_ce_pkts\"]}");
    put(
        SettingKind.FIRMWARE,
        "{\"values\":{\"ROCE_CONTROL\":\"1\"}}",
        "{\"values\":{\"ROCE_CONTROL\":\"2\"}}");
    put(SettingKind.RDMA_DSCP, "{\"dscp\":[]}", "{\"dscp\":[26]}");
  }

  private static void put(SettingKind kind, String first, String second) {
    ALL.put(kind, List.of(first, second));
  }

  private TwoValues() {}

  static List<String> of(SettingKind kind) {
    return Objects.requireNonNull(ALL.get(kind));
  }

  static Setting setting(SettingKind kind, String json) {
    FieldErrors errors = new FieldErrors();
    Setting value =
        SettingReader.read(kind, Json.parse(json.getBytes(StandardCharsets.UTF_8)), "", errors)
            .orElseThrow(() -> new AssertionError(kind + ": " + errors.all()));
    return value;
  }
}
