package dev.losslessd.metrics;

import java.util.List;

/**
 * One line of a {@link NameTable} that is about no counter: a fact of each NIC port.
 *
 * @param value template of the value
 * @param labels name and template in turn
 */
record FactRow(String value, String family, String type, List<String> labels, String help) {
  FactRow {
    labels = List.copyOf(labels);
  }

  /** A port that lacks one of the facts has no such series; a family without one is not there. */
  void write(Text text, List<PortFacts> ports) {
    boolean begun = false;
    for (PortFacts port : ports) {
      var number = port.fill(value, null);
      var filled = port.fill(labels, null);
      if (number.isPresent() && filled.isPresent()) {
        if (!begun) {
          text.family(family, type, help);
          begun = true;
        }
        text.sample(family, number.get(), filled.get().toArray(String[]::new));
      }
    }
  }
}
