package dev.losslessd.http;

import dev.losslessd.model.Finding;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Setting;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.text.Fields;
import dev.losslessd.text.Pattern;
import dev.losslessd.text.Worded;
import dev.losslessd.watch.Drift;
import dev.losslessd.watch.DriftBook;
import dev.losslessd.watch.Judgement;
import dev.losslessd.watch.Moment;
import dev.losslessd.watch.Readings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;

/** Routes for findings and drift. */
record FindingRoutes(Readings readings, Judgement judgement) {
  private static final String SEVERITY = "severity";
  private static final String RULE = "rule";
  static final String SETTING = "setting";
  static final List<String> SETTINGS =
      Arrays.stream(SettingKind.values()).map(SettingKind::word).toList();

  List<Route> routes() {
    return List.of(
        Route.list("/api/v1/drift", "Settings that are not as wanted", "DriftList", this::drift)
            .bySetting(),
        Route.list(
                "/api/v1/findings",
                "What is wrong, and what to do; worst first",
                "Findings",
                this::findings)
            .choice(SEVERITY, "only those of this severity", Worded.all(Finding.Severity.class))
            .query(RULE, "string", "only those of this rule: drift")
            .byPort()
            .pages("as next was"));
  }

  static boolean takes(ListFilter filter, Key key) {
    return filter.takes(key.target()) && filter.takes(SETTING, key.kind().word());
  }

  private HttpReply findings(HttpCall call) {
    ListFilter filter = ListFilter.of(call.query());
    return new NamedPage<Finding, String>(FindingRoutes::order, Function.identity())
        .answer(
            call.query(),
            judgement.findings().stream()
                .filter(one -> filter.takes(SEVERITY, one.severity().word()))
                .filter(one -> filter.takes(RULE, one.rule().id()))
                .filter(one -> takes(filter, one.subject())),
            InventoryJson::finding);
  }

  /** Worst first, then by subject, as the board has them. */
  private static String order(Finding one) {
    int urgency = Finding.Severity.values().length - one.severity().ordinal();
    return urgency + " " + one.subject() + " " + one.rule().id();
  }

  /** A subject is a target, a target's setting, or both ends of a link. */
  private static boolean takes(ListFilter filter, String subject) {
    return Stream.of(Pattern.of(" <-> ").split(subject)).anyMatch(end -> takesEnd(filter, end));
  }

  private static boolean takesEnd(ListFilter filter, String end) {
    try {
      return filter.takes(Target.parse(end.split(" ")[0]));
    } catch (IllegalArgumentException e) {
      return filter.takesAll();
    }
  }

  /** Only what was read and differs; what could not be read is no drift, it is in the port. */
  private HttpReply drift(HttpCall call) {
    ListFilter filter = ListFilter.of(call.query());
    SortedMap<Key, Fields> found = new TreeMap<>();
    int unknown = 0;
    Moment moment = readings.moment();
    var effective = moment.expected().intent().effective();
    for (Key key : effective.keySet()) {
      unknown += SettingStateJson.isUnknown(moment.known(key.target()), key) ? 1 : 0;
    }
    for (Drift.Difference one : Drift.in(moment)) {
      if (takes(filter, one.key())) {
        found.put(one.key(), drift(one, moment));
      }
    }
    Fields body = new Fields().with("wanted", effective.size()).with("unknown", unknown);
    return bySetting().answer(call.query(), body, found.entrySet().stream(), Map.Entry::getValue);
  }

  /** A page of settings that were made into JSON already. */
  static NamedPage<Map.Entry<Key, Fields>, Key> bySetting() {
    return new NamedPage<>(Map.Entry::getKey, FindingRoutes::key);
  }

  /** A setting of a cursor: {@code gpu01:ens1f0np0 pfc}. */
  static Key key(String text) {
    String[] parts = text.split(" ", -1);
    Optional<SettingKind> kind =
        parts.length == 2 ? SettingKind.ofWord(parts[1]) : Optional.empty();
    return new Key(
        Target.parse(parts[0]),
        kind.orElseThrow(() ->
            new IllegalArgumentException(
                "'" + text + "': expected a target and a setting like gpu01:ens1f0np0 pfc")));
  }

  private Fields drift(Drift.Difference one, Moment moment) {
    Key key = one.key();
    Setting wanted = Objects.requireNonNull(moment.expected().settings().get(key));
    Observation seen = moment.known(key.target()).orElseThrow();
    Optional<DriftBook.Fact> fact = judgement.drift(key);
    // the watch knows when it began; without it, at the latest when it was seen
    return PlanJson.key(key)
        .with("wanted", SettingJson.write(wanted))
        .withAny("observed", seen.observed().inForce(key.kind()).map(SettingJson::write))
        .with("message", InSync.of(wanted, one.observed()).message())
        .with("since", fact.map(DriftBook.Fact::since).orElse(seen.at()))
        .with("writer", fact.map(DriftBook.Fact::writer).orElse(DriftBook.UNKNOWN));
  }
}
