package dev.losslessd.driver;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpEntry;
import dev.losslessd.transport.snmp.SnmpValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The ifIndex of each port by its ifName, which IF-MIB does not require to be unique (RFC 2863): a
 * VLAN, a bundle or a row that an agent left behind may have the name of a port. Of several rows
 * the one counts that alone has a connector (ifConnectorPresent), or alone is Ethernet (ifType). If
 * that decides nothing the port has no number: the counters of either would be a guess.
 */
final class SnmpNames {
  static final Oid IF_NAME = Oid.of("1.3.6.1.2.1.31.1.1.1.1");

  private static final Oid IF_TYPE = Oid.of("1.3.6.1.2.1.2.2.1.3");
  private static final Oid IF_CONNECTOR_PRESENT = Oid.of("1.3.6.1.2.1.31.1.1.1.17");

  /** Value {@code true} of TruthValue (RFC 2579). */
  private static final int TRUE = 1;

  /** IANAifType: ethernetCsmacd, and fastEther, fastEtherFX, gigabitEthernet before RFC 3635. */
  private static final Set<Integer> ETHERNET = Set.of(6, 62, 69, 117);

  /** Rows that a message names. */
  private static final int NAMED = 4;

  private final Map<String, List<Long>> rows = new HashMap<>();
  private final Map<String, String> undecided = new HashMap<>();

  /**
   * All names that an agent has; none of them is settled yet.
   *
   * @param whole a port's name as the configuration has it, from the agent's
   * @throws TransportException if the agent does not answer
   */
  static SnmpNames walk(SnmpClient snmp, UnaryOperator<String> whole) {
    SnmpNames names = new SnmpNames();
    for (SnmpEntry entry : snmp.walk(IF_NAME)) {
      if (entry.value() instanceof SnmpValue.Octets octets && entry.index().size() == 1) {
        names
            .rows
            .computeIfAbsent(whole.apply(octets.text()), _ -> new ArrayList<>())
            .add(entry.index().part(0));
      }
    }
    return names;
  }

  /**
   * Asks the agent for what decides between rows of the same name, once for each name.
   *
   * @throws TransportException if the agent does not answer
   */
  void settle(SnmpClient snmp, Collection<String> wanted) {
    for (String name : wanted) {
      List<Long> all = rows.getOrDefault(name, List.of());
      if (all.size() > 1 && !undecided.containsKey(name)) {
        List<Long> physical = physical(snmp, all);
        if (physical.size() == 1) {
          rows.put(name, physical);
        } else {
          undecided.put(name, why(all));
        }
      }
    }
  }

  private static List<Long> physical(SnmpClient snmp, List<Long> all) {
    List<Oid> cells = new ArrayList<>();
    all.forEach(row -> cells.add(IF_CONNECTOR_PRESENT.append(row)));
    all.forEach(row -> cells.add(IF_TYPE.append(row)));
    List<SnmpValue> values = snmp.get(cells);
    List<Integer> connected =
        IntStream.range(0, all.size()).filter(n -> number(values.get(n)) == TRUE).boxed().toList();
    List<Integer> left =
        connected.isEmpty() ? IntStream.range(0, all.size()).boxed().toList() : connected;
    List<Integer> ethernet =
        left.stream().filter(n -> ETHERNET.contains(number(values.get(all.size() + n)))).toList();
    return (connected.size() == 1 ? connected : ethernet).stream().map(all::get).toList();
  }

  private static int number(SnmpValue value) {
    return value instanceof SnmpValue.Int number ? number.number() : 0;
  }

  private static String why(List<Long> all) {
    String few = String.join(", ", all.stream().limit(NAMED).map(String::valueOf).toList());
    return ("%s rows of the agent have this ifName (ifIndex %s%s), and ifConnectorPresent and"
            + " ifType do not show which is the port")
        .formatted(all.size(), few, all.size() > NAMED ? " ..." : "");
  }

  /** The row of a name; empty where there is none, or several that are not settled. */
  Optional<Long> number(String name) {
    List<Long> all = rows.getOrDefault(name, List.of());
    return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
  }

  /** Returns why a name has no row though the agent has it; empty for others. */
  Optional<String> whyNot(String name) {
    return Optional.ofNullable(undecided.get(name));
  }
}
