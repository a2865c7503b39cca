package dev.losslessd.metrics;

import dev.losslessd.model.Counter;
import dev.losslessd.model.Counter.Origin;
import dev.losslessd.text.Matcher;
import dev.losslessd.text.Pattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One line of a {@link NameTable}: which counters another exporter tells under which name.
 *
 * @param source where the counters are
 * @param counter their names, or their meanings where the source is a switch
 * @param except of these the ones that the row is not about
 * @param family with {@code $1}.. for parts of the name and {@code @..} for facts of the port
 * @param value how the source's number is told
 * @param labels name and template in turn
 */
record NameRow(
    Source source,
    Pattern counter,
    Optional<Pattern> except,
    String family,
    String type,
    Value value,
    List<String> labels,
    String help) {
  /** Place where a row looks for counters. */
  enum Source {
    /** {@code counters} and {@code hw_counters} of an RDMA port. */
    RDMA,
    /** Statistics as {@code ethtool -S} lists them. */
    ETHTOOL,
    /** Statistics of ethtool, for ports with an RDMA device that are no virtual functions. */
    PHYSICAL,
    /** A netdev's own statistics. */
    NETDEV,
    /** Counters of a server's port, read through its own shell. */
    SERVER,
    /** Any port of a switch. */
    SWITCH
  }

  /** How a number is written. */
  enum Value {
    /** As the source counts, whatever its unit. */
    RAW,
    /** In the unit of its signal. */
    BASE,
    /** All counters of one reader that give the same series, added up. */
    SUM
  }

  NameRow {
    labels = List.copyOf(labels);
  }

  /**
   * The parts of a counter's name, empty where this row is not about it.
   *
   * @param onNic whether its port is one of this host
   * @param virtual whether that is a virtual function
   */
  Optional<Matcher> match(Counter one, boolean onNic, boolean virtual) {
    boolean from =
        switch (source) {
          case RDMA -> onNic && one.origin().isRdma();
          case ETHTOOL -> onNic && one.origin() == Origin.ETHTOOL;
          case PHYSICAL -> onNic && one.origin() == Origin.ETHTOOL && !virtual;
          case NETDEV -> onNic && (one.origin() == Origin.NETDEV || one.origin() == Origin.ETHTOOL);
          case SERVER -> onNic && one.origin() == Origin.DEVICE;
          case SWITCH -> !onNic;
        };
    if (!from) {
      return Optional.empty();
    }
    String name = source == Source.SWITCH ? meaning(one) : one.rawName();
    Matcher match = counter.matcher(name);
    boolean meant = except.filter(not -> not.matcher(name).matches()).isEmpty();
    return meant && match.matches() ? Optional.of(match) : Optional.empty();
  }

  /**
   * Text that rows for switches match: {@code PFC_PAUSE_FRAMES/rx/3 cpfcIfPriorityIndications.3}.
   */
  private static String meaning(Counter one) {
    return one.signal()
        + (one.direction() == null ? "" : "/" + one.direction().word())
        + (one.priority() == null ? "" : "/" + one.priority())
        + " "
        + one.rawName();
  }

  /**
   * A series up to its labels' values: family, then name and value in turn. Empty where the port
   * lacks a fact that is needed.
   */
  Optional<List<String>> series(PortFacts port, Matcher match) {
    return port.fill(family, match)
        .flatMap(name -> port.fill(labels, match).map(all -> prepended(name, all)));
  }

  private static List<String> prepended(String first, List<String> rest) {
    List<String> all = new ArrayList<>(rest.size() + 1);
    all.add(first);
    all.addAll(rest);
    return all;
  }
}
