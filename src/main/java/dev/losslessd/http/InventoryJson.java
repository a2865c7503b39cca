package dev.losslessd.http;

import dev.losslessd.metrics.SeriesName;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Finding;
import dev.losslessd.model.FirmwareEntry;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Sweep;
import dev.losslessd.text.Fields;
import dev.losslessd.text.Worded;
import dev.losslessd.watch.DeviceReport.DrivenNic;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** NICs, counters and findings as JSON. */
final class InventoryJson {
  private InventoryJson() {}

  static Fields nic(DrivenNic driven) {
    return driven.nic().document().with("driver", driven.driver());
  }

  /**
   * @param onNic whether its port is one of a host
   */
  static Fields sweep(Sweep sweep, boolean onNic) {
    return new Fields()
        .with("port", sweep.port())
        .with("at", Instant.ofEpochMilli(sweep.atMillis()))
        .with(
            "values",
            IntStream.range(0, sweep.schema().size())
                .mapToObj(column -> column(sweep, column, onNic))
                .toList());
  }

  static Fields finding(Finding finding) {
    return Fields.of(finding).with("rule", finding.rule().id());
  }

  static Fields firmware(FirmwareEntry entry) {
    return new Fields()
        .with("name", entry.name())
        .with("default", entry.usual())
        .with("current", entry.current())
        .with("next", entry.next())
        .with("waits", entry.waits())
        .with("readOnly", entry.readOnly());
  }

  /** A counter of the fast set. */
  static Fields counter(Counter counter) {
    return meaning(counter).with("unit", unit(counter));
  }

  private static Fields meaning(Counter counter) {
    Direction direction = counter.direction();
    return new Fields()
        .with("name", counter.rawName())
        .with("signal", Worded.of(counter.signal()))
        .with("direction", direction == null ? null : direction.word());
  }

  private static Fields column(Sweep sweep, int column, boolean onNic) {
    Counter counter = sweep.schema().counters().get(column);
    Priority priority = counter.priority();
    Fields json =
        meaning(counter)
            .with("priority", priority == null ? null : priority.value())
            .with("source", counter.origin().word());
    putName(json, sweep.port(), counter, onNic);
    return sweep.has(column)
        ? json.with("raw", unsigned(sweep.value(column)))
        : json.with("missing", Worded.of(sweep.missing(column)));
  }

  /** Writes the number's name on the Prometheus page, or why it has none. */
  private static void putName(Fields json, PortId port, Counter counter, boolean onNic) {
    Optional<SeriesName> series = SeriesName.of(port, counter, onNic);
    if (series.isEmpty()) {
      json.with("notMapped", counter.whyNot().isEmpty() ? Counter.UNKNOWN : counter.whyNot());
      return;
    }
    Fields labels = new Fields();
    List<String> pairs = series.get().labels();
    for (int n = 0; n < pairs.size(); n += 2) {
      labels.with(pairs.get(n), pairs.get(n + 1));
    }
    json.with("metric", series.get().family()).with("labels", labels).with("unit", unit(counter));
  }

  /** Unit of the raw number; the page converts microseconds and words to base units. */
  private static String unit(Counter counter) {
    String unit = Worded.of(counter.signal().unit());
    return counter.factor() == 1 ? unit : counter.factor() + " " + unit;
  }

  static BigInteger unsigned(long value) {
    return new BigInteger(Long.toUnsignedString(value));
  }
}
