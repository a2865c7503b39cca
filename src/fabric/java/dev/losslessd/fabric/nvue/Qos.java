package dev.losslessd.fabric.nvue;

import dev.losslessd.fabric.switchbase.CliError;
import dev.losslessd.fabric.switchbase.JsonObject;
import dev.losslessd.fabric.switchbase.SwitchPort;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * QoS settings that run, by profile. Configured ones override the defaults and those that {@code nv
 * set qos roce} makes (Cumulus Linux guides, RoCE and Quality of Service).
 */
final class Qos {
  static final String MTU = "9216";

  private static final String GLOBAL = "default-global";
  private static final List<String> SHARES =
      List.of("12", "13", "12", "13", "12", "13", "12", "13");
  private static final int CLASSES = 8;
  private static final int DSCPS = 64;

  private final NvueConfig runs;
  private final Variant variant;

  Qos(NvueSwitch device) {
    this.runs = device.runs();
    this.variant = device.variant();
  }

  private boolean roce() {
    return runs.has("qos", "roce")
        && runs.value("qos", "roce", variant.roce())
            .filter(variant.roceWord(false)::equals)
            .isEmpty();
  }

  private boolean lossless() {
    return roce() && runs.value("qos", "roce", "mode").filter("lossy"::equals).isEmpty();
  }

  Map<String, Object> port(String kind, SwitchPort port) throws CliError {
    if (kind.equals("pfc-watchdog")) {
      return watchdog(port);
    }
    String profile = runs.value("interface", port.name(), "qos", kind, "profile").orElse(GLOBAL);
    return profile(kind, profile, true);
  }

  /**
   * @param hardware as the packet memory has it, else as it is set
   */
  Map<String, Object> profile(String kind, String profile, boolean hardware) throws CliError {
    return switch (kind) {
      case "pfc" -> pfc(profile);
      case "congestion-control" -> marking(profile, hardware);
      case "egress-scheduler" -> scheduler(profile);
      case "egress-queue-mapping" -> queues();
      case "mapping" -> mapping(profile);
      case "link-pause" -> pause(profile);
      default -> throw new CliError(2, "Error: Invalid Command: qos " + kind);
    };
  }

  private Optional<String> value(String kind, String profile, String... path) {
    String[] at = new String[path.length + 3];
    at[0] = "qos";
    at[1] = kind;
    at[2] = profile;
    System.arraycopy(path, 0, at, 3, path.length);
    return runs.value(at);
  }

  private Map<String, Object> pfc(String profile) {
    Map<String, Object> members = new JsonObject();
    runs.names("qos", "pfc", profile, "switch-priority")
        .forEach(n -> members.put(n, new JsonObject()));
    if (members.isEmpty() && profile.equals(GLOBAL) && lossless()) {
      members.put("3", new JsonObject());
    }
    if (members.isEmpty()) {
      return new JsonObject();
    }
    return JsonObject.of("cable-length", value("pfc", profile, "cable-length").orElse("100"))
        .with("rx", value("pfc", profile, "rx").orElse(variant.state(true)))
        .with("switch-priority", members)
        .with("tx", value("pfc", profile, "tx").orElse(variant.state(true)));
  }

  private Map<String, Object> marking(String profile, boolean hardware) {
    Map<String, Object> classes = new JsonObject();
    for (int n = 0; n < CLASSES; n++) {
      String tc = "" + n;
      boolean begins = profile.equals(GLOBAL) && (n == 0 || (n == 3 && roce()));
      if (begins || runs.has("qos", "congestion-control", profile, "traffic-class", tc)) {
        classes.put(tc, marking(profile, tc, begins, hardware));
      }
    }
    return JsonObject.of("traffic-class", classes);
  }

