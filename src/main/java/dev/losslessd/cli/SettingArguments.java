package dev.losslessd.cli;

import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Ets;
import dev.losslessd.model.FirmwareConfig;
import dev.losslessd.model.OptionalCounters;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.RoceTos;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.TrafficClass;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The words after {@code set PORT SETTING} as the JSON value of that setting. Whether a device can
 * take the value is the daemon's to say; here only its form is checked.
 */
final class SettingArguments {
  /** For help texts: the words of {@link SettingKind}, which an annotation cannot compute. */
  static final String WORDS =
      "pfc, ets, trust, dscp, headroom, dcqcn, global-pause, mtu,"
          + " max-rate, dcbx, lossless, ecn, ecn-count, pfc-watchdog, roce-tos, traffic-class,"
          + " optional-counters, firmware or rdma-dscp.";

  private SettingArguments() {}

  /**
   * @throws CliException for words that are no such value, with an example of one
   */
  static JsonValue parse(SettingKind kind, List<String> words) {
    try {
      return JsonValue.of(
          switch (kind) {
            case PFC -> Map.of("lossless", priorities(words));
            case ETS -> ets(pairs(words));
            case TRUST -> Map.of("field", choice(words, "dscp", "pcp"));
            case DSCP_MAP -> Map.of("map", dscp(pairs(words)));
            case HEADROOM -> headroom(pairs(words));
            case DCQCN -> dcqcn(pairs(words));
            case GLOBAL_PAUSE -> pause(choice(words, "off", "on", "rx", "tx"));
            case LOSSLESS, ECN_COUNT -> Map.of("priorities", priorities(words));
            case ECN -> Map.of("marking", marking(words));
            case MTU -> Map.of("bytes", small("MTU", only(words)));
            case PFC_WATCHDOG -> watchdog(words);
            case MAX_RATE -> Map.of("kbitPerSecond", RateWords.parse(words));
            case DCBX_MODE -> Map.of("decider", choice(words, "host", "firmware"));
            case ROCE_TOS -> Map.of("tos", new RoceTos(small("TOS", only(words))).tos());
            case TRAFFIC_CLASS -> Map.of("value", trafficClassOfAll(words));
            case OPTIONAL_COUNTERS -> Map.of("on", counters(only(words)));
            case FIRMWARE -> Map.of("values", new FirmwareConfig(pairs(words)).values());
            case RDMA_DSCP -> Map.of("dscp", codePoint(words));
          });
    } catch (IllegalArgumentException e) {
      throw new CliException(
          ExitCode.USAGE, kind.word() + ": " + e.getMessage() + "; e.g. " + example(kind), e);
    }
  }

  /** A value of each, for messages and help. */
  static String example(SettingKind kind) {
    return switch (kind) {
      case PFC -> "pfc 3, pfc 3,4, pfc none";
      case ETS -> "ets tc0=50% tc1=50% tc2=strict ... tc7=strict prio-tc=0,0,0,1,0,0,2,0";
      case TRUST -> "trust dscp";
      case DSCP_MAP -> "dscp 26=3 48=6";
      case HEADROOM -> "headroom prio-buffer=0,0,0,1,0,0,0,0 bytes=130944,196416,0,0,0,0,0,0";
      case DCQCN -> "dcqcn minTimeBetweenCnpsMicros=4 enabled=3";
      case GLOBAL_PAUSE -> "global-pause off";
      case LOSSLESS -> "lossless 3, lossless none";
      case ECN -> "ecn 3=150000,1500000,10 (min bytes, max bytes, percent), ecn off";
      case ECN_COUNT -> "ecn-count 3, ecn-count none";
      case MTU -> "mtu 9216";
      case PFC_WATCHDOG ->
          "pfc-watchdog on, pfc-watchdog on detectMillis=200 restoreMillis=2000 action=drop";
      case MAX_RATE -> "max-rate tc3=40gbit tc0=500mbit, max-rate none";
      case DCBX_MODE -> "dcbx host, dcbx firmware";
      case ROCE_TOS -> "roce-tos 106 (DSCP 26 times 4, and 2)";
      case TRAFFIC_CLASS -> "traffic-class 106, traffic-class none";
      case OPTIONAL_COUNTERS -> "optional-counters cc_rx_ce_pkts,cc_tx_cnp_pkts or none";
      case FIRMWARE -> "firmware CNP_DSCP_P1=48 USER_PROGRAMMABLE_CC=False";
      case RDMA_DSCP -> "rdma-dscp 26, rdma-dscp none";
    };
  }

