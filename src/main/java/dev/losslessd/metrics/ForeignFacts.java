package dev.losslessd.metrics;

import dev.losslessd.model.Health;
import dev.losslessd.model.Nic;
import dev.losslessd.model.OptionalCounters;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

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

  /**
   * What of it changes while the ports are the same.
   *
   * @param on optional counters of each port that has some on
   * @param failures sweeps of these ports that failed
   */
  record Live(Map<PortId, OptionalCounters> on, long failures) {
    Live {
      on = Map.copyOf(on);
    }

    static Live of(Facts now) {
      Set<PortId> own = now.nics().stream().map(Nic::port).collect(Collectors.toSet());
      long failures =
          now.health().stream()
              .filter(one -> own.contains(one.port()))
              .mapToLong(Health::failures)
              .sum();
      return new Live(ForeignFacts.on(now), failures);
    }
  }

  static ForeignFacts of(List<Nic> nics, Live live) {
    List<PortFacts> ports = new ArrayList<>();
    List<PortFacts> counters = new ArrayList<>();
    for (Nic nic : nics) {
      PortFacts port = PortFacts.of(nic);
      ports.add(port);
      live.on()
          .getOrDefault(nic.port(), OptionalCounters.NONE)
          .on()
          .forEach(name -> counters.add(port.with("counter", name)));
    }
    return new ForeignFacts(
        ports, counters, new PortFacts(Map.of("failures", Long.toString(live.failures()))));
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
