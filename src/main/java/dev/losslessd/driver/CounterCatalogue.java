package dev.losslessd.driver;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the names of one vendor's counters mean: statistics of ethtool, and RDMA hardware counters.
 * A name that is in neither list is one that we have never seen.
 */
public final class CounterCatalogue {
  /**
   * A family of names with groups {@code way} (rx or tx) and {@code prio}, each where it has it.
   */
  private record Family(Pattern form, Signal signal, boolean way, boolean priority) {
    static Family of(String form, Signal signal) {
      Pattern pattern = Pattern.compile(form);
      return new Family(
          pattern,
          signal,
          pattern.namedGroups().containsKey("way"),
          pattern.namedGroups().containsKey("prio"));
    }

    Optional<Counter> read(String name) {
      Matcher match = form.matcher(name);
      if (!match.matches()) {
        return Optional.empty();
      }
      Direction direction =
          way ? match.group("way").equals("rx") ? Direction.RX : Direction.TX : null;
      Priority of = priority ? Priority.of(Integer.parseInt(match.group("prio"))) : null;
      return Optional.of(new Counter(signal, direction, of, name, 64, 1));
    }
  }

  private final List<Family> families = new ArrayList<>();
  private final Map<String, Counter> statistics = new HashMap<>();
  private final List<Counter> hardware = new ArrayList<>();
  private final List<Pattern> passed = new ArrayList<>();

  /**
   * Statistics whose names follow a form.
   *
   * @param form with named groups {@code way} and {@code prio} where the signal has them
   */
  public CounterCatalogue family(String form, Signal signal) {
    families.add(Family.of(form, signal));
    return this;
  }

  public CounterCatalogue statistic(Signal signal, Direction direction, String name) {
    statistics.put(name, Counter.of(signal, direction, name, 64));
    return this;
  }

  public CounterCatalogue statistic(Signal signal, String name) {
    statistics.put(name, Counter.of(signal, name, 64));
    return this;
  }

  /**
   * RDMA counters of one meaning: names of today first, names of older drivers after them.
   *
   * @param bits the width at which they wrap
   */
  public CounterCatalogue hardware(Signal signal, int bits, String... names) {
    for (String name : names) {
      hardware.add(Counter.of(signal, name, bits));
    }
    return this;
  }

  public CounterCatalogue hardware(Signal signal, Direction direction, String name) {
    hardware.add(Counter.of(signal, direction, name, 64));
    return this;
  }

  /** Names that are known and not taken, as regular expressions. */
  public CounterCatalogue passesOver(String... forms) {
    for (String form : forms) {
      passed.add(Pattern.compile(form));
    }
    return this;
  }

  /** The meaning of an ethtool statistic. */
  public Optional<Counter> ofStatistic(String name) {
    Counter plain = statistics.get(name);
    return plain != null
        ? Optional.of(plain)
        : families.stream().map(f -> f.read(name)).flatMap(Optional::stream).findFirst();
  }

  /** Whether a name means something to us, or is left out on purpose. */
  public boolean knows(String name) {
    return ofStatistic(name).isPresent()
        || hardware.stream().anyMatch(counter -> counter.rawName().equals(name))
        || passed.stream().anyMatch(form -> form.matcher(name).matches());
  }

  /** The counters of a NIC: of its netdev, its RDMA port and ethtool. */
  PortSweeper sweeper(Nic nic, HostAccess access) {
    CounterSources sources = new CounterSources(nic, access);
    sources.takeNetdev();
    sources
        .rdmaPort()
        .ifPresent(port -> {
          sources.take(hardware, port + "/hw_counters");
          sources.takeOthers(port + "/hw_counters", 64);
          sources.takeOthers(port + "/counters", 64);
        });
    return sources.sweeper(this::ofStatistic);
  }
}