  private static int trafficClassOfAll(List<String> words) {
    return words.equals(List.of("none"))
        ? TrafficClass.UNSET
        : new TrafficClass(small("traffic class", only(words))).value();
  }

  private static List<String> counters(String text) {
    Set<String> names = text.equals("none") ? Set.of() : Set.of(text.split(","));
    return List.copyOf(OptionalCounters.of(names).on());
  }

  private static List<Integer> priorities(List<String> words) {
    PrioritySet set = PrioritySet.NONE;
    for (String word : words) {
      PrioritySet more = PrioritySet.parse(word.equals("off") ? "none" : word);
      if (words.size() > 1 && more.isEmpty()) {
        throw new IllegalArgumentException("'" + word + "' together with other priorities");
      }
      for (Priority priority : more.priorities()) {
        set = set.with(priority);
      }
    }
    return set.priorities().stream().map(Priority::value).toList();
  }

  private static String choice(List<String> words, String... choices) {
    if (words.size() != 1 || !List.of(choices).contains(words.getFirst())) {
      throw new IllegalArgumentException(
          "'" + String.join(" ", words) + "': expected one of " + String.join(", ", choices));
    }
    return words.getFirst();
  }

  private static String only(List<String> words) {
    if (words.size() != 1) {
      throw new IllegalArgumentException("'" + String.join(" ", words) + "': expected one word");
    }
    return words.getFirst();
  }

  private static List<Integer> codePoint(List<String> words) {
    return words.equals(List.of("none"))
        ? List.of()
        : List.of(Dscp.of(small("DSCP", only(words))).value());
  }

  private static Map<String, Object> marking(List<String> words) {
    Map<String, Object> marking = new LinkedHashMap<>();
    if (words.equals(List.of("off"))) {
      return marking;
    }
    pairs(words)
        .forEach((name, text) -> {
          Priority priority = Priority.of(small("priority", name));
          String[] parts = text.split(",", -1);
          if (parts.length != 3) {
            throw new IllegalArgumentException("'" + text + "': expected MIN,MAX,PERCENT");
          }
          Map<String, Object> one = new LinkedHashMap<>();
          one.put("minBytes", number("minBytes", parts[0]));
          one.put("maxBytes", number("maxBytes", parts[1]));
          one.put("probabilityPercent", number("probabilityPercent", parts[2]));
          if (marking.put(priority.toString(), one) != null) {
            throw new IllegalArgumentException("priority " + priority + " is given twice");
          }
        });
    return marking;
  }

  private static Map<String, Object> watchdog(List<String> words) {
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("on", choice(words.subList(0, Math.min(1, words.size())), "on", "off").equals("on"));
    pairs(words.subList(1, words.size()))
        .forEach((name, text) -> {
          if (!List.of("detectMillis", "restoreMillis", "action").contains(name)) {
            throw new IllegalArgumentException(
                "'" + name + "': expected detectMillis, restoreMillis or action");
          }
          value.put(name, name.equals("action") ? text : number(name, text));
        });
    return value;
  }

  private static Map<String, Object> pause(String word) {
    boolean both = word.equals("on");
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("receive", both || word.equals("rx"));
    value.put("send", both || word.equals("tx"));
    return value;
  }

