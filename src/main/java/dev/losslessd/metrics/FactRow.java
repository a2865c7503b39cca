package dev.losslessd.metrics;

import java.util.List;

/**
 * One line of a {@link NameTable} that is about no counter.
 *
 * @param of subject of the fact
 * @param value template of the value
 * @param labels name and template in turn
 */
record FactRow(Of of, String value, String family, String type, List<String> labels, String help) {
  /** The subject of a fact. */
  enum Of {
    /** Each port of this host. */
    FACT,
    /** Each optional counter of a port. */
    OPTIONAL,
    /** This host as a whole. */
    HOST
  }

  FactRow {
    labels = List.copyOf(labels);
  }

  /** A port that lacks one of the facts has no such series; a family without one is not there. */
  void write(Text text, ForeignFacts facts) {
    boolean begun = false;
    for (PortFacts port : facts.all(of)) {
      var number = port.fill(value, null);
      var filled = port.fill(labels, null);
      if (number.isPresent() && filled.isPresent()) {
        if (!begun) {
          text.family(family, type, help);
          begun = true;
        }
        text.sample(number.get(), filled.get().toArray(String[]::new));
      }
    }
  }
}
