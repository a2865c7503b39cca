package dev.losslessd.metrics;

import dev.losslessd.model.Health;
import dev.losslessd.model.Nic;
import dev.losslessd.model.OptionalCounters;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What other exporters tell of this host besides counters.
 *
 * @param ports each of its ports
 * @param counters each optional counter of a port that is on, as {@code @counter}
 * @param host the host alone, with its {@code @failures}
 */
record ForeignFacts(List<PortFacts> ports, List<PortFacts> counters, PortFacts host) {
  ForeignFacts {
    ports = List.copyOf(ports);
    counters = List.copyOf(counters);
  }

  static ForeignFacts of(Facts now) {
    Map<PortId, OptionalCounters> on = on(now);
    Set<PortId> own = new HashSet<>();
    List<PortFacts> ports = new ArrayList<>();
    List<PortFacts> counters = new ArrayList<>();
    for (Nic nic : now.nics()) {
      PortFacts port = PortFacts.of(nic);
      own.add(nic.port());
      ports.add(port);
      on.getOrDefault(nic.port(), OptionalCounters.NONE)
          .on()
          .forEach(name -> counters.add(port.with("counter", name)));
    }
    long failures =
        now.health().stream()
            .filter(one -> own.contains(one.port()))
            .mapToLong(Health::failures)
            .sum();
    return new ForeignFacts(
        ports, counters, new PortFacts(Map.of("failures", Long.toString(failures))));
  }

  private static Map<PortId, OptionalCounters> on(Facts now) {
    Map<PortId, OptionalCounters> on = new HashMap<>();
    now.observations()
        .forEach(one -> {
          if (one.observed().target() instanceof Target.Port port
              && one.observed().inForce(SettingKind.OPTIONAL_COUNTERS).orElse(null)
                  instanceof OptionalCounters counters) {
            on.put(port.id(), counters);
          }
        });
    return on;
  }

  List<PortFacts> all(FactRow.Of of) {
    return switch (of) {
      case FACT -> ports;
      case OPTIONAL -> counters;
      case HOST -> List.of(host);
    };
  }
}