  private Map<String, Object> marking(String profile, String tc, boolean begins, boolean hardware) {
    String kind = "congestion-control";
    // NVIDIA's guide gives the file of a profile without the word, and has ecn_enable = true in it
    boolean marks = begins || !profile.equals(GLOBAL);
    Map<String, Object> told =
        JsonObject.of(
                "ecn",
                value(kind, profile, "traffic-class", tc, "ecn").orElse(variant.state(marks)))
            .with("max-threshold", threshold(profile, tc, "max-threshold", "1500000", hardware))
            .with("min-threshold", threshold(profile, tc, "min-threshold", "150000", hardware))
            .with(
                "probability",
                value(kind, profile, "traffic-class", tc, "probability").orElse("100"))
            .with(
                "red",
                value(kind, profile, "traffic-class", tc, "red").orElse(variant.state(false)));
    // releases before 5.17 have no such thing
    value(kind, profile, "traffic-class", tc, "mode").ifPresent(mode -> told.put("mode", mode));
    return told;
  }

  private String threshold(
      String profile, String tc, String name, String begins, boolean hardware) {
    String set = value("congestion-control", profile, "traffic-class", tc, name).orElse(begins);
    return hardware ? variant.runs(Long.parseLong(set)) : set + " B";
  }

  /** A class that is left out of a profile gets no share. */
  private Map<String, Object> scheduler(String profile) {
    boolean own = runs.has("qos", "egress-scheduler", profile);
    Map<String, Object> classes = new JsonObject();
    for (int n = 0; n < CLASSES; n++) {
      String tc = "" + n;
      String mode =
          value("egress-scheduler", profile, "traffic-class", tc, "mode")
              .orElse(!own && roce() && n == 6 ? "strict" : "dwrr");
      Map<String, Object> one = JsonObject.of("mode", mode);
      if (mode.equals("dwrr")) {
        String begins = roce() ? (n == 0 || n == 3 ? "50" : "0") : SHARES.get(n);
        one.put(
            "bw-percent",
            value("egress-scheduler", profile, "traffic-class", tc, "bw-percent")
                .orElse(own ? "0" : begins));
      }
      classes.put(tc, one);
    }
    return JsonObject.of("traffic-class", classes);
  }

  private Map<String, Object> queues() {
    Map<String, Object> priorities = new JsonObject();
    for (int n = 0; n < CLASSES; n++) {
      String begins = roce() && n != 3 && n != 6 ? "0" : "" + n;
      String tc =
          value("egress-queue-mapping", GLOBAL, "switch-priority", "" + n, "traffic-class")
              .orElse(begins);
      priorities.put("" + n, JsonObject.of("traffic-class", tc));
    }
    return JsonObject.of("switch-priority", priorities);
  }

  private Map<String, Object> mapping(String profile) {
    String begins = profile.equals(GLOBAL) && roce() ? "both" : "l2";
    String trust = value("mapping", profile, "trust").orElse(begins);
    Map<String, Object> shown = new JsonObject();
    if (trust.equals("l3") || trust.equals("both")) {
      shown.put("dscp", mapped(profile, "dscp", DSCPS, 8));
    }
    if (trust.equals("l2") || trust.equals("both")) {
      shown.put("pcp", mapped(profile, "pcp", CLASSES, 1));
    }
    shown.put("port-default-sp", value("mapping", profile, "port-default-sp").orElse("0"));
    shown.put("trust", trust);
    return shown;
  }

  private Map<String, Object> mapped(String profile, String field, int values, int each) {
    Map<String, Object> all = new JsonObject();
    for (int n = 0; n < values; n++) {
      String to = value("mapping", profile, field, "" + n, "switch-priority").orElse("" + n / each);
      all.put("" + n, JsonObject.of("switch-priority", to));
    }
    return all;
  }

  private Map<String, Object> pause(String profile) {
    String off = variant.state(false);
    return JsonObject.of("rx", value("link-pause", profile, "rx").orElse(off))
        .with("tx", value("link-pause", profile, "tx").orElse(off));
  }

  private Map<String, Object> watchdog(SwitchPort port) {
    Map<String, Object> queues = new JsonObject();
    for (int n = 0; n < CLASSES; n++) {
      queues.put("" + n, JsonObject.of("deadlock-count", "0").with("status", "OK"));
    }
    String state =
        runs.value("interface", port.name(), "qos", "pfc-watchdog", "state")
            .orElse(variant.state(false));
    return JsonObject.of("state", state).with("status", JsonObject.of("traffic-class", queues));
  }
}
