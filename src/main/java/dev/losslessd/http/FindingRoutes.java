package dev.losslessd.http;

import dev.losslessd.commit.CommitEngine;
import dev.losslessd.model.Key;
import dev.losslessd.model.Observation;
import dev.losslessd.model.Reading;
import dev.losslessd.model.Setting;
import dev.losslessd.watch.DriftBook;
import dev.losslessd.watch.Judgement;
import dev.losslessd.watch.Readings;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Routes for findings and drift. */
final class FindingRoutes {
  private final CommitEngine commitEngine;
  private final Readings readings;
  private final Judgement judgement;

  FindingRoutes(CommitEngine commitEngine, Readings readings, Judgement judgement) {
    this.commitEngine = commitEngine;
    this.readings = readings;
    this.judgement = judgement;
  }

  List<Route> routes() {
    return List.of(
        Route.list("/api/v1/drift", "Settings that are not as wanted", "DriftList", this::drift),
        Route.list(
            "/api/v1/findings", "What is wrong, and what to do", "Findings", this::findings));
  }

  private HttpReply findings(HttpCall call) {
    ArrayNode items = Json.array();
    judgement.findings().forEach(finding -> items.add(InventoryJson.finding(finding)));
    return HttpReply.items(items);
  }

  /** Only what was read and differs; what could not be read is no drift, it is in the port. */
  private HttpReply drift(HttpCall call) {
    ArrayNode items = Json.array();
    int unknown = 0;
    var effective = commitEngine.intent().effective();
    for (var one : effective.entrySet()) {
      Key key = one.getKey();
      Optional<Observation> seen = readings.seen(key.target());
      unknown += SettingStateJson.isUnknown(seen, key) ? 1 : 0;
      seen.flatMap(is -> drift(key, one.getValue(), is)).ifPresent(items::add);
    }
    ObjectNode json = Json.object().put("wanted", effective.size()).put("unknown", unknown);
    return HttpReply.ok(json.set("items", items));
  }

  private Optional<ObjectNode> drift(Key key, Setting wanted, Observation seen) {
    Reading reading = seen.observed().reading(key.kind());
    InSync inSync = InSync.of(wanted, reading);
    boolean onItsWay = reading instanceof Reading.Staged staged && staged.comes(wanted);
    if (inSync.verdict() != InSync.Verdict.FALSE || onItsWay) {
      return Optional.empty();
    }
    ObjectNode json = PlanJson.key(key);
    json.set("wanted", SettingJson.write(wanted));
    seen.observed()
        .inForce(key.kind())
        .ifPresent(is -> json.set("observed", SettingJson.write(is)));
    Optional<DriftBook.Fact> fact = judgement.drift(key);
    // the watch knows when it began; without it, at the latest when it was seen
    Instant since = fact.map(DriftBook.Fact::since).orElse(seen.at());
    String writer = fact.map(DriftBook.Fact::writer).orElse(DriftBook.UNKNOWN);
    return Optional.of(
        json.put("message", inSync.message()).put("since", since.toString()).put("writer", writer));
  }
}
