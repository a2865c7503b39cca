package dev.losslessd.metrics;

import dev.losslessd.model.Counter;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Name and labels of a port's counter on the project's own page.
 *
 * @param family {@code roce_cnp_sent_total}
 * @param labels name and value in turn
 */
public record SeriesName(String family, List<String> labels) {
  public SeriesName {
    labels = List.copyOf(labels);
  }

  /**
   * Empty for a counter without a meaning.
   *
   * @param onNic whether the port is one of a host
   */
  public static Optional<SeriesName> of(PortId port, Counter counter, boolean onNic) {
    if (counter.signal() == Signal.OTHER) {
      return Optional.empty();
    }
    List<String> labels = new ArrayList<>(10);
    labels.addAll(List.of("device", port.device().name(), "port", port.name()));
    labels.addAll(List.of("end", onNic ? "nic" : "switch"));
    if (counter.direction() != null) {
      labels.addAll(List.of("direction", counter.direction().word()));
    }
    if (counter.priority() != null) {
      labels.addAll(List.of("priority", counter.priority().toString()));
    }
    return Optional.of(new SeriesName(Catalogue.of(counter.signal()).name(), labels));
  }
}
