package dev.losslessd.http;

import dev.losslessd.metrics.SeriesName;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.model.Nic;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Sweep;
import dev.losslessd.watch.DeviceReport.DrivenNic;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** NICs, counters and findings as JSON. */
final class InventoryJson {
  private InventoryJson() {}

  static ObjectNode nic(DrivenNic driven) {
    Nic nic = driven.nic();
    ObjectNode json =
        Json.object()
            .put("port", nic.port().toString())
            .put("rdmaDevice", nic.rdmaDevice())
            .put("rdmaPort", nic.rdmaPort())
            .put("pciAddress", nic.pciAddress());
    putOrNull(json, "numaNode", nic.numaNode());
    json.put("kernelDriver", nic.kernelDriver())
        .put("driverVersion", nic.words().driverVersion())
        .put("firmware", nic.firmware())
        .put("model", nic.model())
        .put("mac", nic.mac())
        .put("role", PlanJson.word(nic.role()))
        .put("linkLayer", PlanJson.word(nic.linkLayer()))
        .put("protocol", PlanJson.word(nic.protocol()))
        .put("state", nic.state());
    if (nic.rateMbps() > 0) {
      json.put("rateMbps", nic.rateMbps());
    } else {
      json.putNull("rateMbps");
    }
    putOrNull(json, "roceV2Index", nic.roceV2Index());
    ArrayNode gids = json.putArray("gids");
    nic.gids()
        .forEach(gid ->
            gids.addObject()
                .put("index", gid.index())
                .put("value", gid.value())
                .put("type", gid.type())
                .put("netdev", gid.netdev()));
    return json.put("driver", driven.driver());
  }

  /**
   * @param onNic whether its port is one of a host
   */
  static ObjectNode sweep(Sweep sweep, boolean onNic) {
    ObjectNode json =
        Json.object()
            .put("port", sweep.port().toString())
            .put("at", Instant.ofEpochMilli(sweep.atMillis()).toString());
    ArrayNode values = json.putArray("values");
    for (int column = 0; column < sweep.schema().size(); column++) {
      values.add(column(sweep, column, onNic));
    }
    return json;
  }

  static ObjectNode finding(Finding finding) {
    return Json.object()
        .put("rule", finding.rule().id())
        .put("severity", PlanJson.word(finding.severity()))
        .put("subject", finding.subject())
        .put("message", finding.message())
        .put("advice", finding.advice())
        .put("since", finding.since().toString());
  }

  static ObjectNode firmware(FirmwareEntry entry) {
    return Json.object()
        .put("name", entry.name())
        .put("default", entry.usual())
        .put("current", entry.current())
        .put("next", entry.next())
        .put("waits", entry.waits())
        .put("readOnly", entry.readOnly());
  }

  /** A counter of the fast set. */
  static ObjectNode counter(Counter counter) {
    return meaning(counter).put("unit", unit(counter));
  }

  private static ObjectNode meaning(Counter counter) {
    Direction direction = counter.direction();
    return Json.object()
        .put("name", counter.rawName())
        .put("signal", PlanJson.word(counter.signal()))
        .put("direction", direction == null ? null : direction.word());
  }

  private static ObjectNode column(Sweep sweep, int column, boolean onNic) {
    Counter counter = sweep.schema().counters().get(column);
    ObjectNode json = meaning(counter);
    Priority priority = counter.priority();
    json.put("priority", priority == null ? null : priority.value());
    putName(json, sweep.port(), counter, onNic);
    return sweep.has(column)
        ? json.put("raw", unsigned(sweep.value(column)))
        : json.put("missing", PlanJson.word(sweep.missing(column)));
  }

  /** Writes the number's source and its name on the Prometheus page, or why it has none. */
  private static void putName(ObjectNode json, PortId port, Counter counter, boolean onNic) {
    json.put("source", counter.origin().word());
    Optional<SeriesName> series = SeriesName.of(port, counter, onNic);
    if (series.isEmpty()) {
      json.put("notMapped", counter.whyNot().isEmpty() ? Counter.UNKNOWN : counter.whyNot());
      return;
    }
    json.put("metric", series.get().family());
    ObjectNode labels = json.putObject("labels");
    List<String> pairs = series.get().labels();
    for (int n = 0; n < pairs.size(); n += 2) {
      labels.put(pairs.get(n), pairs.get(n + 1));
    }
    json.put("unit", unit(counter));
  }

  /** Unit of the raw number; the page converts microseconds and words to base units. */
  private static String unit(Counter counter) {
    String unit = PlanJson.word(counter.signal().unit());
    return counter.factor() == 1 ? unit : counter.factor() + " " + unit;
  }

  static BigInteger unsigned(long value) {
    return new BigInteger(Long.toUnsignedString(value));
  }

  static void putOrNull(ObjectNode json, String name, OptionalInt value) {
    if (value.isPresent()) {
      json.put(name, value.getAsInt());
    } else {
      json.putNull(name);
    }
  }
}