  static Map<String, String> pairs(List<String> words) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("'" + word + "': expected NAME=VALUE");
      }
      String name = word.substring(0, equals);
      if (pairs.putIfAbsent(name, word.substring(equals + 1)) != null) {
        throw new IllegalArgumentException("'" + name + "' is given twice");
      }
    }
    return pairs;
  }

  private static Map<String, Object> dscp(Map<String, String> pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    pairs.forEach((dscp, priority) -> {
      String key = Dscp.of(small("DSCP", dscp)).toString();
      int value = Priority.of(small("priority", priority)).value();
      if (map.put(key, value) != null) {
        throw new IllegalArgumentException("DSCP " + key + " is given twice");
      }
    });
    return map;
  }

  private static Map<String, Object> ets(Map<String, String> pairs) {
    Map<String, String> rest = new LinkedHashMap<>(pairs);
    List<Object> classes = new ArrayList<>();
    for (int tc = 0; tc < 8; tc++) {
      classes.add(trafficClass(take(rest, "tc" + tc)));
    }
    List<Long> classOfPriority = numbers("prio-tc", take(rest, "prio-tc"));
    requireUsedUp(rest);
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("classes", classes);
    value.put("classOfPriority", classOfPriority);
    return value;
  }

  private static Map<String, Object> trafficClass(String text) {
    Map<String, Object> one = new LinkedHashMap<>();
    if (text.endsWith("%")) {
      one.put("selection", Ets.Selection.ETS.word());
      one.put("bandwidthPercent", number("share", text.substring(0, text.length() - 1)));
      return one;
    }
    String words =
        Arrays.stream(Ets.Selection.values())
            .filter(selection -> selection != Ets.Selection.ETS)
            .map(Ets.Selection::word)
            .collect(Collectors.joining(", "));
    if (text.equals(Ets.Selection.ETS.word()) || !List.of(words.split(", ")).contains(text)) {
      throw new IllegalArgumentException("'" + text + "': expected a share like 50%, or " + words);
    }
    one.put("selection", text);
    one.put("bandwidthPercent", 0);
    return one;
  }

  private static Map<String, Object> headroom(Map<String, String> pairs) {
    Map<String, String> rest = new LinkedHashMap<>(pairs);
    Map<String, Object> value = new LinkedHashMap<>();
    value.put("bufferOfPriority", numbers("prio-buffer", take(rest, "prio-buffer")));
    value.put("bufferBytes", numbers("bytes", take(rest, "bytes")));
    requireUsedUp(rest);
    return value;
  }

  private static Map<String, Object> dcqcn(Map<String, String> pairs) {
    Map<String, Object> value = new LinkedHashMap<>();
    pairs.forEach((name, text) -> {
      if (name.equals("enabled")) {
        value.put(name, priorities(List.of(text)));
      } else {
        value.put(parameter(name).jsonKey(), number(name, text));
      }
    });
    return value;
  }

  private static DcqcnParameter parameter(String name) {
    return DcqcnParameter.ofJsonKey(name)
        .orElseThrow(() ->
            new IllegalArgumentException(
                DcqcnParameter.ofKey(name)
                    .map(p -> "'" + name + "' has a unit: write " + p.jsonKey())
                    .orElse("no parameter '" + name + "': expected enabled or " + parameters())));
  }

  private static String parameters() {
    return Arrays.stream(DcqcnParameter.values())
        .map(DcqcnParameter::jsonKey)
        .collect(Collectors.joining(", "));
  }

  private static String take(Map<String, String> pairs, String name) {
    String value = pairs.remove(name);
    if (value == null) {
      throw new IllegalArgumentException("'" + name + "=' is missing: the value is whole or not");
    }
    return value;
  }

  private static void requireUsedUp(Map<String, String> rest) {
    if (!rest.isEmpty()) {
      throw new IllegalArgumentException("'" + rest.keySet().iterator().next() + "' is unknown");
    }
  }

  private static List<Long> numbers(String name, String text) {
    String[] words = text.split(",", -1);
    if (words.length != Priority.COUNT) {
      throw new IllegalArgumentException(
          name + " has " + words.length + " numbers, expected " + Priority.COUNT);
    }
    return IntStream.range(0, words.length).mapToObj(i -> number(name, words[i])).toList();
  }

  private static int small(String name, String text) {
    long number = number(name, text);
    if (number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(name + " " + text + " is too large");
    }
    return (int) number;
  }

  /** Every value of every setting is a whole number of at most 32 bits. */
  private static long number(String name, String text) {
    if (!text.matches("\\d{1,10}")) {
      throw new IllegalArgumentException(name + " '" + text + "': expected a whole number");
    }
    return Long.parseLong(text);
  }
}
