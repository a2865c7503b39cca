package dev.losslessd.fabric.onyx;

import dev.losslessd.fabric.switchbase.MibTree;
import dev.losslessd.fabric.switchbase.SwitchPort;
import dev.losslessd.fabric.switchbase.Traffic;
import dev.losslessd.fabric.twin.TwinPort;
import dev.losslessd.model.Priority;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.snmp4j.PDU;
import org.snmp4j.smi.Counter64;
import org.snmp4j.smi.Integer32;
import org.snmp4j.smi.OID;
import org.snmp4j.smi.Variable;

/**
 * MELLANOX-QOS-MIB by ifIndex and priority, PFC index or class, and the states of
 * MELLANOX-DCB-TRAPS-MIB.
 */
record MellanoxMibs(OnyxSwitch device, MibTree tree) {
  static final String MELLANOX = "1.3.6.1.4.1.33049.";

  private static final String PRIO = MELLANOX + "15.1.1.1.";
  private static final String PFC = MELLANOX + "15.1.2.1.";
  private static final String TC = MELLANOX + "15.1.4.1.";
  private static final String PORT = MELLANOX + "15.1.5.1.";
  private static final String PFC_STATE = MELLANOX + "8.1.1.2.0";
  private static final String PORT_DCB = MELLANOX + "8.1.1.3.1.";

  private static final int ENABLED = 1;
  private static final int DISABLED = 2;

  /** The MIB's durations of PFC are milliseconds. */
  private static final long MILLI = 1000;

  void fill() {
    for (SwitchPort port : device.ports()) {
      port(port);
      for (int n = 0; n < Priority.COUNT; n++) {
        priority(port.traffic(), "." + port.ifIndex() + "." + n, n);
      }
    }
    tree.put(new OID(PFC_STATE), () -> number(device.toldPfc()), new PfcState());
  }

  /** ProtocolStateType: enabled is 1, disabled is 2. */
  private static Integer32 number(boolean on) {
    return new Integer32(on ? ENABLED : DISABLED);
  }

  /** Sets PFC of the whole switch. */
  private final class PfcState implements MibTree.Setter {
    @Override
    public int check(Variable value) {
      if (!(value instanceof Integer32 number)) {
        return PDU.wrongType;
      }
      boolean good = number.getValue() == ENABLED || number.getValue() == DISABLED;
      return good ? PDU.noError : PDU.wrongValue;
    }

    @Override
    public void set(Variable value) {
      device.setPfc(value.toInt() == ENABLED);
    }
  }

  private void count(String oid, LongSupplier value) {
    tree.put(new OID(oid), () -> new Counter64(value.getAsLong()));
  }

  private void state(String oid, BooleanSupplier on) {
    tree.put(new OID(oid), () -> number(on.getAsBoolean()));
  }

  private void port(SwitchPort port) {
    String at = "." + port.ifIndex();
    count(PORT + 2 + at, () -> 0);
    count(PORT + 3 + at, () -> 0);
    state(PORT_DCB + 4 + at, () -> device.running().port(port).pfc().equals("on"));
    state(PORT_DCB + 5 + at, () -> device.running().pfcRuns(device.running().port(port)));
  }

  private void priority(Traffic traffic, String at, int n) {
    count(PRIO + 3 + at, () -> traffic.inPackets(n));
    count(PRIO + 7 + at, () -> traffic.inOctets(n));
    count(PRIO + 8 + at, () -> traffic.rxPfc(n));
    count(PRIO + 10 + at, () -> traffic.outPackets(n));
    count(PRIO + 14 + at, () -> traffic.outOctets(n));
    count(PRIO + 15 + at, () -> traffic.txPfc(n));
    count(PFC + 3 + at, () -> traffic.rxPfc(n));
    count(PFC + 4 + at, () -> traffic.rxPauseMicros(n) / MILLI);
    count(PFC + 5 + at, () -> traffic.txPfc(n));
    count(PFC + 6 + at, () -> traffic.txPauseMicros(n) / MILLI);
    count(TC + 3 + at, () -> traffic.outPackets(n));
    count(TC + 4 + at, () -> traffic.outOctets(n));
    count(TC + 8 + at, () -> n == TwinPort.ROCE_PRIORITY ? traffic.dropped() : 0);
    count(TC + 9 + at, () -> 0);
  }
}
