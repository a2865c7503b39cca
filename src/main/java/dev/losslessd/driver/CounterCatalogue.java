package dev.losslessd.driver;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.model.Direction;
import dev.losslessd.model.Nic;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Signal;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Meanings of one vendor's counters by name: statistics of ethtool, and the counters of the RDMA
 * port. A name that is in no list is one that we have never seen.
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

  /**
   * Names that are left out on purpose.
   *
   * @param except names of the form that are not left out
   * @param onRdmaPort whether of the RDMA port; the same name may mean something in ethtool
   */
  private record Passed(Pattern form, @Nullable Pattern except, boolean onRdmaPort, String why) {
    boolean is(Origin origin, String name) {
      return onRdmaPort == origin.isRdma()
          && form.matcher(name).matches()
          && (except == null || !except.matcher(name).matches());
    }
  }

  private final List<Family> families = new ArrayList<>();
  private final Map<String, Counter> statistics = new HashMap<>();
  final List<Counter> hardware = new ArrayList<>();
  final List<Counter> ofGuests = new ArrayList<>();
  final List<Counter> port = new ArrayList<>();
  private final List<Passed> passed = new ArrayList<>();
  private boolean pastNetdev;
  private int otherBits = 64;

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

  /** Statistics of both directions. */
  public CounterCatalogue statistic(Signal signal, String received, String sent) {
    return statistic(signal, Direction.RX, received).statistic(signal, Direction.TX, sent);
  }

  /** A statistic that wraps at 32 bits. */
  public CounterCatalogue narrow(Signal signal, Direction direction, String name) {
    statistics.put(name, Counter.of(signal, direction, name, 32));
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

  /** RDMA counters of both directions. */
  public CounterCatalogue hardware(Signal signal, String received, String sent) {
    return hardware(signal, Direction.RX, received).hardware(signal, Direction.TX, sent);
  }

  /**
   * An RDMA counter that a guest's function has too: any port but the first, in switchdev mode.
   *
   * @param bits the width at which both wrap
   * @param prefix of the guest's
   */
  public CounterCatalogue withGuest(Signal signal, int bits, String name, String prefix) {
    ofGuests.add(Counter.of(signal, prefix + name, bits));
    return hardware(signal, bits, name);
  }

  /**
   * Adds a counter of the RDMA port, from {@code ports/N/counters} in sysfs.
   *
   * @param factor raw value times this is in the signal's unit
   */
  public CounterCatalogue port(Signal signal, Direction direction, String name, int factor) {
    port.add(new Counter(signal, direction, null, name, 64, factor));
    return this;
  }

  /**
   * RDMA goes past the netdev, whose own numbers are left with their names.
   *
   * @param bits the width at which hardware counters without a meaning wrap
   */
  public CounterCatalogue pastNetdev(int bits) {
    pastNetdev = true;
    otherBits = bits;
    return this;
  }

  /**
   * Statistics that are known and not taken.
   *
   * @param why for people
   * @param forms regular expressions of whole names
   */
  public CounterCatalogue passesOver(String why, String... forms) {
    return passesOver(false, why, forms);
  }

  /** As {@link #passesOver}, except the names of a form. */
  public CounterCatalogue passesOverExcept(String why, String form, String except) {
    passed.add(new Passed(Pattern.compile(form), Pattern.compile(except), false, why));
    return this;
  }

  /** Counters of the RDMA port that are known and not taken, see {@link #passesOver}. */
  public CounterCatalogue passesOverRdma(String why, String... forms) {
    return passesOver(true, why, forms);
  }

  private CounterCatalogue passesOver(boolean onRdmaPort, String why, String... forms) {
    for (String form : forms) {
      passed.add(new Passed(Pattern.compile(form), null, onRdmaPort, why));
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

  /** A counter that RDMA netlink alone tells. */
  Counter ofNetlink(String name) {
    return hardware.stream()
        .filter(counter -> counter.rawName().equals(name))
        .findFirst()
        .map(counter -> counter.from(Origin.RDMA_NETLINK))
        .orElseGet(() -> unmeant(Origin.RDMA_NETLINK, name, 64));
  }

  /** Returns why a name is left out on purpose; empty where it is not. */
  public Optional<String> whyNot(Origin origin, String name) {
    return passed.stream().filter(one -> one.is(origin, name)).map(Passed::why).findFirst();
  }

  /** A name without a meaning, with the reason. */
  Counter unmeant(Origin origin, String name, int bits) {
    return Counter.other(name, bits, origin, whyNot(origin, name).orElse(Counter.UNKNOWN));
  }

  /** The counters of a NIC: of its netdev, its RDMA port and ethtool. */
  public PortSweeper sweeper(Nic nic, HostAccess access) {
    CounterSources sources = new CounterSources(nic, access, this);
    if (!pastNetdev) {
      sources.takeNetdev(false);
    }
    sources
        .rdma()
        .ifPresent(rdma -> {
          String counters = rdma.port() + "/counters";
          sources.takeHardware(hardware, rdma);
          if (rdma.ofDevice().isEmpty()) {
            sources.take(ofGuests, rdma.hardware(), Origin.HW_COUNTERS);
          }
          sources.take(port, counters, Origin.PORT_COUNTERS);
          sources.takeOtherHardware(rdma, otherBits);
          sources.takeOtherPortCounters(counters);
        });
    if (pastNetdev) {
      sources.takeNetdev(true);
    }
    return sources.sweeper();
  }
}
