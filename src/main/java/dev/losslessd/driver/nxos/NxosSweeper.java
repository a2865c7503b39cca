package dev.losslessd.driver.nxos;

import dev.losslessd.driver.DeviceException;
import dev.losslessd.driver.Failures;
import dev.losslessd.driver.Sweeper;
import dev.losslessd.model.Counter;
import dev.losslessd.model.Direction;
import dev.losslessd.model.PortId;
import dev.losslessd.model.Priority;
import dev.losslessd.model.Schema;
import dev.losslessd.model.Signal;
import dev.losslessd.model.Sweep;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.snmp.Oid;
import dev.losslessd.transport.snmp.SnmpClient;
import dev.losslessd.transport.snmp.SnmpEntry;
import dev.losslessd.transport.snmp.SnmpValue;
import java.util.ArrayList;
import java.util.List;

/**
 * Counters of one port by exact GETs: IF-MIB, and CISCO-PFC-EXT-MIB by priority. Where an agent
 * lacks a table its columns are missing. The ifIndex is looked up once, and again when the port's
 * name no longer answers at it.
 */
final class NxosSweeper implements Sweeper {
  private static final Oid IF_NAME = Oid.of("1.3.6.1.2.1.31.1.1.1.1");
  private static final Oid REQUESTS = Oid.of("1.3.6.1.4.1.9.9.813.1.2.1.2");
  private static final Oid INDICATIONS = Oid.of("1.3.6.1.4.1.9.9.813.1.2.1.3");
  private static final List<Column> COLUMNS = columns();
  private static final Schema SCHEMA = new Schema(COLUMNS.stream().map(Column::counter).toList());

  /**
   * @param oid before the ifIndex
   * @param priority after the ifIndex, negative for none
   */
  private record Column(Counter counter, Oid oid, int priority) {}

  private final PortId port;
  private final SnmpClient snmp;
  private long ifIndex = -1;

  NxosSweeper(PortId port, SnmpClient snmp) {
    this.port = port;
    this.snmp = snmp;
  }

  private static List<Column> columns() {
    List<Column> all = new ArrayList<>();
    all.add(ifMib(Signal.PORT_BYTES, Direction.RX, "ifHCInOctets", "31.1.1.1.6", 64));
    all.add(ifMib(Signal.PORT_BYTES, Direction.TX, "ifHCOutOctets", "31.1.1.1.10", 64));
    all.add(ifMib(Signal.PORT_PACKETS, Direction.RX, "ifHCInUcastPkts", "31.1.1.1.7", 64));
    all.add(ifMib(Signal.PORT_PACKETS, Direction.TX, "ifHCOutUcastPkts", "31.1.1.1.11", 64));
    all.add(ifMib(Signal.PORT_DISCARDS, Direction.RX, "ifInDiscards", "2.2.1.13", 32));
    all.add(ifMib(Signal.PORT_DISCARDS, Direction.TX, "ifOutDiscards", "2.2.1.19", 32));
    all.add(ifMib(Signal.PORT_ERRORS, Direction.RX, "ifInErrors", "2.2.1.14", 32));
    all.add(ifMib(Signal.PORT_ERRORS, Direction.TX, "ifOutErrors", "2.2.1.20", 32));
    for (int n = 0; n < Priority.COUNT; n++) {
      // requests are what this port sent, indications what it received
      all.add(pfc(Direction.TX, n, "cpfcIfPriorityRequests", REQUESTS));
      all.add(pfc(Direction.RX, n, "cpfcIfPriorityIndications", INDICATIONS));
    }
    return List.copyOf(all);
  }

  private static Column ifMib(
      Signal signal, Direction direction, String name, String oid, int bits) {
    return new Column(Counter.of(signal, direction, name, bits), Oid.of("1.3.6.1.2.1." + oid), -1);
  }

  private static Column pfc(Direction direction, int n, String name, Oid oid) {
    Counter counter =
        Counter.of(Signal.PFC_PAUSE_FRAMES, direction, Priority.of(n), name + "." + n, 64);
    return new Column(counter, oid, n);
  }

  @Override
  public Sweep sweep(long atMillis, long tickNanos) {
    try {
      List<SnmpValue> values = get();
      if (!isPort(values.getLast())) {
        ifIndex = find();
        values = get();
      }
      return sweep(values, atMillis, tickNanos);
    } catch (TransportException e) {
      throw Failures.of(port, "counters", e);
    }
  }

  private List<SnmpValue> get() {
    if (ifIndex < 0) {
      ifIndex = find();
    }
    List<Oid> oids = new ArrayList<>();
    for (Column column : COLUMNS) {
      Oid cell = column.oid().append(ifIndex);
      oids.add(column.priority() < 0 ? cell : cell.append(column.priority()));
    }
    oids.add(IF_NAME.append(ifIndex));
    return snmp.get(oids);
  }

  private long find() {
    for (SnmpEntry entry : snmp.walk(IF_NAME)) {
      if (isPort(entry.value()) && entry.index().size() == 1) {
        return entry.index().part(0);
      }
    }
    throw new DeviceException(
        DeviceException.Kind.GONE, port + " counters: no ifName says " + port.name());
  }

  private boolean isPort(SnmpValue name) {
    return name instanceof SnmpValue.Octets octets
        && Ports.whole(octets.text()).equals(port.name());
  }

  @SuppressWarnings("EnumOrdinal") // a sweep keeps its reasons as ordinals, one byte each
  private Sweep sweep(List<SnmpValue> cells, long atMillis, long tickNanos) {
    long[] values = new long[COLUMNS.size()];
    byte[] missing = new byte[COLUMNS.size()];
    for (int n = 0; n < values.length; n++) {
      switch (cells.get(n)) {
        case SnmpValue.Counter64 counter -> values[n] = counter.bits();
        case SnmpValue.Counter32 counter -> values[n] = counter.count();
        case SnmpValue.Missing _ -> missing[n] = (byte) Sweep.Missing.NOT_EXPOSED.ordinal();
        default -> missing[n] = (byte) Sweep.Missing.UNREAD.ordinal();
      }
    }
    return new Sweep(port, SCHEMA, values, missing, atMillis, tickNanos);
  }
}
