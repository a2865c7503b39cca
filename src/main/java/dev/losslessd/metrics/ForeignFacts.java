package dev.losslessd.metrics;

import dev.losslessd.model.DeviceId;
import dev.losslessd.model.Health;
import dev.losslessd.model.Mtu;
import dev.losslessd.model.Nic;
import dev.losslessd.model.OptionalCounters;
import dev.losslessd.model.PortId;
import dev.losslessd.model.SettingKind;
import dev.losslessd.model.Target;
import dev.losslessd.model.TrafficClass;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Facts that other exporters report of this host besides counters.
 *
 * @param ports each of its ports
 * @param counters each optional counter of a port, as {@code @counter}, with {@code @enabled}
 * @param host the host alone: {@code @device}, {@code @failures}, and what uname tells
 */
record ForeignFacts(List<PortFacts> ports, List<PortFacts> counters, PortFacts host) {
  ForeignFacts {
    ports = List.copyOf(ports);
    counters = List.copyOf(counters);
  }

  /**
   * Facts that change while the ports stay the same.
   *
   * @param optional counters of each port that has some, and whether they are on
   * @param host of this agent
   * @param settings of each port that are facts of others, by their word
   * @param failures sweeps of these ports that failed
   */
  record Live(
      DeviceId host,
      Map<PortId, SortedMap<String, Boolean>> optional,
      Map<PortId, Map<String, String>> settings,
      long failures) {
    Live {
      optional = Map.copyOf(optional);
      settings = Map.copyOf(settings);
    }

    static Live of(Facts now) {
      Set<PortId> own = now.nics().stream().map(Nic::port).collect(Collectors.toSet());
      long failures =
          now.health().stream()
              .filter(one -> own.contains(one.port()))
              .mapToLong(Health::failures)
              .sum();
      return new Live(
          now.poller(), ForeignFacts.optional(now), ForeignFacts.settings(now), failures);
    }
  }

  static ForeignFacts of(List<Nic> nics, Live live) {
    List<PortFacts> ports = new ArrayList<>();
    List<PortFacts> counters = new ArrayList<>();
    for (Nic nic : nics) {
      PortFacts port = PortFacts.of(nic).with(live.settings().getOrDefault(nic.port(), Map.of()));
      ports.add(port);
      live.optional()
          .getOrDefault(nic.port(), Collections.emptySortedMap())
          .forEach((name, on) ->
              counters.add(port.with("counter", name).with("enabled", on ? "1" : "0")));
    }
    return new ForeignFacts(ports, counters, host(live));
  }

  /** The JVM has these of uname(2), whose machine it calls by a name of its own. */
  private static PortFacts host(Live live) {
    return new PortFacts(
        Map.of(
            "device", live.host().name(),
            "failures", Long.toString(live.failures()),
            "sysname", System.getProperty("os.name", ""),
            "release", System.getProperty("os.version", ""),
            "machine", System.getProperty("os.arch", "").replace("amd64", "x86_64")));
  }

  private static Map<PortId, SortedMap<String, Boolean>> optional(Facts now) {
    Map<PortId, SortedMap<String, Boolean>> optional = new HashMap<>();
    now.observations()
        .forEach(one -> {
          var told = OptionalCounters.told(one.observed().reading(SettingKind.OPTIONAL_COUNTERS));
          if (one.observed().target() instanceof Target.Port port && !told.isEmpty()) {
            optional.put(port.id(), told);
          }
        });
    return optional;
  }

  /** A traffic class that leaves it to applications is 0 in what others tell. */
  private static Map<PortId, Map<String, String>> settings(Facts now) {
    Map<PortId, Map<String, String>> settings = new HashMap<>();
    now.observations()
        .forEach(one -> {
          Map<String, String> words = new HashMap<>();
          if (one.observed().inForce(SettingKind.MTU).orElse(null) instanceof Mtu mtu) {
            words.put("mtu", Integer.toString(mtu.bytes()));
          }
          if (one.observed().inForce(SettingKind.TRAFFIC_CLASS).orElse(null)
              instanceof TrafficClass tos) {
            words.put("tos", Integer.toString(Math.max(0, tos.value())));
          }
          if (one.observed().target() instanceof Target.Port port && !words.isEmpty()) {
            settings.put(port.id(), words);
          }
        });
    return settings;
  }

  List<PortFacts> all(FactRow.Of of) {
    return switch (of) {
      case FACT -> ports;
      case OPTIONAL -> counters;
      case HOST -> List.of(host);
    };
  }
}
