package dev.losslessd.config;

import dev.losslessd.config.Checked.Fields;
import dev.losslessd.model.Dcqcn;
import dev.losslessd.model.DcqcnParameter;
import dev.losslessd.model.Dscp;
import dev.losslessd.model.Mode;
import dev.losslessd.model.PfcWatchdog;
import dev.losslessd.model.Policy;
import dev.losslessd.model.Priority;
import dev.losslessd.model.PrioritySet;
import dev.losslessd.model.SettingKind;
import dev.losslessd.text.Worded;
import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Checked values as records. Nothing can be wrong any more. */
final class Binder {
  private final String hostName;

  Binder(String hostName) {
    this.hostName = hostName;
  }

  Config bind(Fields root) {
    Fields policy = root.section("policy");
    return new Config(
        Mode.valueOf(text(root, "mode").toUpperCase(Locale.ROOT)),
        root.placeOf("mode").file() + ":" + root.placeOf("mode").line(),
        host(root.section("host")),
        Path.of(text(root, "state")),
        HttpBinder.http(root.section("http")),
        new Config.Poll(
            time(root.section("poll"), "nic"),
            root.section("poll")
                .number("fast")
                .map(micros -> Duration.of(micros, ChronoUnit.MICROS)),
            time(root.section("poll"), "settings"),
            time(root.section("poll"), "deadline"),
            root.section("poll")
                .word("ports")
                .map(word -> Config.PortScope.valueOf(word.toUpperCase(Locale.ROOT)))),
        InputBinder.bind(root.section("input")),
        HttpBinder.metrics(root.section("metrics")),
        new Config.Commit(
            time(root.section("commit"), "confirmWithin"),
            time(root.section("commit"), "deviceDeadline"),
            time(root.section("commit"), "settle"),
            time(root.section("commit"), "returnWithin"),
            WaveLabels.waves(root)),
        policy(policy),
        policy.sectionIfThere("pfcWatchdog").map(Binder::watchdog),
        new PolicyScope(policy.words("ports")),
        new Config.Nics(
            root.section("nics").words("include"),
            root.section("nics").words("exclude"),
            expected(root.section("nics")),
            labels(root.section("nics"))),
        root.list("jumps").stream().map(j -> SwitchBinder.jump((Fields) j)).toList(),
        root.list("switches").stream().map(s -> SwitchBinder.bind((Fields) s)).toList(),
        root.list("links").stream().map(l -> link((Fields) l)).toList(),
        drift(root),
        LimitsBinder.bind(root),
        history(root.section("history")));
  }

  private static SequencedMap<String, Map<String, String>> labels(Fields nics) {
    SequencedMap<String, Map<String, String>> labels = new LinkedHashMap<>();
    nics.section("labels")
        .byName()
        .forEach((glob, of) -> labels.put(glob, SwitchBinder.labels((Fields) of)));
    return labels;
  }

  private static OptionalInt expected(Fields nics) {
    return nics.number("expect").stream().mapToInt(Math::toIntExact).findFirst();
  }

  private static History history(Fields history) {
    return new History(
        number(history, "commits"),
        time(history, "age"),
        history.number("auditFile").orElseThrow(),
        history.word("head").map(Path::of),
        number(history, "idempotencyKeys"),
        time(history, "idempotencyAge"));
  }

  private Config.Host host(Fields host) {
    String kernel = text(host, "kernel");
    return new Config.Host(
        host.word("name").orElse(hostName),
        Path.of(text(host, "root")),
        kernel.equals("native")
            ? Optional.empty()
            : Optional.of(Path.of(kernel.substring("unix:".length()))),
        host.flag("jobEnvironments"));
  }

  static int number(Fields fields, String key) {
    return Math.toIntExact(fields.number(key).orElseThrow());
  }

  private static PfcWatchdog watchdog(Fields w) {
    return new PfcWatchdog(
        true,
        millis(w, "detect"),
        millis(w, "restore"),
        w.word("action").flatMap(one -> Worded.find(PfcWatchdog.Action.class, one)).orElse(null));
  }

  private static @Nullable Integer millis(Fields fields, String key) {
    return fields.number(key).map(micros -> Math.toIntExact(micros / 1000)).orElse(null);
  }

  /** The word alone is the default. */
  private static Config.Drift drift(Fields root) {
    if (!(root.get("drift").orElse(null) instanceof Fields drift)) {
      return new Config.Drift(false, Map.of());
    }
    EnumMap<SettingKind, Boolean> classes = new EnumMap<>(SettingKind.class);
    for (SettingKind kind : SettingKind.values()) {
      drift
          .section("classes")
          .word(kind.word())
          .ifPresent(word -> classes.put(kind, word.equals("repair")));
    }
    return new Config.Drift(text(drift, "default").equals("repair"), classes);
  }

  private static Config.Link link(Fields l) {
    return new Config.Link(text(l, "a"), text(l, "b"), l.number("cable"));
  }

  private static Policy policy(Fields policy) {
    List<Policy.TrafficClass> classes =
        policy.list("classes").stream().map(c -> trafficClass((Fields) c)).toList();
    OptionalInt mtu =
        policy.number("mtu").map(m -> OptionalInt.of(m.intValue())).orElse(OptionalInt.empty());
    return new Policy(classes, policy.get("dcqcn").map(Binder::dcqcn), mtu);
  }

  private static Policy.TrafficClass trafficClass(Fields c) {
    return new Policy.TrafficClass(
        text(c, "name"),
        Priority.of(c.number("priority").orElseThrow().intValue()),
        c.list("dscp").stream().map(d -> Dscp.of((int) ((Checked.Measure) d).value())).toList(),
        c.flag("pfc"),
        text(c, "scheduling").equals("strict"),
        c.number("bandwidth").orElse(0L).intValue(),
        ecn(c),
        c.flag("mark"));
  }

  private static Policy.@Nullable EcnMarking ecn(Fields c) {
    Optional<Fields> ecn = c.sectionIfThere("ecn");
    return ecn.isEmpty()
        ? null
        : new Policy.EcnMarking(
            ecn.get().number("min").orElseThrow(),
            ecn.get().number("max").orElseThrow(),
            ecn.get().number("probability").orElseThrow().intValue());
  }

  /** {@code off} is a wish too: no reaction on any priority. */
  private static Dcqcn dcqcn(Checked value) {
    if (!(value instanceof Fields fields)) {
      return new Dcqcn(PrioritySet.NONE, Map.of());
    }
    Map<DcqcnParameter, Long> values = new EnumMap<>(DcqcnParameter.class);
    for (DcqcnParameter parameter : DcqcnParameter.values()) {
      fields
          .get(parameter.key())
          .ifPresent(v ->
              values.put(
                  parameter,
                  v instanceof Checked.Bool flag
                      ? (flag.on() ? 1L : 0L)
                      : ((Checked.Measure) v).value()));
    }
    return new Dcqcn(enabled(fields), values);
  }

  private static @Nullable PrioritySet enabled(Fields fields) {
    if (fields.get("enabled").isEmpty()) {
      return null;
    }
    PrioritySet set = PrioritySet.NONE;
    for (Checked one : fields.list("enabled")) {
      set = set.with(Priority.of((int) ((Checked.Measure) one).value()));
    }
    return set;
  }

  static String text(Fields fields, String key) {
    return fields.word(key).orElseThrow();
  }

  static Duration time(Fields fields, String key) {
    return Duration.of(fields.number(key).orElseThrow(), ChronoUnit.MICROS);
  }
}
