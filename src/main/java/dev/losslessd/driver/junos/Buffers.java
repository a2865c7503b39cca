package dev.losslessd.driver.junos;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpValue;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * Buffers of queues in bytes: jnxCosQstatDepthMax of JUNIPER-COS-MIB, which is 0 on platforms that
 * do not tell. The MIB names no unit; the command line has queue depths in bytes (unverified on a
 * switch).
 */
final class Buffers {
  private static final Oid MAX = Oid.of("1.3.6.1.4.1.2636.3.15.4.1.60");

  private final Optional<SnmpClient> snmp;
  private final Map<String, OptionalLong> known = new HashMap<>();

  Buffers(Optional<SnmpClient> snmp) {
    this.snmp = snmp;
  }

  /** Asked once for each port and queue of a reading of the switch; nothing if it does not tell. */
  OptionalLong of(JunosSnapshot now, String port, int queue) {
    OptionalInt index = now.port(port).index();
    return snmp.isEmpty() || index.isEmpty()
        ? OptionalLong.empty()
        : known.computeIfAbsent(
            index.getAsInt() + "." + queue, _ -> ask(snmp.get(), index.getAsInt(), queue));
  }

  /** Forgets the sizes that are known, so that they are read anew. */
  void forget() {
    known.clear();
  }

  private static OptionalLong ask(SnmpClient client, int index, int queue) {
    try {
      SnmpValue value = client.get(List.of(MAX.append(index).append(queue))).getFirst();
      return value instanceof SnmpValue.Counter64 n && n.bits() > 0
          ? OptionalLong.of(n.bits())
          : OptionalLong.empty();
    } catch (TransportException e) {
      return OptionalLong.empty(); // counters tell that the agent is silent
    }
  }
}
